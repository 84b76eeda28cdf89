# Verilator's run-time library, and where weft_add_rtl finds what it needs.
execute_process(COMMAND "${WEFT_VERILATOR}" --getenv VERILATOR_ROOT OUTPUT_VARIABLE verilator_root
                OUTPUT_STRIP_TRAILING_WHITESPACE)
set(WEFT_VERILATOR_INCLUDE "${verilator_root}/include" CACHE INTERNAL "")
set(WEFT_RTL_CMAKE "${CMAKE_CURRENT_LIST_DIR}" CACHE INTERNAL "")

# for those who have Verilog, and not for a plugin without any
add_library(weft_verilated OBJECT EXCLUDE_FROM_ALL "${WEFT_VERILATOR_INCLUDE}/verilated.cpp"
                                                   "${WEFT_VERILATOR_INCLUDE}/verilated_threads.cpp")
target_include_directories(weft_verilated SYSTEM PUBLIC "${WEFT_VERILATOR_INCLUDE}")
# $finish, $stop, fatal errors and what is printed go to rtl/common/verilated_run.cpp
target_compile_definitions(weft_verilated PRIVATE VL_USER_FINISH VL_USER_STOP VL_USER_FATAL)
target_compile_options(weft_verilated PRIVATE -w -include
                       "${WEFT_RTL_VERILOG}/common/verilator/print.h")
set_target_properties(weft_verilated PROPERTIES POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF
                                                CXX_VISIBILITY_PRESET hidden)

# weft_verilated_module(<target>): a library of Verilated blocks that is loaded at run time. It needs
# the headers of Weft, but nothing that must be in one place only.
function(weft_verilated_module target)
  target_link_libraries(${target} PRIVATE weft_verilated Threads::Threads)
  target_include_directories(${target} PRIVATE
                             $<TARGET_PROPERTY:Weft::hw,INTERFACE_INCLUDE_DIRECTORIES>
                             $<TARGET_PROPERTY:Weft::rtl,INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_features(${target} PRIVATE cxx_std_20)
  # two libraries in one program share nothing
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden)
  target_compile_options(${target} PRIVATE -fno-gnu-unique)
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/weft_rtl.cmake")
