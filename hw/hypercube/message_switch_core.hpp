// The switch of a hypercube node that carries messages whole, without its links.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/time.hpp"
#include "hw/hypercube/messages.hpp"
#include "hw/hypercube/parameters.hpp"
#include "hw/hypercube/routes.hpp"
#include "hw/hypercube/whole_message.hpp"

namespace weft {

/// A switch's end of a link: what it says to the far end.
class HypercubeWholeLine {
 public:
  /// The first byte of a message's header begins at `begin`, which may be ticks ahead.
  virtual void head(const HypercubeWhole& message, Time begin) = 0;
  /// Back to where the present message of the link comes from: its tail leaves the node by the next
  /// link at `tail`.
  virtual void tail(Time tail) = 0;
  /// The present message of the link has it from `begin` to `end`; for observers.
  virtual void carries(const HypercubeWhole& message, Time begin, Time end) = 0;

 protected:
  ~HypercubeWholeLine() = default;
};

/// Datagrams, datagrams with cut-through and wormholes (section 3), on fixed routes.
///
/// A message waits in the queue of the output that it needs: a datagram once all of it is in, by
/// cut-through or as a wormhole once the first byte of its header is, from which its route is
/// known. A free output takes the first of its queue at a tick, and the header begins 4 ticks later
/// (`arbitration_ticks`); with `hidden` that goes on while the message comes in and the link is
/// still busy. Those that wait come in the order in which they came to the node, transit before
/// messages of the node, as in the packet chip; of one time by port.
///
/// - A datagram, with cut-through or not, finds room for all of it in every node: the link is free
///   once its tail has gone, and blocked messages pile up in the switch.
/// - A wormhole finds room for a byte in each node. While its header waits, all links behind it
///   are held; once it goes on, the bytes follow, and a link is free when the tail has left it.
///   That is computed from when the header got each link: byte k can begin on a link only when byte
///   k - 1 has begun on the next one. All of a message's links are held at least until its header
///   has the last: it is longer than its stages, 11 bytes or more.
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

  /// From the far end of the link along a dimension, see HypercubeWholeLine.
  void head_begins(unsigned port, const HypercubeWhole& message, Time begin);
  void tail_leaves(unsigned port, Time tail);

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
    Time ready = 0;      // when it can be taken, at the earliest
    Time queued = 0;     // when it was given to `send`, of the node's own
  };

  /// What an output carries, until its tail has left.
  struct Output {
    HypercubeWholeLine* line = nullptr;
    std::deque<Waiting> transit;
    std::deque<Waiting> own;
    HypercubeWhole message;
    unsigned input = 0;
    Time begin = 0;
    Time free = 0;  // `never` as long as that is not known
  };

  /// Of which the last byte is on its way to this node's memory.
  struct Arriving {
    HypercubeWhole message;
    Time first = 0;
    Time last = 0;
    unsigned port = 0;
  };

  unsigned degree() const { return parameters_.degree; }
  Time ticks(std::uint64_t count) const { return count * parameters_.tick; }
  Time bytes_time(std::uint64_t bytes) const { return ticks(bytes * parameters_.byte_ticks); }
  Time asks_at(const Waiting& waiting) const;
  void enqueue(Time now);
  void serve(unsigned port, Time now);
  void begin(unsigned port, Waiting waiting, Time now);
  void end_known(unsigned port, Time end);
  void deliver(Time now);
  Time next_event(Time now) const;

  HypercubeChipParameters parameters_;
  unsigned node_;
  Time lead_;  // of asking before a message and the link are ready
  CycleDriver* driver_;
  HypercubeMessageClient* client_ = nullptr;
  std::vector<Output> outputs_;
  std::vector<Waiting> coming_;  // by when they ask, then by input
  std::vector<Arriving> arriving_;
  HypercubeMessageCounters counters_;
};

}  // namespace weft
