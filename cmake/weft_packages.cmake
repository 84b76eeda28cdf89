# What each library of Weft needs from outside, beside the libraries of Weft that it is made of: for
# the tree, and for WeftConfig.cmake.
set(weft_libraries hw tlm rtl platforms testbench studies)
set(weft_made_of_tlm hw)
set(weft_made_of_rtl hw)
set(weft_made_of_platforms tlm rtl)
set(weft_made_of_testbench platforms)
set(weft_made_of_studies testbench)

set(weft_packages_hw PkgConfig)
set(weft_packages_rtl fmt)
set(weft_packages_platforms Boost yaml-cpp nlohmann_json)
set(weft_packages_testbench Threads spdlog)

# those that pkg-config knows
set(weft_modules_hw systemc)
set(weft_modules_studies sqlite3 muparser libgvc)

# weft_with_parts(<variable> <library>...): these and all that they are made of, each behind its parts.
function(weft_with_parts variable)
  set(all)
  foreach(library IN LISTS ARGN)
    if(NOT library IN_LIST weft_libraries)
      continue()
    endif()
    weft_with_parts(parts ${weft_made_of_${library}})
    list(APPEND all ${parts} ${library})
  endforeach()
  list(REMOVE_DUPLICATES all)
  set(${variable} ${all} PARENT_SCOPE)
endfunction()

# weft_find_modules(<library>): as targets PkgConfig::<module>.
macro(weft_find_modules library)
  foreach(module IN LISTS weft_modules_${library})
    if(NOT TARGET PkgConfig::${module})
      pkg_check_modules(${module} REQUIRED IMPORTED_TARGET ${module})
    endif()
  endforeach()
endmacro()
