# The libraries from outside.
include(weft_packages)
foreach(library IN LISTS weft_libraries)
  foreach(package IN LISTS weft_packages_${library})
    find_package(${package} REQUIRED)
  endforeach()
  weft_find_modules(${library})
endforeach()
find_package(CLI11 REQUIRED)

# Debian's libsystemc exports the C++17 flavour of its API check only; C++20 code has to ask for it.
add_library(weft_systemc INTERFACE)
target_link_libraries(weft_systemc INTERFACE PkgConfig::systemc)
target_compile_definitions(weft_systemc INTERFACE SC_CPLUSPLUS=201703L)
target_compile_features(weft_systemc INTERFACE cxx_std_20)
