// Included before all of Verilator's run-time library: what $display, $error and assertions print.
#pragma once

// printf(3), to standard error; defined in rtl/common/verilated_run.cpp.
extern int weft_rtl_print(const char* format, ...) __attribute__((format(printf, 1, 2)));
#define VL_PRINTF weft_rtl_print
