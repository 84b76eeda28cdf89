// What a C104 does with packets at `stream` level.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hw/c104/parameters.hpp"
#include "hw/c104/switch_policy.hpp"
#include "hw/common/near_list.hpp"
#include "hw/common/packet_transfer.hpp"
#include "hw/common/pool.hpp"
#include "hw/common/time.hpp"
#include "tlm/c104/waiting_packets.hpp"
#include "tlm/engine/bank.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/stream/stream_port.hpp"

namespace weft::stream {

/// The ports of a switch and the packets that flow through it, see stream::C104. It stands in the
/// bank of its wheel.
///
/// What happens at one time does not hang on the order of the wheel's entries. First (`select`)
/// packets end, run dry or find their buffers full, and the far ends are told; then (`act`) headers
/// are decoded, by the number of the input, and outputs are granted, all at once, and what may
/// begin does. Whether an input has room again is looked at a picosecond later, when all that has
/// begun is known.
class alignas(64) StreamCrossbar final {
 public:
  static constexpr unsigned no_port = SwitchPolicy::no_output;

  /// Amounts of a packet and of buffers, in ps of a link.
  using Amount = std::int64_t;

  struct Port;

  /// A packet in the switch. What its flow needs comes first, on one line of the host's cache.
  struct alignas(64) Flow {
    unsigned input_number() const { return input; }
    bool has_output() const { return out != nullptr; }
    bool dropped() const { return requested && route.action != IntervalAction::route; }

    Amount length = 0;
    Amount arrived = 0;      // at `Input::since`; all of it once it has ended
    Amount left = 0;         // at `Output::since`
    Port* in = nullptr;      // that it comes in by
    Port* out = nullptr;     // that it crosses to, or has crossed to
    Flow* behind = nullptr;  // it at its input ...
    Flow* later = nullptr;   // ... and at its output
    std::uint8_t input = 0;
    bool ended = false;  // all of it has arrived
    bool requested = false;
    Time request = 0;   // when it asked for an output
    Time supplied = 0;  // since when there has been something of it to send
    Interval route;
    PacketTransfer packet;  // as it came in; from its begin at the output on as it leaves
  };

  struct Input {
    Flow* first = nullptr;  // asks or crosses
    Flow* last = nullptr;   // may be arriving
    bool flows = false;     // the last one arrives
    bool blocks = false;    // a pause was asked for
    Time since = 0;         // it flows, or does not
    Amount came = 0;        // of packets that have ended, with their places in the buffer
    Amount passed = 0;      // of those that have crossed or were dropped
    Amount granted = 0;     // by then
  };

  struct Output {
    Flow* first = nullptr;  // is on the link, or will be next
    Flow* last = nullptr;
    Flow* crossing = nullptr;  // the last of them, while it is connected
    Amount ahead = 0;          // of those before the last one
    bool begun = false;        // the first has begun on the link ...
    bool flows = false;        // ... and flows
    bool blocked = false;      // the far end has no room
    Time since = 0;            // it flows, or does not
    Time unblocked = 0;        // when the last pause ended
  };

  /// A port with a link. What packets need of it stands on lines of the host's cache that are
  /// fetched before its entries fire: its input, and then by pairs what begins and what leaves.
  struct alignas(64) Port final : StreamClient {
    Port(StreamCrossbar& crossbar, unsigned port, const char* name, Time bit_time);
    void start();

    void leave_now() { crossbar->leave(*this); }
    void begin_now() { crossbar->begin_if_possible(*this, crossbar->wheel_->now()); }
    void look_now() { crossbar->look(*this); }
    void give_room_now() { crossbar->give_room(*this); }

    // StreamClient
    void packet_begins(PacketTransfer&& packet, Time now) override {
      crossbar->packet_begins(*this, std::move(packet), now);
    }
    void flow_changes(bool flows, Time now) override { crossbar->flow_changes(*this, flows, now); }
    void packet_ends(Time now) override { crossbar->packet_ends(*this, now); }
    void block_changes(bool blocked, Time now) override {
      crossbar->block_changes(*this, blocked, now);
    }

    Input input;
    WheelEntry look;  // the input is full, or the end of its first packet has crossed
    std::span<const Interval> intervals;  // of its table
    WheelEntry begin;                     // the first packet of the output may begin, or go on
    std::uint8_t number;
    bool external;  // it is a processor's
    alignas(64) Output output;
    StreamCrossbar* crossbar;
    WheelEntry leave;  // the first packet of the output has left, or runs dry
    StreamPort link;
    WheelEntry room_look;  // the input has room again
  };

