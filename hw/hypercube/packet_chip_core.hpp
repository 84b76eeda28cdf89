// The packet chip of a hypercube without its links.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/hypercube/chip_calendar.hpp"
#include "hw/hypercube/packet.hpp"
#include "hw/hypercube/packet_line.hpp"
#include "hw/hypercube/parameters.hpp"
#include "hw/hypercube/port_buffers.hpp"
#include "hw/hypercube/routes.hpp"
#include "hw/hypercube/served_node.hpp"

namespace weft {

struct HypercubeChipCounters {
  std::uint64_t packets_injected = 0;  ///< From the node's memory; one of a broadcast once.
  std::uint64_t packets_copied = 0;    ///< Of broadcasts, into further ports of the chip.
  std::uint64_t packets_contrary = 0;  ///< Of those.
  std::uint64_t packets_sent = 0;      ///< Over links, those in transit too: packet-hops.
  std::uint64_t packets_arrived = 0;   ///< For this node.
};

/// The quasi-adaptive packet chip of sections 4 and 5, with a link for each dimension. All is
/// decided in `evaluate`, at ticks, from what was known before that tick.
///
/// A packet of 20 bytes has at each hop a buffer of the output port that it needs, which is
/// reserved before it begins. To send one, a port *asks* the far end at a tick; at the next tick at
/// the earliest that one *reserves* a buffer, and grants; so that the packet begins 4 ticks
/// (`arbitration_ticks`) after it asked, if there was room. It asks when all of it is in and the
/// link is free; with `hidden` so early that this goes on while the packet comes in and the link is
/// still busy.
///
/// With `cut_through` (HypercubeForwarding) it asks when its header is in. It then leaves while it
/// comes in, by a link that is as quick as that by which it comes, so that no byte is missing when
/// it is to be sent. Until it is granted a buffer at the next chip it stays in that of this one,
/// which takes all of it: a packet that waits holds no link, as one that is stored.
///
/// A message is given its first step at the tick after `send`, to the port with the fewest packets
/// that are held there or wait for it; of equal ones to that of the fixed route, then to the
/// lowest. Its packets wait in the node's memory, by port, those of one message after those of the
/// one before. One a tick and port gets a buffer; it can ask at that tick.
///
/// A *broadcast* (section 2.1) goes over the tree of all fixed routes from its source: to each port
/// there, and from a node to which it came along dimension i to all ports above i and to its
/// memory. Each of its packets is read from memory once, when all its ports have room, and gets a
/// buffer in each of them; its header is tagged, so that the next chip knows that it needs a buffer
/// of all ports above at once. As dimensions rise along the tree, so it is with what waits for
/// what, and 5.2 holds for it. A packet to near neighbours is copied likewise, and ends there.
/// Broadcasts of a node are sent one after the other, each packet before others from memory.
///
/// What the paper leaves open, and is here:
///  - Packets in transit get buffers before those from memory.
///  - Of links that ask for the same buffers each is served in turn; of the packets of a link what
///    the longest waiting one needs goes before what another could use.
///  - The node's memory takes packets from all links at once, and always.
///  - A unidirectional link: the end whose node number has bit 0 in that dimension decides, at the
///    tick after the reservation at the earliest, who sends; if both can, the one that was not
///    the last to send.
///  - `HypercubePairOrder`: how messages between the same nodes are kept apart.
class alignas(64) HypercubeChipCore {
 public:
  /// Throws ParameterError (see check_parameters), and std::invalid_argument for a node outside of
  /// the cube.
  HypercubeChipCore(const HypercubeChipParameters& parameters, unsigned node, HypercubeNode& memory,
                    CycleDriver& driver);
  /// Likewise; it is evaluated with the other chips of that calendar, which has its times.
  HypercubeChipCore(const HypercubeChipParameters& parameters, unsigned node, HypercubeNode& memory,
                    HypercubeChipCalendar& calendar);
  HypercubeChipCore(const HypercubeChipCore&) = delete;
  HypercubeChipCore& operator=(const HypercubeChipCore&) = delete;

