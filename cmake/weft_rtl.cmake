# Verilog blocks, ours and a user's. Used in the tree, and by find_package(Weft).
#
# weft_add_rtl(NAME <name> TOP <module> SOURCES <file>... PORTS_AS c104|dslink|iwarp|<pins>.yaml
#              [LINKS <n>] [PARAMETERS <name>=<value>...] [INCLUDES <folder>...] [ARGUMENTS <flag>...]
#              [OUT_OF_BAND] [INTO <target>] [WRAPPER <file>] [WAVES] [OPTIMISE <flag>] [STRICT])
#
# Makes a shared library lib<name>.so, which `weft run --plugin` brings in as the component type
# <name>. <module> must have the pins of the block that PORTS_AS names; of how many links (of a C104)
# LINKS says. A file of pins (platforms/pins) tells what those of a codec are for: `weft pins` writes a
# module around it that has the pins of a dslink. PARAMETERS are those of <module>; ARGUMENTS go to
# Verilator. OPTIMISE is for the C++ compiler (-O1). STRICT takes every warning of Verilator's for an
# error. OUT_OF_BAND, for c104 and dslink, promises that the RTL holds no token back
# (rtl/dslink/beside_wires.hpp).
#
# With INTO the block goes into a target of the tree instead, as the function weft_make_<name>; then PORTS_AS
# may be hypercube, too, the link port of a packet chip with LINKS links. And
# WAVES says that its inside can be traced; that of a library always can. WRAPPER is what makes that
# function, if it is not block.cpp.in.
#
# Verilator runs when the library is built, so what does not elaborate breaks that library only.
function(weft_add_rtl)
  cmake_parse_arguments(PARSE_ARGV 0 arg "STRICT;WAVES;OUT_OF_BAND" "NAME;TOP;PORTS_AS;LINKS;INTO;WRAPPER;OPTIMISE"
                        "SOURCES;PARAMETERS;INCLUDES;ARGUMENTS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "weft_add_rtl: what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  foreach(required IN ITEMS NAME TOP SOURCES PORTS_AS)
    if(NOT arg_${required})
      message(FATAL_ERROR "weft_add_rtl: ${required} is missing")
    endif()
  endforeach()
  # A set of ports is the folder rtl/<set> of Weft: ports.txt, and make_verilated_<set> in
  # verilated_<set>.hpp. What a plugin with them is stands in platforms/plugins/library.cpp.
  set(pins)
  if(arg_PORTS_AS MATCHES "\\.ya?ml$")
    cmake_path(ABSOLUTE_PATH arg_PORTS_AS BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE pins)
    if(NOT EXISTS "${pins}")
      message(FATAL_ERROR "weft_add_rtl(${arg_NAME}): there is no ${pins}")
    elseif(arg_OUT_OF_BAND)
      message(FATAL_ERROR "weft_add_rtl(${arg_NAME}): OUT_OF_BAND is not for a codec of a file of pins: it holds tokens back")
    endif()
    set(arg_PORTS_AS dslink)
  elseif(NOT arg_PORTS_AS MATCHES "^(c104|dslink|iwarp)$" AND NOT (arg_INTO AND arg_PORTS_AS STREQUAL "hypercube"))
    message(FATAL_ERROR "weft_add_rtl(${arg_NAME}): PORTS_AS ${arg_PORTS_AS}; expected c104, dslink or iwarp, or a file of pins, *.yaml")
  endif()
  set(weft)
  if(pins)
    set(weft "${WEFT_PROGRAM}")
    if(TARGET weft)
      set(weft "$<TARGET_FILE:weft>")
    endif()
  endif()
  if(arg_OUT_OF_BAND AND arg_PORTS_AS STREQUAL iwarp)
    message(FATAL_ERROR "weft_add_rtl(${arg_NAME}): OUT_OF_BAND is for c104 and dslink: an iwarp bus has nothing beside it")
  endif()
  if(NOT arg_LINKS)
    if(arg_PORTS_AS STREQUAL c104)
      message(FATAL_ERROR "weft_add_rtl(${arg_NAME}): LINKS is missing")
    endif()
    set(arg_LINKS 1)
  endif()
  if(NOT arg_OPTIMISE)
    set(arg_OPTIMISE -O1)
  endif()
  list(TRANSFORM arg_SOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")
  list(TRANSFORM arg_INCLUDES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.verilated")
  set(output "${folder}.cpp")
  # half of the code: constructors, the first settling, waves. Where nothing is optimised it stays with the
  # rest, for the headers that both read.
  set(once)
  if(NOT arg_OPTIMISE STREQUAL "-O0")
    set(once "${folder}.once.cpp")
  endif()
  set(wrapper "${WEFT_RTL_CMAKE}/block.cpp.in")
  if(arg_WRAPPER)
    set(wrapper "${arg_WRAPPER}")
  endif()
  if(NOT arg_INTO)
    set(wrapper "${WEFT_RTL_CMAKE}/plugin.cpp.in")
    set(arg_WAVES TRUE)
    foreach(source IN LISTS arg_SOURCES)
      if(NOT EXISTS "${source}")
        message(FATAL_ERROR "weft_add_rtl(${arg_NAME}): there is no ${source}")
      endif()
    endforeach()
  endif()
  set(ports "${WEFT_RTL_VERILOG}/${arg_PORTS_AS}/ports.txt")
  set(script "${WEFT_RTL_CMAKE}/verilate.cmake")
  # whatever Verilator may take from there
  set(patterns)
  foreach(ending IN ITEMS vh svh v sv)
    list(TRANSFORM arg_INCLUDES APPEND "/*.${ending}" OUTPUT_VARIABLE of_ending)
    list(APPEND patterns ${of_ending})
  endforeach()
  set(headers)
  if(patterns)
    file(GLOB headers CONFIGURE_DEPENDS ${patterns})
  endif()
  add_custom_command(
    OUTPUT "${output}" ${once}
    COMMAND "${CMAKE_COMMAND}" "-DVERILATOR=${WEFT_VERILATOR}" "-DNAME=${arg_NAME}"
            "-DTOP=${arg_TOP}" "-DSOURCES=${arg_SOURCES}" "-DINCLUDES=${arg_INCLUDES}"
            "-DPARAMETERS=${arg_PARAMETERS}" "-DARGUMENTS=${arg_ARGUMENTS}"
            "-DSTRICT=${arg_STRICT}" "-DWAVES=${arg_WAVES}" "-DLINKS=${arg_LINKS}" "-DPORTS_AS=${arg_PORTS_AS}"
            "-DPORTS=${ports}" "-DPINS=${pins}" "-DWEFT=${weft}" "-DWRAPPER=${wrapper}" "-DWEFT_VERSION=${WEFT_RTL_VERSION}"
            "-DFOLDER=${folder}" "-DOUTPUT=${output}" "-DONCE=${once}" -P "${script}"
    DEPENDS ${arg_SOURCES} ${headers} ${pins} "${ports}" "${wrapper}" "${script}"
    COMMENT "Verilating ${arg_NAME}" VERBATIM)
  if(arg_INTO)
    target_sources(${arg_INTO} PRIVATE "${output}" ${once})
  else()
    add_library(${arg_NAME} MODULE "${output}" ${once} "${WEFT_RTL_VERILOG}/common/verilated_run.cpp")
    weft_verilated_module(${arg_NAME})
    target_compile_definitions(${arg_NAME} PRIVATE
                               WEFT_RTL_OUT_OF_BAND=$<IF:$<BOOL:${arg_OUT_OF_BAND}>,true,false>)
  endif()
  # what Verilator writes is compiled as it is
  set(options "-w;-I${folder};-I${WEFT_RTL_VERILOG}/common/verilator;-I${WEFT_VERILATOR_INCLUDE}")
  # see weft_units.cmake: a tenth of the time
  list(APPEND options $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-expand=300>)
  set_source_files_properties("${output}" ${once} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  set_source_files_properties("${output}" PROPERTIES COMPILE_OPTIONS "${options};${arg_OPTIMISE}")
  if(once)
    set_source_files_properties("${once}" PROPERTIES COMPILE_OPTIONS "${options};-O0")
  endif()
endfunction()