  /// See C104.
  StreamCrossbar(const C104Parameters& parameters, std::uint64_t seed,
                 const std::vector<DsLinkParameters>& links, Wheel& wheel);

  SwitchPolicy& policy() { return policy_; }
  const SwitchPolicy& policy() const { return policy_; }

  /// Null where nothing is connected.
  Port* port(unsigned number) const { return ports_[number].get(); }
  void start();
  void hold_links();
  void start_link(unsigned port);
  void halt_link(unsigned port);
  bool is_held(unsigned port) const { return (held_ >> port & 1) != 0; }

  // --- for who looks on
  bool decodes(unsigned port) const;
  /// More of the packet comes in.
  static bool is_live(const Flow& flow) { return !flow.ended && flow.in->input.flows; }
  bool is_full(const Output& output, Time now) const { return stored(output, now) >= output_room_; }
  /// All that has come of a packet that is connected has crossed.
  bool has_crossed(const Flow& flow, Time now) const {
    return crossed(flow, now) == arrived(flow, now);
  }
  /// What has left of the first packet.
  std::uint64_t moved(const Output& output, Time now) const {
    return output.first == nullptr ? 0 : static_cast<std::uint64_t>(left(output, now));
  }
  bool expects_event() const;

 private:
  /// A header that will be decoded.
  struct Due {
    friend bool operator<(const Due& one, const Due& other) {
      return one.time != other.time ? one.time < other.time : one.input < other.input;
    }

    Time time;
    unsigned input;
    Flow* flow;
  };

  Amount arrived(const Flow& flow, Time now) const;
  Amount left(const Output& output, Time now) const;
  Amount crossed(const Flow& flow, Time now) const;
  Amount stored(const Output& output, Time now) const;
  Amount total_arrived(const Input& input, Time now) const;
  Amount total_passed(const Input& input, Time now) const;
  Amount header_of(const Flow& flow) const {
    return static_cast<Amount>(flow.packet.header_in() - flow.packet.begin);
  }
  Amount granted_for(Amount passed) const { return (input_room_ + passed) / grant_ * grant_; }
  bool is_over(const Flow& flow, Time now) const {
    return flow.ended && crossed(flow, now) == flow.length;
  }

  void packet_begins(Port& port, PacketTransfer&& packet, Time now);
  void flow_changes(Port& port, bool flows, Time now);
  void packet_ends(Port& port, Time now);
  void block_changes(Port& port, bool blocked, Time now);

  void look_ahead(Flow& flow);
  void expect_header(Flow& flow, Time now);
  void remove_due(unsigned input);
  void plan_turn();
  void turn();
  void decode_due(Time now);
  bool decode(Flow& flow, Time now);
  void ask(Flow& flow, Time now);
  void grant(Time now);
  void finish_crossed(Time now);
  void count_waits(Time now);
  void count_wait(const Flow& flow, Time now);
  std::uint64_t takers(const Flow& flow) const { return flow.route.links() & free_ & ~held_; }
  void connect(Flow& flow, unsigned output, Time now);
  void finish_crossing(Port& port, Time now);
  void drop_first(Port& port, Time now);
  void next_at_input(Port& port, Time now);
  void wake_if_released(Time now);

  void look(Port& port);
  void plan_look(Port& port, Time now);
  Time until_full(const Input& input, Time now) const;
  void block_if_full(Port& port, Time now);
  void plan_room(Port& port, Time now);
  void give_room(Port& port);

  void leave(Port& port);
  void plan_leave(Port& port, Time now);
  void begin_if_possible(Port& port, Time now);
  void stop(Port& port, Time now);
  void finish_sending(Port& port, Time now);
  void watch_drain(Port& port, Time now);
  void release(Flow& flow);

  Wheel* wheel_;
  Pool<Flow>* flows_;
  std::uint64_t free_ = 0;    // a bit for each output with a link to which no packet crosses
  std::uint64_t held_ = 0;    // a bit for each link that its command register has to start
  std::uint64_t wanted_ = 0;  // a bit for each output that a packet waits for
  std::uint64_t over_ = 0;    // a bit for each input whose packet crossed whole when it was granted
  bool released_ = false;     // an output that is wanted is free again
  WheelEntry turn_;           // headers are decoded and outputs granted
  NearList<Due, 4> due_;      // in the order in which they are decoded
  Amount token_;
  Amount grant_;  // by a flow control token
  Amount pad_;    // what the end of a packet fills of its place in a buffer less than data
  Amount input_room_;
  Amount output_room_;
  Time latency_;  // of routing
  SwitchPolicy policy_;
  WaitingPackets<Flow> waiting_;
  std::vector<Bank::Owned<Port>> ports_;  // null where nothing is connected
};

}  // namespace weft::stream