  /// The link along a dimension; to be called for each before the start.
  void attach(unsigned port, HypercubeLine& line) { lines_[port] = &line; }
  /// The far end of that link is this port of another chip. From now on that one is told without
  /// the line; the line is told what it sends, for who looks on.
  void join(unsigned port, HypercubeChipCore& far, unsigned far_port);
  /// Throws std::invalid_argument if it is not for another node of the cube, or has no packet.
  void check(const HypercubeOutgoing& message) const;
  /// A message that has passed `check`; else throws likewise.
  void send(const HypercubeOutgoing& message, Time now);
  /// A message for several nodes, of one packet or more and on links that the chip has; else throws
  /// std::invalid_argument.
  void broadcast(const HypercubeBroadcast& message, Time now);
  /// Data that were asked for (HypercubeNode::fetch) are there from that tick on, the next one.
  void data_there(Time tick) { note(waiting_ | (broadcasting_ != 0 ? other_work : 0U), tick); }
  /// Called by the CycleDriver, at ticks.
  void evaluate(Time now) { calendar_->drive(now); }
  /// The same, for a driver that is given the time of the next call; `never` if it is not known.
  Time step(Time now) { return calendar_->turn(now); }

  /// From the far end of the link along a dimension, see HypercubeLine. `at` is the tick at which
  /// it was said there. On lines that is known a tick later, which is early enough; a grant for a
  /// bidirectional link, and for the end of a unidirectional one that does not decide, may come as
  /// late as when the packet begins; `now` is when it comes.
  void requested(unsigned port, HypercubeRequest request, Time at);
  void granted(unsigned port, unsigned next, Time at, Time now);
  /// Once its header is known at the latest.
  void packet_begins(unsigned port, const HypercubePacket& packet, Time begin);
  /// The packet that began last, at `begin`, with more of its data than was known then: all of them
  /// before the evaluation of the tick at which its tail is in, with `cut_through` each byte before
  /// that of the tick at which it is in.
  void packet_goes_on(unsigned port, const HypercubePacket& packet, Time begin);

  unsigned node() const { return node_; }
  const HypercubeChipParameters& parameters() const { return parameters_; }
  const HypercubeChipCounters& counters() const { return counters_; }
  /// That a packet takes on a link.
  Time packet_time() const { return calendar_->times().packet; }
  const HypercubePortBuffers& buffers(unsigned port) const { return outputs_[port].buffers; }
  /// Packets in a port's buffers, and in memory for it.
  std::uint64_t queue(unsigned port) const;
  /// No packet is in it or comes in, and none waits to; one may be on its way out.
  bool empty() const;

 private:
  struct Waiting {
    HypercubeOutgoing message;
    bool contrary = false;
    std::uint32_t packets_in = 0;  // that have got buffers
  };

  // Whom a unidirectional link could be given, at the end that decides.
  struct Turn {
    unsigned next = 0;
    Time from = never;  // when that was reserved
  };

  // What a packet needs of a port, in as few lines of the cache as it can be.
  struct alignas(64) Output {
    explicit Output(unsigned count) : buffers(count) {}
    void fetch() const {
      __builtin_prefetch(this);
      buffers.fetch();
    }

    HypercubeChipCore* far = nullptr;  // that is joined
    std::uint16_t asked = 0;           // told to the far end, and not granted
    std::uint8_t far_port = 0;
    bool has_grant = false;  // waits for its turn on a unidirectional link
    bool shares = false;     // its calendar with the far end, and so the store of packets
    HypercubePortBuffers buffers;
  };

  // Messages in memory that wait for a port, if any does.
  struct alignas(64) Memory {
    std::uint64_t packets = 0;
    Waiting first;
    Ring<Waiting> others;
  };

  /// Of a unidirectional link, where it is decided.
  struct Turns {
    Turn mine, theirs;
    bool last_was_mine = false;
    Time free_of_both = 0;
  };

  struct Input {
    std::uint16_t wanted = 0;
    std::uint16_t fresh = 0;  // asked for at `fresh_since_`, counts after it
    std::uint8_t first = 0;   // as in HypercubeRequest
  };

  struct Arriving {
    Time tail = 0;
    std::uint32_t packet = 0;  // its number in the store
    std::uint8_t port = 0;
  };

  struct New {
    HypercubeOutgoing message;
    Time since = 0;
  };

  struct Broadcast {
    HypercubeBroadcast message;
    StepSet ports = 0;
    Time since = 0;
    std::uint32_t packets_in = 0;
  };

  friend class HypercubeChipCalendar;

  // In the calendar, behind the ports: tails come in, and anything else that is no port's.
  static constexpr StepSet tails_come = step_bit(most_hypercube_links);
  static constexpr StepSet other_work = step_bit(most_hypercube_links + 1);

  HypercubeChipCore(const HypercubeChipParameters& parameters, unsigned node, HypercubeNode& memory,
                    std::unique_ptr<HypercubeChipCalendar> own, HypercubeChipCalendar* shared);

