# weft_library(<folder> LINKS <target>...): the library weft_<folder> of all .cpp and .hpp files of
# the current folder, but for app/, which is a program. Files are
# named from the root of the repository, in the tree and when installed.
function(weft_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *.hpp)
  list(FILTER sources EXCLUDE REGEX "^app/")
  list(FILTER headers EXCLUDE REGEX "^app/")

  set(library weft_${folder})
  add_library(${library} STATIC ${sources})
  weft_units(${library})
  target_link_libraries(${library} PRIVATE $<BUILD_INTERFACE:weft_warnings>)
  add_library(Weft::${folder} ALIAS ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${folder})
  target_link_libraries(${library} PUBLIC ${arg_LINKS})
  target_sources(${library} PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}"
                 FILES ${headers})
endfunction()
