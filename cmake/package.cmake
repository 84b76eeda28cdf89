# What is installed, and the package that find_package(Weft) finds.
include(CMakePackageConfigHelpers)

# each library by itself, as a user may have what one of them needs and not what another does
foreach(library IN LISTS weft_libraries)
  install(TARGETS weft_${library} EXPORT Weft_${library}
          FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft)
endforeach()
install(TARGETS weft_systemc EXPORT Weft_hw)
install(TARGETS weft)

# ready platforms and data files, in the same folders as in the tree
file(GLOB_RECURSE data CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
     platforms/*.yaml platforms/*.json platforms/graphs/* platforms/programs/*
     testbench/*.yaml docs/examples/*)
foreach(file IN LISTS data)
  cmake_path(GET file PARENT_PATH folder)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/weft/${folder})
endforeach()

# the pages
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md LICENSE dependencies.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})

# what the program that is installed says of itself: the manual, and what shells complete
set(said "${PROJECT_BINARY_DIR}/generated/shell")
file(MAKE_DIRECTORY "${said}")
foreach(text IN ITEMS "manual;weft.1" "completion;bash;weft.bash" "completion;zsh;_weft"
                      "completion;fish;weft.fish")
  list(POP_BACK text file)
  list(JOIN text " " words)
  install(CODE "execute_process(COMMAND \"$<TARGET_FILE:weft>\" ${words} -o \"${said}/${file}\"
                                COMMAND_ERROR_IS_FATAL ANY)")
endforeach()
install(FILES "${said}/weft.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES "${said}/weft.bash" DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME weft)
install(FILES "${said}/_weft" DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES "${said}/weft.fish" DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# the Verilog, and what weft_add_rtl needs
file(GLOB_RECURSE verilog CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
     rtl/*.v rtl/*.vh rtl/*/ports.txt rtl/common/*.cpp rtl/common/*.h)
foreach(file IN LISTS verilog)
  cmake_path(GET file PARENT_PATH folder)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/weft/${folder})
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Weft)
foreach(library IN LISTS weft_libraries)
  install(EXPORT Weft_${library} NAMESPACE Weft:: DESTINATION ${package_folder})
endforeach()
set(WEFT_RTL_INSTALLED "${CMAKE_INSTALL_DATADIR}/weft/rtl")
configure_package_config_file(cmake/WeftConfig.cmake.in "${PROJECT_BINARY_DIR}/WeftConfig.cmake"
                              INSTALL_DESTINATION ${package_folder}
                              PATH_VARS WEFT_RTL_INSTALLED CMAKE_INSTALL_BINDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/WeftConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/WeftConfig.cmake" "${PROJECT_BINARY_DIR}/WeftConfigVersion.cmake"
        DESTINATION ${package_folder})
install(FILES cmake/weft_packages.cmake cmake/weft_plugin.cmake cmake/weft_rtl.cmake cmake/weft_verilator.cmake
              cmake/verilate.cmake cmake/plugin.cpp.in DESTINATION ${package_folder})

# `cpack` makes a Debian package; what it depends on is read from the program.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME weft)
set(CPACK_PACKAGE_CONTACT "Weft")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Cycle-accurate SystemC models of iWarp and transputer multicomputers")
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gtkwave, verilator")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
include(CPack)
