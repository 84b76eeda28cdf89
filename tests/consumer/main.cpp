// An architect's own testbench against an installed Weft.
#include <systemc>

#include "hw/common/time.hpp"

int sc_main(int, char**) {
  sc_core::sc_start(1, sc_core::SC_NS);
  const bool right = sc_core::sc_time_stamp().value() == weft::nanosecond;
  return right ? 0 : 1;
}
