# What is installed, and the package that find_package(Weft) finds.
include(CMakePackageConfigHelpers)

install(TARGETS weft_systemc weft_hw weft_tlm weft_rtl weft_platforms weft_testbench EXPORT WeftTargets
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft)
install(TARGETS weft)

# ready platforms and data files, in the same folders as in the tree
file(GLOB_RECURSE data CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
     platforms/*.yaml platforms/*.json platforms/graphs/* platforms/programs/*
     testbench/*.yaml docs/examples/*)
foreach(file IN LISTS data)
  cmake_path(GET file PARENT_PATH folder)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/weft/${folder})
endforeach()

# the Verilog, and what weft_add_rtl needs
file(GLOB_RECURSE verilog CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
     rtl/*.v rtl/*.vh rtl/*/ports.txt rtl/common/*.cpp rtl/common/*.h)
foreach(file IN LISTS verilog)
  cmake_path(GET file PARENT_PATH folder)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/weft/${folder})
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Weft)
install(EXPORT WeftTargets NAMESPACE Weft:: DESTINATION ${package_folder})
set(WEFT_RTL_INSTALLED "${CMAKE_INSTALL_DATADIR}/weft/rtl")
configure_package_config_file(cmake/WeftConfig.cmake.in "${PROJECT_BINARY_DIR}/WeftConfig.cmake"
                              INSTALL_DESTINATION ${package_folder}
                              PATH_VARS WEFT_RTL_INSTALLED)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/WeftConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/WeftConfig.cmake" "${PROJECT_BINARY_DIR}/WeftConfigVersion.cmake"
        DESTINATION ${package_folder})
install(FILES cmake/weft_modules.cmake cmake/weft_plugin.cmake cmake/weft_rtl.cmake cmake/weft_verilator.cmake cmake/verilate.cmake
              cmake/plugin.cpp.in DESTINATION ${package_folder})
