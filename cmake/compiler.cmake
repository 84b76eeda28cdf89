# How our own code is compiled.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo or MinSizeRel" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# a profiler walks the stack by frame pointers; without them a run has 2 % fewer instructions
add_compile_options($<$<CONFIG:Debug,RelWithDebInfo>:-fno-omit-frame-pointer>)

option(WEFT_LTO "Link-time optimisation" OFF)
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${WEFT_LTO})

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # relative paths in the cache: a second clone of the tree compiles nothing anew
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      # precompiled headers need these
      CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE}")
endif()

add_library(weft_warnings INTERFACE)
target_compile_options(weft_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                               -Werror)

# weft_program(<target> [<library>...]): what each executable of ours takes.
function(weft_program target)
  target_link_libraries(${target} PRIVATE weft_warnings ${ARGN})
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=address")
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/sanitizer_defaults.cpp")
  endif()
endfunction()
