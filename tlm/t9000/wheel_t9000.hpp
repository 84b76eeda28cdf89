// What all T9000s with TLM links have.
#pragma once

#include <systemc>

#include "hw/t9000/parameters.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "hw/t9000/t9000_module.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/engine/wheel_cycles.hpp"
#include "tlm/protocol/link_place.hpp"

namespace weft {

/// The same processor as weft::T9000 on a wheel, whatever its link ends are.
template <class Link>
class WheelT9000 : public T9000Module<Link, WheelCycles<T9000Core>>, public StartsItsLinks {
 protected:
  WheelT9000(sc_core::sc_module_name name, const T9000Parameters& parameters,
             unsigned processor_number, Wheel& wheel)
      : T9000Module<Link, WheelCycles<T9000Core>>(name, parameters, processor_number, wheel) {}

 private:
  void start_of_simulation() override {
    for (const auto& link : this->links()) link->start();
  }
};

}  // namespace weft
