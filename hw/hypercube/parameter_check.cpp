#include "hw/hypercube/parameter_check.hpp"

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"
#include "hw/hypercube/packet.hpp"

namespace weft {

void check_parameters(const HypercubeChipParameters& p) {
  if (p.degree < 1 || p.degree > 14) {
    throw ParameterError({"degree"}, fmt::format("degree ({}) must be 1 to 14", p.degree));
  }
  if (p.buffers == 0) throw ParameterError({"buffers"}, "buffers (0) must be 1 or more");
  if (p.buffers == 1 && p.contrary_rule && p.routing == HypercubeRouting::quasi_adaptive) {
    throw ParameterError({"buffers", "routing"},
                         "buffers (1) must be 2 or more: a packet that is contrary never gets the "
                         "only one");
  }
  if (p.tick == 0) throw ParameterError({"tick"}, "tick (0) must be 1 ps or more");
  if (p.byte_ticks == 0) throw ParameterError({"byte_ticks"}, "byte_ticks (0) must be 1 or more");
  if (p.arbitration_ticks < 3) {
    throw ParameterError(
        {"arbitration_ticks"},
        fmt::format("arbitration_ticks ({}) must be 3 or more: a tick each to ask, "
                    "to reserve a buffer and to take the link",
                    p.arbitration_ticks));
  }
  const unsigned data_ticks = hypercube_packet_data_bytes * p.byte_ticks;
  if (p.arbitration == HypercubeArbitration::hidden && p.arbitration_ticks > data_ticks) {
    throw ParameterError({"arbitration_ticks", "arbitration"},
                         fmt::format("arbitration_ticks ({}) must be at most {}, the data of a "
                                     "packet, to be hidden behind them",
                                     p.arbitration_ticks, data_ticks));
  }
}

}  // namespace weft
