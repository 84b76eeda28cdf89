// The communication agent of an iWarp cell without its pins: queues, crossbar, routing, flow
// control.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/time.hpp"
#include "hw/iwarp/arrivals.hpp"
#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/channel_queues.hpp"
#include "hw/iwarp/crossbar.hpp"
#include "hw/iwarp/dequeue_signals.hpp"
#include "hw/iwarp/event_registers.hpp"
#include "hw/iwarp/free_slots.hpp"
#include "hw/iwarp/match_cam.hpp"
#include "hw/iwarp/parameters.hpp"
#include "hw/iwarp/word.hpp"

namespace weft {

/// The lines of the eight busses: pins at `signal`, sockets at `word`. `channel` is the number on
/// the bus; both take the time of a word, from an edge of the component's clock on.
class BusLines {
 public:
  virtual void word_begins(Bus bus, unsigned channel, Word word, Time begin) = 0;
  /// Against the direction of input bus `bus`.
  virtual void dequeue_begins(Bus bus, unsigned channel, Time begin) = 0;

 protected:
  ~BusLines() = default;
};

/// What else in the cell works at the edges of the clock: computation agent, memory agent.
class CellClient {
 public:
  /// At an edge, once the communication agent has moved its words.
  virtual void clock(Time now) = 0;
  /// When `clock` must be called next, whatever the communication agent does; it may come earlier.
  virtual Time next() const = 0;

 protected:
  ~CellClient() = default;
};

/// What is done with the words of a logical input channel.
enum class ChannelMode : std::uint8_t {
  idle,        ///< Fed by a bus, and no pathway uses it.
  routing,     ///< Waits for an output channel.
  linked,      ///< Goes to an output channel through the crossbar.
  here,        ///< For this cell: a gate reads it.
  discarding,  ///< Thrown away to the end of the pathway.
  own,         ///< The cell's own, and not linked.
};

/// How a channel is forwarded: what a communication context is made of.
struct ChannelState {
  ChannelMode mode = ChannelMode::idle;
  int output = Crossbar::none;          ///< Linked to.
  int default_output = Crossbar::none;  ///< Of a joint cell.

  friend bool operator==(const ChannelState&, const ChannelState&) = default;
};

/// All of it (Feldmann et al. 1993, section 4.2). Words in the queues are no part of it.
struct ForwardingState {
  std::vector<ChannelState> channels;  ///< Of the logical input channels.
  ChannelSet reserved = 0;             ///< Logical output channels that pathways hold.

  friend bool operator==(const ForwardingState&, const ForwardingState&) = default;
};

/// Routes, links and moves words (Borkar et al. 1990, sections 4 to 7). What is on an output at an
/// edge of the clock was decided from what was registered before that edge:
///
/// - a word takes two clocks on a bus; it can go on at the edge after it came in;
/// - a begin marker at the head of a queue is matched, and the default output asked for, in one
///   clock; it can go on at the next edge;
/// - at a corner the marker is thrown away instead and the new direction is asked for in one clock
///   more.
///
/// From these follow the latencies of section 8. Any number of begin markers is matched in a clock.
class CommunicationAgent {
 public:
  /// Parameters must have been checked.
  CommunicationAgent(const IwarpParameters& parameters, BusLines& lines, CycleDriver& driver);

  /// To be called before the start.
  void attach(CellClient& client) { clients_.push_back(&client); }

  /// One edge of the clock; called by the CycleDriver.
  void evaluate(Time now);

  /// The last phase of a word, or of a dequeue signal, ends at `in`; may be told before.
  void word_arrives(Bus bus, unsigned channel, Word word, Time in);
  void dequeue_arrives(Bus bus, unsigned channel, Time in);

  // For the other agents of the cell, in CellClient::clock.

  /// There is an output channel of this bus and pool.
  bool leads_to(Bus bus, unsigned pool) const {
    return (map_.outputs_of[index_of(bus)] & map_.outputs_in[pool]) != 0;
  }
  /// One of the cell's own channels asks for such a channel, of which there must be one.
  void request(unsigned input, Bus bus, unsigned pool);
  /// The output channel to which an input is linked, or Crossbar::none.
  int output_of(unsigned input) const { return crossbar_.output_of(input); }
  unsigned room(unsigned input) const { return queues_.room(input); }
  /// Puts a word into one of the cell's own channels; there must be room.
  void push(unsigned input, Word word);
  /// A gate bound to this channel finds a word. A begin marker is looked at before it can be read.
  bool readable(unsigned input) const;
  const Word& head(unsigned input, unsigned position = 0) const {
    return queues_.at(input, position);
  }
  /// Takes it.
  Word take(unsigned input);
  /// Nothing leads to the far end of an output bus: its channels cannot be had.
  void close(Bus bus) { map_.outputs_of[index_of(bus)] = 0; }
  /// Cables are cut: of an output bus no word arrives that would be whole after `at`, of an input
  /// bus no dequeue signal. The cell does not notice.
  void cut_output(Bus bus, Time at) { sides_[index_of(bus)].output_cut = at; }
  void cut_input(Bus bus, Time at) { sides_[index_of(bus)].input_cut = at; }
  /// Whatever feeds an output channel now has nothing left in its queue.
  bool drained(unsigned output) const;
  /// An output channel carries a pathway that neither begins nor is joined here.
  bool passes_through(unsigned output) const;
  /// Links an input to an output channel that a pathway holds, and makes that the default output.
  /// A message for this cell that waits at the head stays split off until it is read and the link
  /// restored.
  void join(unsigned input, unsigned output);
  /// After a split: links an input to its default output again. It must have one.
  void restore(unsigned input);
  /// The output to which a joint channel leads by default, or Crossbar::none.
  int default_output(unsigned input) const { return default_output_[input]; }

