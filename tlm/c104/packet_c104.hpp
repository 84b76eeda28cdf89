// The C104 packet switch at `packet` level.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

#include "hw/c104/parameters.hpp"
#include "hw/common/time.hpp"
#include "tlm/c104/packet_crossbar.hpp"
#include "tlm/c104/packet_switch.hpp"
#include "tlm/engine/bank.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/packet/packet_port.hpp"

namespace weft::packet {

/// The same switch as weft::C104 by whole packets, the packet-passing model of thesis 3.5.4;
/// link ends `link0`, `link1`, ..., one for each port that is connected.
///
/// All buffering is at the input: `input_buffer` and `output_buffer` tokens together. A packet
/// takes its room there when it begins to come in and gives it back when its tail has left. Inputs
/// are strictly first in, first out. A packet asks for an output once its header is in and decoded
/// (C104Parameters::routing_latency, with the bit that verifies the header; 0 for neither), and
/// gets it when the output is free and the far end has room for all of the packet. Who asked first
/// keeps its turn while it waits for room.
///
/// A link that is held grants no room and takes no packet until it is started, and then runs at
/// once. One that is halted takes back what it granted; the packets that it was carrying are cut,
/// and lost where their headers are not yet decoded. One that is in the switch is routed by the
/// tables that there are; one for links that are all halted, at either end, is lost with
/// C104Parameters::localize_error.
///
/// At one time first all tails leave, and packets that wait for what becomes free by that have
/// their turn; then the headers that are decoded ask, those of a switch in the order of the numbers
/// of their inputs. So nothing hangs on the order in which the models are asked.
///
/// One entry of the wheel a packet, when it asks for an output; of a switch in which packets wait
/// one more for each time at which one of them may go. Where contention is left out
/// (C104Parameters::contention) there is one a packet, or two with throttling.
class C104 : public PacketSwitch<PacketCrossbar> {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all. `framed` has a bit for each
  /// link whose far end counts frames (an adaptive router).
  C104(sc_core::sc_module_name name, const C104Parameters& parameters,
       const std::vector<DsLinkParameters>& links, std::uint64_t framed, std::uint64_t seed,
       Wheel& wheel);

  // --- ControlledSwitch
  SwitchPolicy& policy_to_write() override;
  SwitchInputHead input_head(unsigned port) const override;
  SwitchLinkStatus link_status(unsigned port) const override;

  /// A packet that crosses has room for all of it, and so moves.
  StandingPacket packet_at(unsigned input, Time now) const override;
  OutputState output(unsigned port, Time now) const override;
  bool expects_event(Time now) const override;

 private:
  using Transit = PacketCrossbar::Transit;
};

}  // namespace weft::packet
