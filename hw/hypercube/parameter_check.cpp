#include "hw/hypercube/parameter_check.hpp"

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"
#include "hw/hypercube/packet.hpp"
#include "hw/hypercube/whole_message.hpp"

namespace weft {

namespace {

bool can_be_adaptive(HypercubeTransport transport) {
  return carries_whole_messages(transport) && transport != HypercubeTransport::wormhole;
}

void check_acknowledgements(const HypercubeChipParameters& p) {
  if (p.links == HypercubeLinks::bidirectional) {
    throw ParameterError({"acknowledgement_bytes", "direction"},
                         fmt::format("acknowledgement_bytes ({}) must be 0 on bidirectional links, "
                                     "whose directions do not interfere",
                                     p.acknowledgement_bytes));
  }
  if (!carries_whole_messages(p.transport)) {
    throw ParameterError({"acknowledgement_bytes", "transport"},
                         fmt::format("acknowledgement_bytes ({}) must be 0: packets are granted a "
                                     "buffer before they go, and need none",
                                     p.acknowledgement_bytes));
  }
}

void check_coprocessor(const HypercubeChipParameters& p) {
  if (carries_whole_messages(p.transport)) {
    throw ParameterError({"coprocessor", "transport"},
                         "coprocessor (true) must be false: it sends packets, not whole messages");
  }
  if (p.pair_order == HypercubePairOrder::none) {
    throw ParameterError({"pair_order", "coprocessor"},
                         "pair_order (none) must be tagged or same_step with a co-processor: "
                         "messages that mix are written to where they do not belong");
  }
  if (p.injection == HypercubeInjection::in_sequence) {
    throw ParameterError({"injection", "coprocessor"},
                         "injection (in_sequence) must be each_port with a co-processor, whose "
                         "sends wait in a list for each port");
  }
  if (p.memory_bytes % 16 != 0 || p.memory_bytes == 0) {
    throw ParameterError({"memory"}, fmt::format("memory ({}) must be a multiple of 16 bytes, and "
                                                 "not 0",
                                                 p.memory_bytes));
  }
  if (p.system_buffer_bytes % 16 != 0 || p.system_buffer_bytes >= p.memory_bytes) {
    throw ParameterError({"system_buffers", "memory"},
                         fmt::format("system_buffers ({}) must be a multiple of 16 bytes below "
                                     "memory ({})",
                                     p.system_buffer_bytes, p.memory_bytes));
  }
  if (p.move_ticks == 0 || p.access_ticks == 0 || p.exception_ticks == 0) {
    throw ParameterError({"move_ticks", "access_ticks", "exception_ticks"},
                         "move_ticks, access_ticks and exception_ticks must be 1 or more");
  }
}

}  // namespace

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
    throw ParameterError({"arbitration_ticks", "byte_ticks", "arbitration"},
                         fmt::format("arbitration_ticks ({}) must be at most {}, the data of a "
                                     "packet, to be hidden behind them",
                                     p.arbitration_ticks, data_ticks));
  }
  if (p.route_bytes < 1 || p.route_bytes > hypercube_header_bytes) {
    throw ParameterError({"route_bytes"},
                         fmt::format("route_bytes ({}) must be 1 to {}, the header of a message",
                                     p.route_bytes, hypercube_header_bytes));
  }
  if (p.routing == HypercubeRouting::adaptive && !can_be_adaptive(p.transport)) {
    throw ParameterError(
        {"routing", "transport"},
        "routing (adaptive) must be fixed or quasi_adaptive: packets and wormholes "
        "keep to the fixed route but for a first step");
  }
  if (p.acknowledgement_bytes != 0) check_acknowledgements(p);
  if (p.coprocessor) check_coprocessor(p);
}

}  // namespace weft
