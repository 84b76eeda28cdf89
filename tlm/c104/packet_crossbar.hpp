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
/// its wheel: what packets need of it first is its first three lines of the host's cache and the
/// list of its ports behind it, and of a port the first four. A packet in a switch is three lines
/// more, from a pool that all switches of a wheel share, so that the next one takes what was given
/// back last.
///
/// A packet is in the switch until it has got an output and its end is known. From then on it is a
/// time at its input, when its tail leaves that, one at its output, when that is free, and one at
/// the far end of its input, when there is room again. Nothing happens at these times unless
/// somebody waits for them.
class alignas(64) PacketCrossbar final : public PacketClient {
 public:
  static constexpr unsigned no_port = SwitchPolicy::no_output;
  static constexpr std::uint8_t nowhere = 0xff;  ///< The output of a packet that has none.

  struct Port;

  /// A packet in the switch.
  struct alignas(64) Transit {
    Transit();
    unsigned input_number() const;
    bool has_output() const { return output != nowhere; }
    bool is_dropped() const { return route.action != IntervalAction::route; }

    WheelEntry entry;         // its header is decoded, or its turn has come
    Transit* next = nullptr;  // behind it at its input
    Port* port = nullptr;     // its input
    Time request = 0;         // when its header is decoded; once it asks for an output, since when
    Interval route;
    std::uint32_t room = 0;  // that it takes at its input
    std::uint8_t output = nowhere;
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
    /// A packet leaves it, as an input; one that is dropped has no output.
    bool is_left_by_one(Time now) const { return leaves > now; }
    void prefetch_for_arrival() const;
    void prefetch_as_input() const;
    void prefetch_as_output() const;

    // As an input. Packets in it, the first first, and the one that came in last, which may have
    // gone.
    Transit* first = nullptr;
    Transit* last = nullptr;
    PacketCrossbar* crossbar;
    std::span<const Interval> intervals;  // of its table
    Time leaves = 0;  // when the packet before `first` has left; `never` while `first` leaves
    std::uint32_t leaving_room = 0;     // that this packet takes,
    std::uint32_t leaving_header = 0;   // its header,
    std::uint8_t leaving_to = nowhere;  // and its output
    std::uint8_t number;
    bool framed = false;  // its far end counts frames
    // As an output, the second line of the host's cache: when the packet `holder` has crossed to
    // it, `never` while its end is not known.
    alignas(64) Time free = 0;
    PacketTrace holder;
    Port* far = nullptr;  // where it leads to, if that is another switch of the same wheel
    PacketPort link;
  };

  /// See C104.
  PacketCrossbar(const C104Parameters& parameters, std::uint64_t seed,
                 const std::vector<DsLinkParameters>& links, std::uint64_t framed, Wheel& wheel);

  SwitchPolicy& policy() { return policy_; }
  const SwitchPolicy& policy() const { return policy_; }

  /// Null where nothing is connected.
  Port* port(unsigned number) const { return ports_[number].get(); }
  void start();
  void hold_links();
  void start_link(unsigned port);
  void halt_link(unsigned port);

  /// The input from which a packet crosses to an output; `no_port` for none.
  unsigned holder(unsigned output, Time now) const;
  /// A bit for each output behind which a packet waits to find room.
  std::uint64_t blocked() const { return blocked_; }
  /// Packets that have no output yet.
  std::size_t packets() const { return packets_; }
  /// Its tables, or what else decides, may be written now.
  void tables_may_change(Time now);

  // --- PacketClient
  void packet_begins(unsigned port, PacketTransfer&& packet, Time now) override;
  void packet_ends(unsigned port, Time end, Time now) override;
  void packet_cut(unsigned port, Time now) override;
  void frame_free(unsigned port, Time when) override;
  bool hears_ahead() const override { return true; }

 private:
  /// Room that a frame stands for: a packet of 32 data bytes with a header of two.
  static constexpr unsigned frame_tokens = 35;

  Port* switch_behind(const PacketPort& link) const;
  void arrives(Transit& transit, Port& input, std::uint32_t tokens, Time now);
  void look_ahead(Transit& transit);
  static void fetch(const void* transit, const void* to, FetchStep step);
  void prefetch() const;
  void grant_room(Port& port, Time now);
  void wake(Transit& transit);
  void decode(Transit& transit, Time now);
  void turn_comes(Port& input);
  void ask(Transit& transit, Time now);
  WaitReason wait_reason(const Interval& route, Time now) const;
  bool gives_up(const Transit& transit) const;
  void lose(Transit& transit, Time now);
  void drop(Transit& transit, Time now);
  bool asks_alone() const;
  bool compete(Transit& transit, Time now);
  void grant(Time now);
  void grant_now() { grant(wheel_->now()); }
  void grant_if_wanted(unsigned output, Time now);
  void grant_when_free(std::uint64_t outputs, Time now);
  std::uint64_t free_outputs(std::uint64_t outputs, Time now) const;
  void grant_at(Time when);
  bool connect(Transit& transit, std::uint64_t& taken, Time now);
  unsigned output_for(const Transit& transit, std::uint32_t tokens, std::uint64_t& taken,
                      Time now) const;
  void set_blocked(std::uint64_t outputs, Time now);
  void cross(Transit& transit, unsigned output, std::uint32_t tokens, Time now);
  static void set_end(PacketTransfer& packet, Time tail);
  void pass_on(Transit& transit, Port& output, std::uint32_t tokens, Time now);
  void leave(Transit& transit, Time when);
  void is_gone(Transit& transit, Time when);
  void pass_freely(Transit& transit, Time now);
  unsigned widest(const Transit& transit) const;
  Time first_hop_turn(const Transit& transit, Time now);
  void release(Transit& transit);
  bool is_free(unsigned output, Time now) const {
    return (connected_ >> output & 1) != 0 && ports_[output]->free <= now &&
           (steady_ || !is_held(output));
  }
  bool is_external(unsigned number) const { return (external_ >> number & 1) != 0; }
  bool is_held(unsigned number) const {
    return port(number) != nullptr && port(number)->link.state() != LinkState::run;
  }

  // The first two lines of the host's cache, with what PacketClient has; the begin of the policy is
  // the third.
  Wheel* wheel_;
  Pool<Transit>* transits_;
  std::uint64_t connected_ = 0;  // a bit for each port with a link
  std::uint64_t wanted_ = 0;     // a bit for each output that a packet waits for
  std::uint64_t blocked_ = 0;    // a bit for each output that a packet waits to find room behind
  std::uint64_t external_ = 0;   // a bit for each port that is a processor's
  Time latency_;                 // of routing
  std::uint32_t capacity_;       // of an input, tokens
  std::uint32_t packets_ = 0;
  Contention contention_;
  bool steady_ = true;                         // no link was ever held or halted, at either end
  std::pmr::vector<Bank::Owned<Port>> ports_;  // null where nothing is connected
  alignas(64) SwitchPolicy policy_;
  WheelEntry grant_;  // when an output that a packet waits for is free, or has room
  WaitingPackets<Transit> waiting_;
  std::vector<Time> reserved_;  // without contention: outputs, by packets at their first hop
};

}  // namespace weft::packet
