// The switch of a hypercube node that carries messages whole, without its links.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/time.hpp"
#include "hw/hypercube/message_line.hpp"
#include "hw/hypercube/message_room.hpp"
#include "hw/hypercube/messages.hpp"
#include "hw/hypercube/parameters.hpp"
#include "hw/hypercube/routes.hpp"
#include "hw/hypercube/shared_link.hpp"
#include "hw/hypercube/told.hpp"
#include "hw/hypercube/whole_message.hpp"

namespace weft {

/// Datagrams, datagrams with cut-through, wormholes and circuits (section 3).
///
/// A message waits in the queue of the output that it needs: a datagram once all of it is in,
/// others once the first byte of their header is (`route_bytes`), from which the route is known.
/// With `adaptive` routing that is the shortest queue of those that bring it closer, what the link
/// carries counted; of equal ones that of the fixed route; it is chosen `decision_ticks` later, of
/// a datagram while the rest of it comes in. Or (`any_link`) it waits in all of them, and goes by
/// the first that takes it, which chooses when it is free and stands still for `decision_ticks`; or
/// (`free_or_fixed`) it takes one with neither queue nor message, else the fixed route's, and stays
/// there. A free output takes the first of its queue at a tick, and the header begins 4 ticks later
/// (`arbitration_ticks`); with `hidden` that goes on while the message comes in and the link is
/// still busy. Those that wait come in the order of their ages, or of when they came to the node,
/// transit before messages of the node, as in the packet chip; of one time by port.
///
/// - A datagram, with cut-through or not, finds room for all of it in every node, from when its
///   header comes until its tail has gone: the link is free once its tail has gone, and blocked
///   messages pile up in the switch.
/// - A wormhole finds room for a byte (`route_bytes`) in each node. While its header waits, links
///   behind it are held; once it goes on, the bytes follow, and a link is free when the tail has
///   left it. That is computed from when the header got each link: byte k can begin on a link only
///   when byte k - 1 has begun on the next one, or with stages of b bytes byte k - b. So the last
///   byte of n has left a link before the header gets the link that is more than (n - 1) / b links
///   ahead.
/// - A circuit's header goes as a wormhole's. When all of it is at the destination, one byte comes
///   back over the links, a stage of a byte in each node, and then the data go without stopping. It
///   is *there* at a node when that byte has passed, and free when the tail has. Blocked it keeps
///   its links and waits; but by age it gives a link where it is not there to an earlier message,
///   with all links beyond, and waits for it again.
///
/// Messages of the node wait for their links on their own, or (`in_sequence`) all behind the first
/// of them, until its tail has left.
///
/// On unidirectional links the ends agree on who sends, see HypercubeSharedLink. There
/// acknowledgements (`acknowledgement_bytes`) share the link with messages: once all of a message
/// is over it, the far end arbitrates for it and sends them back, and only then the link is free
/// and the message no longer stored behind it. Those of a circuit come from its destination, over
/// all of its links, a stage of a byte in each node.
///
/// A byte is in memory when it has come over the last link; nodes take messages from all links at
/// once, and always. All is decided from what was known before the present tick.
class HypercubeMessageSwitchCore final : public HypercubeMessages {
 public:
  /// Throws ParameterError (see check_parameters), and std::invalid_argument for a node outside of
  /// the cube and for a transport that carries packets.
  HypercubeMessageSwitchCore(const HypercubeChipParameters& parameters, unsigned node,
                             CycleDriver& driver);
  HypercubeMessageSwitchCore(const HypercubeMessageSwitchCore&) = delete;
  HypercubeMessageSwitchCore& operator=(const HypercubeMessageSwitchCore&) = delete;

  /// The link along a dimension; to be called for each before the start.
  void attach(unsigned port, HypercubeWholeLine& line) { outputs_[port].line = &line; }
  /// Called by the CycleDriver, at ticks.
  void evaluate(Time now);

  // From the far end of the link along a dimension, see HypercubeWholeLine.
  void head_begins(unsigned port, const HypercubeWhole& message, Time begin);
  void tail_leaves(unsigned port, const HypercubeTail& tail, Time now);
  void withdrawn(unsigned port, Time begin, Time at);
  void acknowledged(unsigned port, Time begin, Time at);
  void far_asks(unsigned port, HypercubeAge first, Time now);
  void granted(unsigned port, Time begin, Time now);
  void released(unsigned port, Time free, Time now);

  void send(unsigned destination, std::uint16_t type, std::vector<std::uint8_t> bytes,
            Time now) override;
  void tell(HypercubeMessageClient& client) override { client_ = &client; }
  const HypercubeMessageCounters& message_counters() const override { return counters_; }
  bool idle() const override;

