// Where a link of a hypercube has lines at one end and TLM calls at the other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <systemc>

#include "hw/common/time.hpp"
#include "hw/hypercube/line_packets.hpp"
#include "hw/hypercube/link_pins.hpp"
#include "tlm/protocol/hypercube_protocol.hpp"

namespace weft {

/// Of a link of packet chips: turns calls into levels on lines and what stands on the lines into
/// calls, both directions. It adds no time. A call at a tick is on the lines in the middle of it,
/// so that the chip there samples it at the next tick, as it does what another chip on lines
/// drives; what that chip drives at a tick is told at that tick. A packet is told when its last
/// byte is on the lines, before its tail: the chip at the end of the calls must not need its header
/// earlier, so that its arbitration is `paid` and its packets are `stored`.
class HypercubeLineTransactor final : public sc_core::sc_module,
                                      private HypercubeForward,
                                      private HypercubeBackward {
 public:
  SC_HAS_PROCESS(HypercubeLineTransactor);

  HypercubeTargetSocket from_calls{"from_calls"};
  HypercubeInitiatorSocket to_calls{"to_calls"};
  HypercubeLinkPins lines{"lines"};

  /// Of the chips at both ends: ps, 2 or more; and 1 or more.
  HypercubeLineTransactor(sc_core::sc_module_name name, Time tick, unsigned byte_ticks);

 private:
  tlm::tlm_sync_enum nb_transport_fw(HypercubePayload& told, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(HypercubePayload& told, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;

  // what stands on the lines
  void hear_forth();
  void hear_back();
  void take_byte();
  // what is driven
  void drive();
  HypercubeForthLevels forth_levels(Time tick);
  HypercubeBackLevels back_levels(Time tick);
  void drive_in_the_middle() { drive_.notify(sc_core::sc_time::from_value(tick_ / 2)); }

  Time tick_;
  Time byte_time_;
  sc_core::sc_event drive_;
  sc_core::sc_event byte_;
  // from the lines
  std::uint16_t wanted_ = 0;
  bool receiving_ = false;
  Time begin_ = 0;      // of the packet that comes in
  unsigned taken_ = 0;  // of its bytes
  std::array<std::uint8_t, hypercube_packet_bytes> bytes_{};
  // to the lines
  HypercubeRequest asked_;
  std::optional<unsigned> granted_;  // for one tick
  Time granted_at_ = 0;
  HypercubeLinePackets sending_;
};

}  // namespace weft
