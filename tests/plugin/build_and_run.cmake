# An architect's own project: it installs the build in WEFT_BUILD to a prefix of its own, in a
# temporary folder, copies the example of the docs beside it and works there. CASE is one of
#   example  the example is built, loaded and traced
#   endings  RTL that ends the run: $finish, $stop, $error, an assertion, a loop that does not settle
#   refused  RTL that cannot be built in: what the build says of each
#   link     the example of a DS-Link: built, loaded, traced, refused, ended
#   codec    the example of a codec with a file of pins: its page, and what is refused
#   cell     the same of an iWarp cell
#   types    the example of types in C++: built, described, run, swept, refused
cmake_minimum_required(VERSION 3.25)
set(name my_switch)
if(CASE STREQUAL cell)
  set(name my_cell)
elseif(CASE STREQUAL codec)
  set(name my_codec)
elseif(CASE STREQUAL types)
  set(name my_types)
elseif(CASE STREQUAL link)
  set(name my_link)
endif()
set(example "${WEFT_SOURCE}/docs/examples/${name}")
execute_process(COMMAND mktemp -d OUTPUT_VARIABLE work OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
set(project "${work}/${name}")
set(weft "${work}/prefix/bin/weft")

# run_to(STATUS TEXTS COMMAND...): it must end with that status and say all of TEXTS.
function(run_to status texts)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${project}" RESULT_VARIABLE result
                  OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT result EQUAL status)
    message(FATAL_ERROR "${ARGN}: status ${result}, expected ${status}\n${said}")
  endif()
  # as one line each, however it was broken
  string(REGEX REPLACE "[ \n]+" " " flat "${said}")
  foreach(text IN LISTS texts)
    string(FIND "${flat}" "${text}" place)
    if(place EQUAL -1)
      message(FATAL_ERROR "${ARGN}: does not say `${text}` but\n${said}")
    endif()
  endforeach()
endfunction()

# replace(FILE FROM TO): FROM must be there.
function(replace file from to)
  file(READ "${project}/${file}" text)
  string(REPLACE "${from}" "${to}" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "${file} has no `${from}`")
  endif()
  file(WRITE "${project}/${file}" "${changed}")
endfunction()

function(configure)
  run_to(0 "" "${CMAKE_COMMAND}" -B build -G "${GENERATOR}" "-DCMAKE_PREFIX_PATH=${work}/prefix"
         "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}")
endfunction()

# same_values(COMPONENT TYPE MORE): the platform measures the same when COMPONENT is of Weft's own
# TYPE, with the keys MORE, as it does with the one of the plugin.
function(same_values component type more)
  run_to(0 "" "${weft}" run platform.yaml --json plugin.json)
  set(keys)
  foreach(key IN LISTS more)
    list(APPEND keys --set "components.${component}.${key}")
  endforeach()
  run_to(0 "" "${weft}" run platform.yaml --set components.${component}.type=${type} ${keys}
         --json own.json)
  foreach(side IN ITEMS plugin own)
    file(READ "${project}/${side}.json" json)
    string(JSON ${side} GET "${json}" values)
  endforeach()
  if(NOT plugin STREQUAL own)
    message(FATAL_ERROR "plugin: ${plugin}\n${type}: ${own}")
  endif()
endfunction()

# run_page(PAGE): the commands of a page of the docs, as a reader would type them in an empty folder.
# Sets `said`. What it builds runs for a moment: it is not optimised, unless the project says so.
function(run_page page)
  execute_process(COMMAND awk "/^```shell$/ { on = 1; next } /^```/ { on = 0 } on"
                          "${WEFT_SOURCE}/docs/${page}"
                  OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE "${project}")
  file(WRITE "${work}/commands.sh" "set -ex\n${commands}")
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env "WEFT=${work}/prefix" "CXXFLAGS=${FLAGS}"
                          CMAKE_BUILD_TYPE=None "CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" bash commands.sh
                  WORKING_DIRECTORY "${work}" RESULT_VARIABLE status OUTPUT_VARIABLE out
                  ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "docs/${page}: status ${status}\n${out}")
  endif()
  set(said "${out}" PARENT_SCOPE)
endfunction()

function(must_hold file text)
  file(STRINGS "${project}/${file}" lines REGEX "${text}")
  if(NOT lines)
    message(FATAL_ERROR "${file} does not hold ${text}")
  endif()
endfunction()

file(MAKE_DIRECTORY "${project}")
run_to(0 "" "${CMAKE_COMMAND}" --install "${WEFT_BUILD}" --prefix "${work}/prefix")
if(NOT CASE MATCHES "example|types|codec")
  file(COPY "${example}" DESTINATION "${work}")
endif()
include("${CMAKE_CURRENT_LIST_DIR}/${CASE}.cmake")
file(REMOVE_RECURSE "${work}")
