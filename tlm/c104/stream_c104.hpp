// The C104 packet switch at `stream` level.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

#include "hw/c104/parameters.hpp"
#include "hw/common/time.hpp"
#include "tlm/c104/packet_switch.hpp"
#include "tlm/c104/stream_crossbar.hpp"
#include "tlm/engine/bank.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/stream/stream_port.hpp"

namespace weft::stream {

/// The same switch as weft::C104 with packets that flow, the stream-passing model of thesis 3.5.4;
/// link ends `link0`, `link1`, ..., one for each port that is connected.
///
/// How much of a packet has arrived, crossed and left is counted in the time that it takes on a
/// link, 10 bits a token and 4 for the end; all links are of one rate. What has arrived and has a
/// connection crosses to the output buffer as soon as there is room, as the crossbar moves a token
/// in a fraction of a token's time on a link. An input grants room for eight tokens at a time, as
/// flow control tokens do; it asks for a pause when what it has granted has come in, and for its
/// end when there is room for eight tokens more.
///
/// A link that is held asks for a pause and takes no packet until it is started, and then runs at
/// once; one that is halted does so again, and a packet that crosses to it goes on to its end.
///
/// Three entries of the wheel a packet: its header is decoded, it begins at the output, it has
/// left. More only where a buffer is full or may run full, or its end crosses later than it has
/// come.
class C104 : public PacketSwitch<StreamCrossbar> {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  C104(sc_core::sc_module_name name, const C104Parameters& parameters,
       const std::vector<DsLinkParameters>& links, std::uint64_t seed, Wheel& wheel);

  // --- ControlledSwitch
  SwitchInputHead input_head(unsigned port) const override;
  SwitchLinkStatus link_status(unsigned port) const override;
  StandingPacket packet_at(unsigned input, Time now) const override;
  OutputState output(unsigned port, Time now) const override;
  bool expects_event(Time) const override { return crossbar_->expects_event(); }

 private:
  using Flow = StreamCrossbar::Flow;

  const Flow* head(unsigned input) const;
};

}  // namespace weft::stream
