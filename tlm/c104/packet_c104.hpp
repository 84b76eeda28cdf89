// The C104 packet switch at `packet` level.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/c104/parameters.hpp"
#include "hw/c104/switch_policy.hpp"
#include "hw/common/packet_line.hpp"
#include "hw/common/pool.hpp"
#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "tlm/c104/packet_switch.hpp"
#include "tlm/c104/waiting_packets.hpp"
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
/// Two entries of the wheel a packet: its header is decoded, its tail has left. Where contention is
/// left out (C104Parameters::contention) there is one, or two with throttling.
class C104 : public PacketSwitch, private PacketClient {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all. `framed` has a bit for each
  /// link whose far end counts frames (an adaptive router).
  C104(sc_core::sc_module_name name, const C104Parameters& parameters,
       const std::vector<DsLinkParameters>& links, std::uint64_t framed, std::uint64_t seed,
       Wheel& wheel);

  /// A port that is connected (C104LinkParameters).
  PacketPort& link(unsigned port) { return *links_.at(port); }
  /// Its links do not start with the run, but by their command registers; before the run. Not those
  /// whose far end counts frames.
  void hold_links();

  // --- ControlledSwitch
  SwitchInputHead input_head(unsigned port) const override;
  SwitchLinkStatus link_status(unsigned port) const override;
  void start_link(unsigned port) override;
  void halt_link(unsigned port, Time now) override;

  /// A packet that crosses has room for all of it, and so moves.
  StandingPacket packet_at(unsigned input, Time now) const override;
  OutputState output(unsigned port, Time now) const override;
  bool expects_event(Time now) const override;

 private:
  /// Room that a frame stands for: a packet of 32 data bytes with a header of two.
  static constexpr unsigned frame_tokens = 35;

  /// A packet in the switch; from a pool.
  struct Transit {
    explicit Transit(C104& owner);

    WheelEntry entry;
    C104* router;
    PacketTransfer packet;  // as it came in; from `output` on as it leaves
    Time tail = never;      // at which its end is in, if it is known
    Time request = 0;       // when it asked for an output
    std::uint32_t room = 0;
    std::uint32_t tokens = 0;  // of the packet, once `tail` is known and they were asked for
    unsigned input = 0;
    unsigned output = no_port;
    Interval route;
    bool decoded = false;
    bool cut = false;   // a link was halted before all of it was in
    bool lost = false;  // and its header too, or no link is left for it
  };

  struct Input {
    Ring<Transit*> queue;
    Transit* arriving = nullptr;  // whose end is not known
    bool asks = false;            // the packet at the head is among `waiting_`, or crosses
    bool framed = false;
    std::uint32_t used = 0;  // of its room
  };

  struct Output {
    Transit* packet = nullptr;  // crosses to it; its bit of `free_` is clear
    Time reserved = 0;          // throttled: up to then by packets at their first hop
  };

  void start_of_simulation() override;
  void packet_begins(unsigned port, const PacketTransfer& packet, Time now) override;
  void packet_ends(unsigned port, Time end, Time now) override;
  void packet_cut(unsigned port, Time now) override;
  void frame_free(unsigned port, Time now) override;

  void grant_room(unsigned port);
  void wake(Transit& transit);
  void decode(Transit& transit);
  void ask(unsigned port, Time now);
  WaitReason wait_reason(const Interval& route) const;
  bool gives_up(const Transit& transit) const;
  void lose(Transit& transit, Time now);
  void drop(Transit& transit, Time now);
  bool is_alone(const Transit& transit) const;
  void compete(Transit& transit, Time now);
  void grant(Time now);
  bool connect(Transit& transit, std::uint64_t& taken, Time now);
  void grant_if_wanted(unsigned output, Time now);
  static std::uint32_t tokens_of(Transit& transit);
  unsigned output_for(Transit& transit, std::uint64_t& taken) const;
  void set_blocked(std::uint64_t outputs, Time now);
  void cross(Transit& transit, unsigned output, Time now);
  void set_end(Transit& transit) const;
  void leave(Transit& transit, Time now);
  void pass_freely(Transit& transit, Time now);
  unsigned widest(const Transit& transit) const;
  Time first_hop_turn(const Transit& transit, Time now);
  void release(Transit& transit);
  const C104Parameters& parameters() const { return policy_.parameters(); }
  unsigned capacity() const { return parameters().input_buffer + parameters().output_buffer; }
  bool is_free(unsigned output) const {
    return (free_ >> output & 1) != 0 && (steady_ || !is_held(output));
  }
  bool is_held(unsigned port) const {
    return links_[port] != nullptr && links_[port]->state() != LinkState::run;
  }
  bool external(unsigned port) const { return policy_.link(port).external; }

  Wheel* wheel_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  WaitingPackets<Transit> waiting_;
  std::uint64_t free_ = 0;     // a bit for each output with a link to which no packet crosses
  std::uint64_t wanted_ = 0;   // a bit for each output that a packet waits for
  bool steady_ = true;         // no link was ever held or halted, at either end
  std::uint64_t blocked_ = 0;  // a bit for each output that a packet waits to find room behind
  Pool<Transit> transits_;
  std::vector<std::unique_ptr<PacketPort>> links_;  // by port; null where nothing is connected
};

}  // namespace weft::packet
