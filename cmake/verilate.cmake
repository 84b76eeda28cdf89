# Run at build time by weft_verilate (weft_rtl.cmake): makes one C++ file of a Verilog top, with the
# wrapper behind which Weft uses it. Verilator's own errors name the file and the line.
set(class "V${NAME}")
set(flags)
foreach(folder IN LISTS INCLUDES)
  list(APPEND flags "-I${folder}")
endforeach()
foreach(parameter IN LISTS PARAMETERS)
  list(APPEND flags "-G${parameter}")
endforeach()
if(STRICT)
  list(APPEND flags -Wall)
else()
  list(APPEND flags -Wno-fatal -Werror-UNOPTFLAT -Wwarn-UNUSEDSIGNAL)
endif()
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
# loops stay loops and modules stay classes: half the code, a fifth of the time to compile it
execute_process(
  COMMAND "${VERILATOR}" --cc --prefix "${class}" --top-module "${TOP}" --Mdir "${FOLDER}"
          -O3 --unroll-count 2 --inline-mult 1 --output-split 0 --x-assign fast --x-initial fast
          --no-timing --assert --timescale-override 1ps/1ps ${flags} ${ARGUMENTS} ${SOURCES}
  RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "weft_add_rtl(${NAME}): Verilator refuses ${TOP}:\n${said}")
endif()
if(said MATCHES "Signal is not used: 'clk'")
  message(FATAL_ERROR "weft_add_rtl(${NAME}): the clock `clk` of ${TOP} is connected to nothing")
endif()

# --- the pins that it has against those that it must have
math(EXPR last "${LINKS} - 1")
set(link_bits 0)
while(last GREATER 0)
  math(EXPR last "${last} >> 1")
  math(EXPR link_bits "${link_bits} + 1")
endwhile()

file(STRINGS "${PORTS}" lines REGEX "^(input|output)")
set(expected)
foreach(line IN LISTS lines)
  string(REGEX MATCH "^(input|output) +([a-z_]+) ([A-Z0-9*]+)$" matched "${line}")
  set(direction "${CMAKE_MATCH_1}")
  set(name "${CMAKE_MATCH_2}")
  string(REPLACE LINKS "${LINKS}" width "${CMAKE_MATCH_3}")
  string(REPLACE LINK "${link_bits}" width "${width}")
  math(EXPR width "${width}")
  list(APPEND expected "${direction} ${name} ${width}")
endforeach()

file(STRINGS "${FOLDER}/${class}.h" lines REGEX "VL_(IN|OUT|INOUT)(8|16|64|W)?\\(")
set(found)
foreach(line IN LISTS lines)
  string(REGEX MATCH "VL_(IN|OUT|INOUT)(8|16|64|W)?\\(\\(?&([A-Za-z0-9_]+)\\)?,([0-9]+),([0-9]+)"
         matched "${line}")
  set(direction "${CMAKE_MATCH_1}")
  string(TOLOWER "${direction}put" direction)
  math(EXPR width "${CMAKE_MATCH_4} - ${CMAKE_MATCH_5} + 1")
  list(APPEND found "${direction} ${CMAKE_MATCH_3} ${width}")
endforeach()

set(missing ${expected})
list(REMOVE_ITEM missing "" ${found})
set(extra ${found})
list(REMOVE_ITEM extra "" ${expected})
if(missing OR extra)
  string(REPLACE ";" "\n  " missing_text "${missing}")
  string(REPLACE ";" "\n  " extra_text "${extra}")
  message(FATAL_ERROR "weft_add_rtl(${NAME}): the ports of ${TOP} are not those of a ${PORTS_AS} "
                      "with ${LINKS} links (${PORTS})\n"
                      " Only a ${PORTS_AS} has (direction, name, bits):\n  ${missing_text}\n"
                      " Only ${TOP} has:\n  ${extra_text}\n")
endif()

# --- one file of all
file(GLOB parts "${FOLDER}/*.cpp")
set(text "// Made by weft_add_rtl(${NAME}).\n")
foreach(part IN LISTS parts)
  cmake_path(GET part FILENAME part)
  string(APPEND text "#include \"${part}\"\n")
endforeach()
set(NAME_CLASS "${class}")
configure_file("${WRAPPER}" "${FOLDER}/wrapper.inc" @ONLY)
string(APPEND text "#include \"wrapper.inc\"\n")
file(WRITE "${OUTPUT}" "${text}")