 private:
  /// A message that needs an output.
  struct Waiting {
    HypercubeWhole message;
    unsigned input = 0;  // its link; `degree` for the node's memory
    Time came = 0;       // its header began on that link
    Time ready = 0;      // when it can be taken, at the earliest
    bool left = false;   // the memory of the node, which the client knows
  };

  /// What an output carries, until its tail has left.
  struct Output {
    HypercubeWholeLine* line = nullptr;
    std::optional<HypercubeSharedLink> shared;
    std::deque<Waiting> queue;
    Waiting carried;  // without bytes: nothing
    Time begin = 0;
    Time free = 0;              // `never` as long as that is not known
    Time tail = 0;              // a wormhole's leaves then at the earliest
    Time acknowledged = never;  // a circuit is there
    Time data = never;          // of a circuit that is there begin on this link

    bool carries_something() const { return carried.message.bytes != nullptr; }
  };

  /// Of which the last byte is on its way to this node's memory.
  struct Arriving {
    HypercubeWhole message;
    unsigned port = 0;
    Time came = 0;
    Time first = 0;
    Time last = 0;
  };

  struct Withdrawal {
    unsigned port = 0;
    Time came = 0;
    Time at = 0;
  };

  unsigned degree() const { return parameters_.degree; }
  Time ticks(std::uint64_t count) const { return count * parameters_.tick; }
  Time bytes_time(std::uint64_t bytes) const { return ticks(bytes * parameters_.byte_ticks); }
  bool is(HypercubeTransport transport) const { return parameters_.transport == transport; }
  bool is_adaptive() const { return parameters_.routing == HypercubeRouting::adaptive; }
  /// Of a message, before it waits for a link.
  Time decision() const {
    return is_adaptive() && !takes_any_link() ? ticks(parameters_.decision_ticks) : 0;
  }
  /// Of a link that is free, which of the messages that wait for others too.
  Time late_decision() const { return takes_any_link() ? ticks(parameters_.decision_ticks) : 0; }
  bool takes_any_link() const {
    return is_adaptive() && parameters_.adaptive_wait == HypercubeAdaptiveWait::any_link;
  }
  bool takes_free_links_alone() const {
    return parameters_.adaptive_wait == HypercubeAdaptiveWait::free_or_fixed;
  }
  bool in_sequence() const { return parameters_.injection == HypercubeInjection::in_sequence; }
  bool by_age() const { return parameters_.precedence == HypercubePrecedence::creation; }
  bool stores_messages() const {
    return is(HypercubeTransport::datagram) || is(HypercubeTransport::cut_through);
  }
  Time asks_at(const Waiting& waiting) const;
  static HypercubeAge first_of(const Output& output) {
    return output.queue.empty() ? HypercubeAge{} : output.queue.front().message.age();
  }
  unsigned output_for(const HypercubeWhole& message, Time now) const;
  /// After its tail has left a link: until its acknowledgement has come back over it.
  Time acknowledgement(const HypercubeWhole& message, unsigned port) const;
  bool goes_before(const Waiting& one, const Waiting& other) const;
  void inject(Waiting own);
  void next_injection(Time free);
  void enqueue(Time now);
  void queue(Waiting waiting, Time now);
  void put(unsigned port, Waiting waiting);
  Waiting take_first(unsigned port, Time now);
  void serve(unsigned port, Time now);
  void begin(unsigned port, Time from, Time now);
  void end_known(unsigned port, Time end, Time now);
  void share(unsigned port, Time now);
  void release(unsigned port, Time free, Time now);
  void establish(unsigned port, Time now);
  void give_way(unsigned port, Time now);
  void lose(unsigned port, Time now);
  void withdraw(Time now);
  void deliver(Time now);
  Time next_event(Time now) const;

  HypercubeChipParameters parameters_;
  unsigned node_;
  CycleDriver* driver_;
  HypercubeMessageClient* client_ = nullptr;
  std::vector<Output> outputs_;
  std::deque<Waiting> own_;      // behind the first, `in_sequence`
  Time own_free_ = 0;            // when the first has left; `never` as long as that is not known
  std::vector<Waiting> coming_;  // by when they ask, then by input
  std::vector<Arriving> arriving_;
  std::vector<Withdrawal> withdrawals_;
  HypercubeMessageRoom room_;           // for messages in transit
  HypercubeMessageRoom room_with_own_;  // for those and the node's
  HypercubeMessageCounters counters_;
};

}  // namespace weft