  /// Something has changed for which another agent of the cell may wait: all are asked at the next
  /// edge.
  void stir() { stirred_ = true; }

  MatchCam& match_cam() { return match_; }
  EventRegisters& events() { return events_; }

  // Communication contexts

  /// While it is frozen no word leaves a queue but through the gates.
  void freeze() { frozen_ = true; }
  void wake();
  bool frozen() const { return frozen_; }
  /// A channel that still waits for an output counts as idle.
  ForwardingState forwarding_state() const;
  /// The agent must be frozen.
  void load(const ForwardingState& state);

  // For observers

  unsigned queue_level(unsigned input) const { return queues_.size(input); }
  ChannelMode mode(unsigned input) const { return mode_[input]; }
  /// The input that feeds an output channel, or Crossbar::none.
  int input_of(unsigned output) const { return crossbar_.input_of(output); }
  /// Output channels of which a channel in the mode `routing` waits for one.
  ChannelSet requested(unsigned input) const {
    const Request& request = requests_[input];
    return map_.outputs_of[index_of(request.bus)] & map_.outputs_in[request.pool];
  }
  unsigned free_slots(unsigned output) const { return free_slots_.count(output); }
  const ChannelMap& channels() const { return map_; }
  const IwarpParameters& parameters() const { return parameters_; }

 private:
  /// The two busses of one side of the cell.
  struct Side {
    Time word_free = 0;     // the lines out, for the next word
    Time dequeue_free = 0;  // the lines back in, for the next dequeue signal
    Time output_cut = never;
    Time input_cut = never;
    Arrivals words;
    Arrivals dequeues;
    unsigned last = most_channels - 1;  // output that sent last
    DequeueSignals signals;
  };

  void wake_at(Time time);
  void absorb(Time now);
  void show(unsigned bus, unsigned input);
  void transmit(Time now);
  void route(ChannelSet heads, ChannelSet requests, ChannelSet free);
  void signal_dequeues(Time now);
  void arm(Time now);

  void look_at_head(unsigned input);
  void look_at_header(unsigned input);
  void look_at_message(unsigned input);
  void turn(unsigned input, const HeaderWord& corner);
  void ask(unsigned input, Bus bus, unsigned pool);
  bool grant(unsigned input, ChannelSet free);
  void throw_away(unsigned input, AgentEvent why);

  void expose(unsigned input);
  void expose_linked(unsigned input);
  void expose_here(unsigned input);
  bool ends_here(unsigned input);
  void post_arrival(unsigned input, WordTag tag);
  void link(unsigned input, unsigned output);
  void unlink(unsigned input);
  void end_pathway(unsigned input);
  bool own(unsigned input) const { return (map_.own & bit(input)) != 0; }

  Time clock_;
  Time word_time_;
  // What every word needs, close together. Sets of busses:
  std::uint8_t words_coming_ = 0;
  std::uint8_t dequeues_coming_ = 0;
  std::uint8_t signals_pending_ = 0;
  bool frozen_ = false;
  bool stirred_ = false;
  bool retry_ = false;       // requests may be granted at the next edge
  ChannelSet sendable_ = 0;  // outputs whose input has a word at its head that may go
  // Sets of inputs:
  ChannelSet attention_ = 0;   // the routing logic has to look at the head
  ChannelSet requesting_ = 0;  // an output is asked for
  ChannelSet convert_ = 0;     // the next word becomes a begin marker: a corner was turned
  ChannelSet joint_ = 0;       // linked by a program: pathways end here
  ChannelSet posted_ = 0;      // the event of the marker at the head has been posted
  ChannelSet claimed_ = 0;     // a message for this cell is at the head
  ChannelSet reserved_ = 0;    // outputs that pathways hold
  Time armed_ = never;         // evaluation that the driver was asked for
  std::array<Side, bus_count> sides_{};
  FreeSlots free_slots_;
  Crossbar crossbar_;
  std::array<ChannelMode, most_channels> mode_{};
  ChannelQueues queues_;
  ChannelMap map_;
  BusLines* lines_;
  CycleDriver* driver_;
  std::vector<CellClient*> clients_;

  // What headers need
  struct Request {
    Bus bus = Bus::x_right;
    std::uint8_t pool = 0;
  };
  IwarpParameters parameters_;
  unsigned last_request_ = most_channels - 1;
  std::array<Request, most_channels> requests_{};
  std::array<std::int8_t, most_channels> default_output_{};
  MatchCam match_;
  EventRegisters events_;
};

}  // namespace weft
