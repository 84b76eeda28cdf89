# weft_library(<folder> LINKS <target>... [COLD <subfolder>...]): the library weft_<folder> of all .cpp
# and .hpp files of the current folder, but for app/, which is a program. Files are named from the root
# of the repository, in the tree and when installed. What stands in a cold subfolder runs a few times a
# run, not for each token: a release compiles it with less optimisation, in two thirds of the time.
function(weft_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS;COLD")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *.hpp)
  list(FILTER sources EXCLUDE REGEX "^app/")
  list(FILTER headers EXCLUDE REGEX "^app/")

  set(cold)
  foreach(subfolder IN LISTS arg_COLD)
    set(there ${sources})
    list(FILTER there INCLUDE REGEX "^${subfolder}/")
    list(APPEND cold ${there})
    list(FILTER sources EXCLUDE REGEX "^${subfolder}/")
  endforeach()

  set(library weft_${folder})
  add_library(${library} STATIC ${sources})
  weft_units(${library})
  target_link_libraries(${library} PRIVATE $<BUILD_INTERFACE:weft_warnings>)
  add_library(Weft::${folder} ALIAS ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${folder})
  target_link_libraries(${library} PUBLIC ${arg_LINKS})
  target_sources(${library} PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}"
                 FILES ${headers})
  if(cold)
    add_library(${library}_cold OBJECT ${cold})
    weft_units(${library}_cold)
    target_include_directories(${library}_cold PRIVATE $<TARGET_PROPERTY:${library},INCLUDE_DIRECTORIES>)
    target_link_libraries(${library}_cold PRIVATE weft_warnings $<TARGET_PROPERTY:${library},LINK_LIBRARIES>)
    weft_cold(${library}_cold)
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:${library}_cold>)
  endif()
endfunction()

# weft_cold(<target>): it is not the place where a run spends its time. Of a template that others
# instantiate too, the linker takes the copy that it sees first: weft_plugin_host shows it those first.
function(weft_cold target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
