// The C104 packet switch at `stream` level.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/c104/parameters.hpp"
#include "hw/c104/switch_policy.hpp"
#include "hw/common/packet_transfer.hpp"
#include "hw/common/pool.hpp"
#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "tlm/c104/packet_switch.hpp"
#include "tlm/c104/waiting_packets.hpp"
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
/// An entry of the wheel for each input and each output: at the next time at which, with all flows
/// as they are, a buffer may be full or have room, a packet has crossed or left, or runs dry.
class C104 : public PacketSwitch, private StreamClient {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  C104(sc_core::sc_module_name name, const C104Parameters& parameters,
       const std::vector<DsLinkParameters>& links, std::uint64_t seed, Wheel& wheel);

  /// A port that is connected (C104LinkParameters).
  StreamPort& link(unsigned port) { return *links_.at(port); }
  /// Its links do not start with the run, but by their command registers; before the run.
  void hold_links();

  // --- ControlledSwitch
  SwitchInputHead input_head(unsigned port) const override;
  SwitchLinkStatus link_status(unsigned port) const override;
  void start_link(unsigned port) override;
  void halt_link(unsigned port, Time now) override;

  StandingPacket packet_at(unsigned input, Time now) const override;
  OutputState output(unsigned port, Time now) const override;
  bool expects_event(Time now) const override;

 private:
  /// Amounts of a packet and of buffers, in ps of a link; what has left a buffer is told before
  /// what has come in since, so that they can be negative for a moment.
  using Amount = std::int64_t;

  /// A packet in the switch; from a pool.
  struct Flow {
    PacketTransfer packet;
    Amount length = 0;
    Amount arrived = 0;
    Amount crossed = 0;
    Amount left = 0;
    Time request = 0;    // when it asked for an output
    Time supplied = 0;   // since when there has been something of it to send
    bool ended = false;  // all of it has arrived, and that was told
    bool requested = false;
    unsigned input = 0;
    unsigned output = no_port;  // that it crosses to, or has crossed to
    Interval route;

    unsigned input_number() const { return input; }
    bool has_output() const { return output != no_port; }
    bool over() const { return ended && crossed == length; }
    bool dropped() const { return requested && route.action != IntervalAction::route; }
  };

  struct Input {
    Input(C104& owner, unsigned number);

    C104* router;
    unsigned port;
    WheelEntry decode;  // of the packet at the head
    WheelEntry settle;
    Ring<Flow*> queue;    // the head asks or crosses, the last may be arriving
    bool flows = false;   // the last one arrives
    bool blocks = false;  // a pause was asked for
    Amount held = 0;      // arrived and not crossed
    Amount passed = 0;    // of all packets, crossed or dropped
    Time since = 0;       // amounts are those of then

    void decode_head() { router->decode(port); }
    void settle_now() { router->settle(port); }
  };

  struct Output {
    Output(C104& owner, unsigned number);

    C104* router;
    unsigned port;
    WheelEntry settle;
    Ring<Flow*> queue;         // the first is on the link, or will be next
    Flow* crossing = nullptr;  // the last of them, while it is connected
    bool begun = false;        // the first has begun on the link ...
    bool flows = false;        // ... and flows
    bool blocked = false;      // the far end has no room
    Time unblocked = 0;        // when that ended last
    Amount held = 0;           // crossed and not left
    Time since = 0;

    void settle_now() { router->settle_output(port); }
  };

  /// Of a port that is connected.
  struct Port {
    Port(C104& owner, unsigned number) : input(owner, number), output(owner, number) {}

    Input input;
    Output output;
  };

  void start_of_simulation() override;
  // StreamClient
  void packet_begins(unsigned port, const PacketTransfer& packet, Time now) override;
  void flow_changes(unsigned port, bool flows, Time now) override;
  void packet_ends(unsigned port, Time now) override;
  void block_changes(unsigned port, bool blocked, Time now) override;

  void advance(unsigned port, Time now);
  void advance_output(unsigned port, Time now);
  void cross(Flow& flow);
  void settle(unsigned port);
  void settle_output(unsigned port);
  void finish_crossing(Flow& flow, Time now);
  void expect_header(Input& input, Time now);
  void decode(unsigned port);
  void drop_head(Input& input, Time now);
  void grant(Time now);
  bool is_free(unsigned output) const {
    return ports_[output] != nullptr && ports_[output]->output.crossing == nullptr &&
           !is_held(output);
  }
  bool is_held(unsigned port) const { return (held_ >> port & 1) != 0; }
  void connect(Flow& flow, unsigned output, Time now);
  Amount granted_to(const Input& input) const;
  void watch_room(Input& input, Time now);
  bool send_first(Output& output, Time now);
  void change_flow(Output& output, bool flows, Time now);
  void finish_sending(Output& output, Time now);
  bool is_live(const Flow& flow) const;
  Input& input_at(unsigned port) const { return ports_[port]->input; }
  Output& output_at(unsigned port) const { return ports_[port]->output; }
  Output* output_of(const Input& input);
  void release(Flow& flow);

  Amount header_of(const Flow& flow) const {
    return static_cast<Amount>(flow.packet.header_in() - flow.packet.begin);
  }
  Time latency() const {
    const Time routing = policy_.parameters().routing_latency;
    return routing == 0 ? 0 : routing + bit_time_;
  }

  Wheel* wheel_;
  Time bit_time_;
  Amount token_;
  Amount grant_;  // by a flow control token
  Amount pad_;    // what the end of a packet fills of its place in a buffer less than data
  Amount input_room_;
  Amount output_room_;
  std::vector<Bank::Owned<Port>> ports_;  // null where nothing is connected
  WaitingPackets<Flow> waiting_;
  std::uint64_t held_ = 0;  // a bit for each link that its command register has to start
  Pool<Flow> flows_;
  std::vector<std::unique_ptr<StreamPort>> links_;  // by port; null where nothing is connected
};

}  // namespace weft::stream
