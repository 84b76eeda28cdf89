# The libraries from outside. What a user of an installed Weft needs too stands in WEFT_PACKAGES,
# from which WeftConfig.cmake is made.
set(WEFT_PACKAGES PkgConfig Threads Boost boost_graph fmt spdlog yaml-cpp nlohmann_json)
foreach(package IN LISTS WEFT_PACKAGES ITEMS CLI11)
  find_package(${package} REQUIRED)
endforeach()
include(weft_modules)

# Debian's libsystemc exports the C++17 flavour of its API check only; C++20 code has to ask for it.
add_library(weft_systemc INTERFACE)
target_link_libraries(weft_systemc INTERFACE PkgConfig::SYSTEMC)
target_compile_definitions(weft_systemc INTERFACE SC_CPLUSPLUS=201703L)
target_compile_features(weft_systemc INTERFACE cxx_std_20)
