# The libraries that pkg-config knows; included by the tree and by WeftConfig.cmake.
pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc)
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(MUPARSER REQUIRED IMPORTED_TARGET muparser)
pkg_check_modules(GRAPHVIZ REQUIRED IMPORTED_TARGET libgvc)
