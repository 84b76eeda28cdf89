# weft_library(<folder> LINKS <target>... [UNITS <kB>] [COLD <part>...] [STUDIES <subfolder>...]): the library
# weft_<folder> of all .cpp and .hpp files of the current folder, but for app/, which is a program. Files
# are named from the root of the repository, in the tree and when installed. What is cold,
# a subfolder or files by a pattern, runs a few times a run, not for each token: a release compiles it with less optimisation, in
# two thirds of the time. What stands in one of STUDIES no platform needs to be read, checked or run: it
# goes into the library of studies, but for files that are COLD.
function(weft_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "UNITS" "LINKS;COLD;STUDIES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *.hpp)
  list(FILTER sources EXCLUDE REGEX "^app/")
  list(FILTER headers EXCLUDE REGEX "^app/")

  # those of a part, out of the other list
  macro(take_out_of list part there)
    set(${there} ${${list}})
    list(FILTER ${there} INCLUDE REGEX "^${part}(/|$)")
    list(FILTER ${list} EXCLUDE REGEX "^${part}(/|$)")
  endmacro()
  set(cold)
  foreach(part IN LISTS arg_COLD)
    take_out_of(sources "${part}" there)
    list(APPEND cold ${there})
  endforeach()
  set(studies)
  foreach(subfolder IN LISTS arg_STUDIES)
    foreach(list IN ITEMS sources headers)
      take_out_of(${list} ${subfolder} there)
      list(APPEND studies ${there})
    endforeach()
  endforeach()
  list(TRANSFORM studies PREPEND "${folder}/")
  set_property(GLOBAL APPEND PROPERTY weft_studies ${studies})

  set(library weft_${folder})
  weft_static_library(${folder} SOURCES ${sources} HEADERS ${headers} UNITS ${arg_UNITS} LINKS ${arg_LINKS})
  if(cold)
    add_library(${library}_cold OBJECT ${cold})
    weft_units(${library}_cold 60)
    target_include_directories(${library}_cold PRIVATE $<TARGET_PROPERTY:${library},INCLUDE_DIRECTORIES>)
    target_link_libraries(${library}_cold PRIVATE weft_warnings $<TARGET_PROPERTY:${library},LINK_LIBRARIES>)
    weft_cold(${library}_cold)
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:${library}_cold>)
  endif()
endfunction()

# weft_studies(LINKS <target>...): the library weft_studies, of what the others have left to it. It goes
# into a library that is loaded, too.
function(weft_studies)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "LINKS")
  get_property(sources GLOBAL PROPERTY weft_studies)
  list(TRANSFORM sources PREPEND "${PROJECT_SOURCE_DIR}/")
  set(files)
  foreach(source IN LISTS sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND files "${source}")
  endforeach()
  set(headers ${files})
  list(FILTER files INCLUDE REGEX "\\.cpp$")
  list(FILTER headers INCLUDE REGEX "\\.hpp$")
  weft_static_library(studies SOURCES ${files} HEADERS ${headers} LINKS ${arg_LINKS})
  set_target_properties(weft_studies PROPERTIES POSITION_INDEPENDENT_CODE ON)
  weft_cold(weft_studies)
endfunction()

# weft_static_library(<name> SOURCES <file>... HEADERS <file>... [UNITS <kB>] LINKS <target>...): weft_<name>, which is
# Weft::<name> for others.
function(weft_static_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "UNITS" "SOURCES;HEADERS;LINKS")
  add_library(weft_${name} STATIC ${arg_SOURCES})
  weft_units(weft_${name} ${arg_UNITS})
  target_link_libraries(weft_${name} PRIVATE $<BUILD_INTERFACE:weft_warnings>)
  add_library(Weft::${name} ALIAS weft_${name})
  set_target_properties(weft_${name} PROPERTIES EXPORT_NAME ${name})
  target_link_libraries(weft_${name} PUBLIC ${arg_LINKS})
  target_sources(weft_${name} PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}"
                 FILES ${arg_HEADERS})
endfunction()

# weft_cold(<target>): it is not the place where a run spends its time. Of a template that others
# instantiate too, the linker takes the copy that it sees first: weft_plugin_host shows it those first.
function(weft_cold target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
