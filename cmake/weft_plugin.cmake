# A user's types in C++. Used in the tree, and by find_package(Weft).
#
# weft_add_plugin(NAME <name> SOURCES <file>... [LINKS <target>...])
#
# Makes a shared library lib<name>.so, which the key `plugins` of a netlist and `weft --plugin` bring
# in. One of its files has a WEFT_PLUGIN (platforms/plugins/plugin.hpp). It gets the headers of Weft
# and nothing of its code: that is in the program which loads it. LINKS are the user's own libraries.
function(weft_add_plugin)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LINKS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "weft_add_plugin: what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  foreach(required IN ITEMS NAME SOURCES)
    if(NOT arg_${required})
      message(FATAL_ERROR "weft_add_plugin: ${required} is missing")
    endif()
  endforeach()
  add_library(${arg_NAME} MODULE ${arg_SOURCES})
  foreach(library IN ITEMS hw tlm rtl platforms testbench)
    target_include_directories(${arg_NAME} PRIVATE
                               $<TARGET_PROPERTY:Weft::${library},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()
  target_link_libraries(${arg_NAME} PRIVATE Weft::weft_systemc fmt::fmt ${arg_LINKS})
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    target_compile_options(${arg_NAME} PRIVATE -O2)
  endif()
  # what two libraries of one program define stays apart
  target_compile_options(${arg_NAME} PRIVATE -fno-gnu-unique)
endfunction()

# weft_plugin_host(<target>): a program that loads plugins. It has all of Weft, used by itself or not,
# and shows it to the libraries. What runs most comes first: see weft_cold. Platforms are made before
# they run.
function(weft_plugin_host target)
  set_target_properties(${target} PROPERTIES ENABLE_EXPORTS ON)
  target_link_options(${target} PRIVATE LINKER:--whole-archive)
  foreach(library IN ITEMS hw tlm rtl testbench platforms)
    target_link_options(${target} PRIVATE $<TARGET_FILE:Weft::${library}>)
  endforeach()
  target_link_options(${target} PRIVATE LINKER:--no-whole-archive)
  target_link_libraries(${target} PRIVATE Weft::testbench)
endfunction()
