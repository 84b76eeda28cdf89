# Installs the build in WEFT_BUILD to a prefix of its own and builds the project of this folder
# against it: a good switch, one that ends the run, and one whose ports are wrong.
set(work "${WEFT_BUILD}/rtl_plugin")
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}/run")

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${work}/run" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# run_to(STATUS TEXT COMMAND...): it must end with that status and say all of TEXT.
function(run_to status texts)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${work}/run" RESULT_VARIABLE result
                  OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT result EQUAL status)
    message(FATAL_ERROR "${ARGN}: status ${result}, expected ${status}\n${said}")
  endif()
  foreach(text IN LISTS texts)
    string(FIND "${said}" "${text}" place)
    if(place EQUAL -1)
      message(FATAL_ERROR "${ARGN}: does not say `${text}` but\n${said}")
    endif()
  endforeach()
endfunction()

function(configure top)
  run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}" -B "${work}/build" -G "${GENERATOR}"
      "-DCMAKE_PREFIX_PATH=${work}/prefix" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DTOP=${top}")
endfunction()

run("${CMAKE_COMMAND}" --install "${WEFT_BUILD}" --prefix "${work}/prefix")
set(weft "${work}/prefix/bin/weft")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/platform.yaml" DESTINATION "${work}/run")
set(library "${work}/run/libmy_switch.so")

configure(my_switch)
run("${CMAKE_COMMAND}" --build "${work}/build")
file(COPY_FILE "${work}/build/libmy_switch.so" "${library}")
run_to(0 "1 at rtl" "${weft}" run platform.yaml --trace waves.vcd)
# the same as without it
foreach(type IN ITEMS my_switch c104)
  execute_process(COMMAND "${weft}" run platform.yaml --set components.switch.type=${type}
                  --json ${type}.json WORKING_DIRECTORY "${work}/run" COMMAND_ERROR_IS_FATAL ANY)
  file(READ "${work}/run/${type}.json" json)
  string(JSON ${type}_values GET "${json}" values)
endforeach()
if(NOT my_switch_values STREQUAL c104_values)
  message(FATAL_ERROR "my_switch: ${my_switch_values}\nc104: ${c104_values}")
endif()

# a plugin of another Weft: the version stands in it as text
file(RENAME "${library}" "${work}/run/this.so")
execute_process(COMMAND sed "s/${VERSION}/9.9.9/" "${work}/run/this.so" OUTPUT_FILE "${library}"
                COMMAND_ERROR_IS_FATAL ANY)
run_to(2 "which was built for Weft 9.9.9" "${weft}" run platform.yaml)

configure(my_finishing_switch)
run("${CMAKE_COMMAND}" --build "${work}/build")
file(COPY_FILE "${work}/build/libmy_switch.so" "${library}")
run_to(1 "$finish in RTL" "${weft}" run platform.yaml --trace finish.vcd)
if(NOT EXISTS "${work}/run/finish.vcd")
  message(FATAL_ERROR "$finish has left no waves")
endif()

configure(my_wrong_switch)
run_to(1 "output s_out 4;input d_in 4;input d_in 3;output busy 1" "${CMAKE_COMMAND}" --build
       "${work}/build")