  unsigned degree() const { return degree_; }
  const HypercubeChipTimes& times() const { return calendar_->times(); }
  HypercubePacketStore& packets() { return calendar_->packets(); }
  bool decides(unsigned port) const { return (node_ >> port & 1) == 0; }
  StepSet all_ports() const { return step_bit(degree()) - 1; }
  /// What a broadcast needs at the next chip, as others need one port of it.
  unsigned ports_above() const { return degree() + 1; }
  StepSet ports_above(unsigned port) const { return all_ports() & ~(2 * step_bit(port) - 1); }
  /// Of which a packet that comes in by `port` and needs `next` here takes a buffer each.
  StepSet needed(unsigned port, unsigned next) const {
    if (next == ports_above()) return ports_above(port);
    return next == degree() ? 0 : step_bit(next);
  }
  bool have_room(StepSet ports, Time now);
  /// What a packet to this destination that takes `step` here needs at the next chip.
  unsigned needed_behind(unsigned step, unsigned destination) const {
    return fixed_step(hypercube_neighbour(node_, step), destination, degree());
  }

  // Called by the calendar. What is fetched is brought into the processor's caches, each in its
  // turn as its address is in what was fetched before; that changes nothing.
  void evaluate(Time now, StepSet due);
  void fetch() const;
  void fetch_ports(StepSet due) const;
  void fetch_far_chips(StepSet due) const;
  void fetch_far_ports(StepSet due) const;
  void fetch_packets(StepSet due) const;
  void fetch_data(StepSet due, bool again) const;

  void deliver(Time now);
  StepSet choose_steps(Time now);
  unsigned choose_step(unsigned destination, Time now);
  void count_fresh();
  void serve_links(StepSet due, Time now);
  StepSet links_with_hope() const;
  void note_lacking(StepSet looked_at, Time now);
  void serve_all(StepSet links, Time now);
  void serve_one(unsigned port, Time now);
  void serve(StepSet links, unsigned next, bool first_only, Time now);
  void reserve(unsigned port, unsigned next, Time now);
  StepSet inject_broadcast(Time now);
  bool can_inject(unsigned port) const;
  void inject(unsigned port, Time now);
  void ask(unsigned port, Time now);
  void grant(unsigned port, unsigned next, Time now);
  void give_turn(unsigned port, Time now);
  Time next_turn(unsigned port) const;
  void depart(unsigned port, unsigned next, Time begin, Time now);
  void send(unsigned port, const HypercubePacket& packet, Time begin);
  void comes(unsigned port, const HypercubePacketPlace& packet, Time begin);
  void comes_to_all(unsigned port, const HypercubePacketPlace& packet, Time begin);
  void hold(unsigned port, const HypercubeHeldPacket& held);
  void arrive(const Arriving& packet);
  void look_at(unsigned port, Time now);
  void note(StepSet what, Time time) { calendar_->note(place_, what, time); }
  Time next_room(unsigned port, Time now);
  Time next_ask(const Output& output) const;
  Time next_broadcast(Time now);

  // what each call uses comes first
  std::uint8_t degree_;
  bool to_serve_ = false;     // requests count that have not been looked at
  bool new_come_ = false;     // messages that have no first step yet
  bool unidirectional_;       // links
  StepSet fresh_ = 0;         // links that asked last
  StepSet asking_ = 0;        // links whose requests count
  StepSet lacking_ = 0;       // ports in which these have found no room
  StepSet full_ = 0;          // of these, ports that have none before they are due
  StepSet waiting_ = 0;       // ports for which messages wait in memory
  StepSet broadcasting_ = 0;  // those of the first broadcast
  std::uint32_t place_ = 0;   // in the calendar
  std::uint16_t node_;
  Time fresh_since_ = 0;
  HypercubeChipCalendar* calendar_;
  std::pmr::vector<Output> outputs_;
  std::array<Input, most_hypercube_links> inputs_{};
  std::array<std::uint8_t, most_hypercube_links> served_;  // by port, link that got a buffer last
  HypercubeChipCounters counters_;
  Ring<Arriving> arriving_;  // for this node, by tail, then by port
  HypercubeNode* memory_;
  // up to here
  std::pmr::vector<Memory> waiting_in_memory_;  // by port
  std::vector<Turns> turns_;                    // none where links are bidirectional
  Ring<New> new_;
  Ring<Broadcast> broadcasts_;
  std::array<HypercubeLine*, most_hypercube_links> lines_{};
  HypercubeChipParameters parameters_;
  std::unique_ptr<HypercubeChipCalendar> own_calendar_;  // if it shares none
  std::vector<std::uint8_t> step_to_;  // by destination, with `same_step`; 0 or step + 1
};

}  // namespace weft
