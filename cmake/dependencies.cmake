# The libraries from outside. What a user of an installed Weft needs too stands in WEFT_PACKAGES,
# from which WeftConfig.cmake is made.
set(WEFT_PACKAGES PkgConfig Threads Boost boost_graph fmt spdlog yaml-cpp nlohmann_json)
foreach(package IN LISTS WEFT_PACKAGES ITEMS CLI11)
  find_package(${package} REQUIRED)
endforeach()
pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc)
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(MUPARSER REQUIRED IMPORTED_TARGET muparser)
pkg_check_modules(GRAPHVIZ REQUIRED IMPORTED_TARGET libgvc)

# Debian's libsystemc exports the C++17 flavour of its API check only; C++20 code has to ask for it.
add_library(weft_systemc INTERFACE)
target_link_libraries(weft_systemc INTERFACE PkgConfig::SYSTEMC)
target_compile_definitions(weft_systemc INTERFACE SC_CPLUSPLUS=201703L)
target_compile_features(weft_systemc INTERFACE cxx_std_20)
