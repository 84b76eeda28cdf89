# Installs the build in WEFT_BUILD to a prefix of its own, then configures, builds and runs the
# consumer against what was installed.
set(work "${WEFT_BUILD}/consumer")
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}/run")

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${work}/run" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run("${CMAKE_COMMAND}" --install "${WEFT_BUILD}" --prefix "${work}/prefix")
foreach(file IN ITEMS share/man/man1/weft.1 share/bash-completion/completions/weft
                      share/zsh/vendor-completions/_weft share/fish/vendor_completions.d/weft.fish
                      share/doc/Weft/tutorial.md share/doc/Weft/dependencies.txt)
  file(SIZE "${work}/prefix/${file}" size)
  if(size LESS 500)
    message(FATAL_ERROR "${file} has ${size} bytes")
  endif()
endforeach()
# as where these are not installed
foreach(package IN ITEMS Boost fmt spdlog yaml-cpp nlohmann_json Threads)
  list(APPEND without "-DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON")
endforeach()
run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}" -B "${work}/build" -G "${GENERATOR}" ${without}
    "-DCMAKE_PREFIX_PATH=${work}/prefix" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_BUILD_TYPE=${TYPE}")
run("${CMAKE_COMMAND}" --build "${work}/build")
run("${work}/build/consumer")
# a ready platform finds the file of its graph
run("${work}/prefix/bin/weft" check campus)
