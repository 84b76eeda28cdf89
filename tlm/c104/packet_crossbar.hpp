// What a C104 does with packets at `packet` level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "hw/c104/parameters.hpp"
#include "hw/c104/switch_policy.hpp"
#include "hw/common/packet_line.hpp"
#include "hw/common/pool.hpp"
#include "hw/common/time.hpp"
#include "tlm/c104/waiting_packets.hpp"
#include "tlm/engine/bank.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/packet/packet_port.hpp"

namespace weft::packet {

/// The ports of a switch and the packets that cross it, see packet::C104. It stands in the bank of
/// its wheel: what packets need of it first is its first two lines of the host's cache, and of a
/// port the first three. A packet in a switch is three lines more, from a pool that all switches of
/// a wheel share, so that the next one takes what was given back last.
class alignas(64) PacketCrossbar final : public PacketClient {
 public:
  static constexpr unsigned no_port = SwitchPolicy::no_output;

  struct Port;

  /// A packet in the switch.
  struct alignas(64) Transit {
    Transit();
    unsigned input_number() const;
    bool has_output() const { return output != none; }
    bool is_dropped() const { return route.action != IntervalAction::route; }

    static constexpr std::uint8_t none = 0xff;

    WheelEntry entry;
    Transit* next = nullptr;  // behind it at its input
    Port* port = nullptr;     // its input
    Time request = 0;         // when it asked for an output
    Interval route;
    std::uint32_t room = 0;  // that it takes at its input
    std::uint8_t output = none;
    bool decoded = false;
    bool cut = false;   // a link was halted before all of it was in
    bool lost = false;  // and its header too, or no link is left for it
    /// As it came in; from `output` on as it leaves, without its body where that is complete. Its
    /// `end` is `never` until it is known.
    PacketTransfer packet;
  };
  static_assert(sizeof(Transit) == 192);

  /// A port with a link.
  struct alignas(64) Port {
    Port(PacketCrossbar& crossbar, unsigned port, const char* name, Time bit_time, unsigned frames,
         bool restarts);

    // As an input: the packets that came in, the first first, and the last of them if its end is
    // not known.
    Transit* first = nullptr;
    Transit* last = nullptr;
    Transit* arriving = nullptr;
    PacketCrossbar* crossbar;
    std::span<const Interval> intervals;  // of its table
    std::uint32_t used = 0;               // of the input's room
    std::uint8_t number;
    bool asks = false;    // the packet at the head is among `waiting_`, or crosses
    bool framed = false;  // its far end counts frames
    // As an output, throttled: up to then by packets at their first hop
    Time reserved = 0;
    PacketPort link;
  };

  /// `policy` must live as long. See C104.
  PacketCrossbar(SwitchPolicy& policy, const std::vector<DsLinkParameters>& links,
                 std::uint64_t framed, Wheel& wheel);

  /// Null where nothing is connected.
  Port* port(unsigned number) const { return ports_[number].get(); }
  void start();
  void hold_links();
  void start_link(unsigned port);
  void halt_link(unsigned port);

  /// The packet that crosses to an output; null for none.
  const Transit* holder(unsigned output) const;
  /// A bit for each output behind which a packet waits to find room.
  std::uint64_t blocked() const { return blocked_; }
  /// Packets in the switch.
  std::size_t packets() const { return packets_; }

  // --- PacketClient
  void packet_begins(unsigned port, PacketTransfer&& packet, Time now) override;
  void packet_ends(unsigned port, Time end, Time now) override;
  void packet_cut(unsigned port, Time now) override;
  void frame_free(unsigned port, Time now) override;

 private:
  /// Room that a frame stands for: a packet of 32 data bytes with a header of two.
  static constexpr unsigned frame_tokens = 35;

  Transit& enter(Port& input, PacketTransfer&& packet);
  void look_ahead(Transit& transit);
  void grant_room(Port& port);
  void wake(Transit& transit);
  void decode(Transit& transit);
  void ask_next(Port& input, Time now);
  void ask(Transit& transit, Time now);
  WaitReason wait_reason(const Interval& route) const;
  bool gives_up(const Transit& transit) const;
  void lose(Transit& transit, Time now);
  void drop(Transit& transit, Time now);
  bool is_alone(const Transit& transit) const;
  void compete(Transit& transit, Time now);
  void grant(Time now);
  bool connect(Transit& transit, std::uint64_t& taken, Time now);
  void grant_if_wanted(unsigned output, Time now);
  unsigned output_for(const Transit& transit, std::uint64_t& taken) const;
  void set_blocked(std::uint64_t outputs, Time now);
  void cross(Transit& transit, unsigned output, Time now);
  static void set_end(PacketTransfer& packet, Time tail);
  void leave(Transit& transit, Time now);
  void pass_freely(Transit& transit, Time now);
  unsigned widest(const Transit& transit) const;
  Time first_hop_turn(const Transit& transit, Time now);
  void release(Transit& transit);
  bool is_free(unsigned output) const {
    return (free_ >> output & 1) != 0 && (steady_ || !is_held(output));
  }
  bool is_external(unsigned number) const { return (external_ >> number & 1) != 0; }
  bool is_held(unsigned number) const {
    return port(number) != nullptr && port(number)->link.state() != LinkState::run;
  }

  // The first two lines of the host's cache, with what PacketClient has.
  Wheel* wheel_;
  SwitchPolicy* policy_;
  Pool<Transit>* transits_;
  std::uint64_t free_ = 0;      // a bit for each output with a link to which no packet crosses
  std::uint64_t wanted_ = 0;    // a bit for each output that a packet waits for
  std::uint64_t blocked_ = 0;   // a bit for each output that a packet waits to find room behind
  std::uint64_t external_ = 0;  // a bit for each port that is a processor's
  Time latency_;                // of routing
  std::uint32_t capacity_;      // of an input, tokens
  std::uint32_t packets_ = 0;
  Contention contention_;
  bool steady_ = true;                         // no link was ever held or halted, at either end
  std::pmr::vector<Bank::Owned<Port>> ports_;  // null where nothing is connected
  WaitingPackets<Transit> waiting_;
};

}  // namespace weft::packet
