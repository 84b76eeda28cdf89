// The communication agent of an iWarp cell without its pins: queues, crossbar, routing, flow
// control.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/time.hpp"
#include "hw/iwarp/arrivals.hpp"
#include "hw/iwarp/channel_queues.hpp"
#include "hw/iwarp/communication_interface.hpp"
#include "hw/iwarp/crossbar.hpp"
#include "hw/iwarp/dequeue_signals.hpp"
#include "hw/iwarp/free_slots.hpp"

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

/// Routes, links and moves words (Borkar et al. 1990, sections 4 to 7). What is on an output at an
/// edge of the clock was decided from what was registered before that edge:
///
/// - a word takes two clocks on a bus; it can go on at the edge after it came in;
/// - a begin marker at the head of a queue is matched, and the default output asked for, in one
///   clock; it can go on at the next edge;
/// - at a corner the marker is thrown away instead and the new direction is asked for in one clock
///   more.
///
/// From these follow the latencies of section 8. In a clock as many begin markers are matched as
/// the match CAM has ports; others wait, and go in turn.
class CommunicationAgent final : public CommunicationInterface {
 public:
  /// Throws ParameterError, see check_parameters.
  CommunicationAgent(const IwarpParameters& parameters, BusLines& lines, CycleDriver& driver);

  /// One edge of the clock; called by the CycleDriver.
  void evaluate(Time now);

  /// The last phase of a word, or of a dequeue signal, ends at `in`; may be told before.
  void word_arrives(Bus bus, unsigned channel, Word word, Time in);
  void dequeue_arrives(Bus bus, unsigned channel, Time in);

  /// Nothing leads to the far end of an output bus: its channels cannot be had.
  void close(Bus bus) { close_bus(bus); }

  // CommunicationInterface
  void attach(CellClient& client) override { clients_.push_back(&client); }
  void cut_output(Bus bus, Time at) override { sides_[index_of(bus)].output_cut = at; }
  void cut_input(Bus bus, Time at) override { sides_[index_of(bus)].input_cut = at; }
  void request(unsigned input, Bus bus, unsigned pool) override;
  void withdraw(unsigned input) override;
  bool assign(unsigned input, unsigned output) override;
  int output_of(unsigned input) const override { return crossbar_.output_of(input); }
  unsigned room(unsigned input) const override { return queues_.room(input); }
  void push(unsigned input, Word word) override;
  bool readable(unsigned input) const override;
  using CommunicationInterface::head;
  Word head(unsigned input, unsigned position) const override {
    return queues_.at(input, position);
  }
  Word take(unsigned input) override;
  bool drained(unsigned output) const override;
  bool passes_through(unsigned output) const override;
  void join(unsigned input, unsigned output) override;
  void redirect(unsigned input, unsigned output) override;
  void restore(unsigned input) override;
  int default_output(unsigned input) const override { return default_output_[input]; }
  void load_match(unsigned number, const MatchEntry& entry) override { match_.load(number, entry); }
  void clear_match(unsigned number) override { match_.clear(number); }
  void enable_event(AgentEvent event, ChannelSet channels) override {
    events_.enable(event, channels);
  }
  void post_event(AgentEvent event, unsigned channel) override { events_.post(event, channel); }
  ChannelSet event_status(AgentEvent event) const override { return events_.status(event); }
  std::optional<AgentStatus> take_event(EventSet kinds) override { return events_.take(kinds); }
  EventSet pending_events(EventSet kinds) const override {
    return static_cast<EventSet>(events_.pending() & kinds);
  }
  bool spool_event_posted() const override {
    return events_.fresh(AgentEvent::spool_end) || events_.fresh(AgentEvent::spool_error);
  }
  void stir() override { stirred_ = true; }
  void freeze() override { frozen_ = true; }
  void wake() override;
  bool frozen() const override { return frozen_; }
  std::uint32_t input_context(unsigned input) const override;
  std::uint32_t output_context(unsigned output) const override;
  void release_inputs(ChannelSet inputs) override;
  void release_outputs(ChannelSet outputs) override;
  void load_input(unsigned input, std::uint32_t context) override;
  void load_output(unsigned output, std::uint32_t context) override;
  unsigned queue_level(unsigned input) const override { return queues_.size(input); }
  ChannelMode mode(unsigned input) const override { return mode_[input]; }
  int input_of(unsigned output) const override { return crossbar_.input_of(output); }
  ChannelSet requested(unsigned input) const override {
    const Request& request = requests_[input];
    return channels().outputs_of[index_of(request.bus)] & channels().outputs_in[request.pool];
  }
  ChannelSet reserved() const override { return reserved_; }
  unsigned free_slots(unsigned output) const override { return free_slots_.count(output); }

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

  bool needs_match(unsigned input);
  void look_at_head(unsigned input);
  void look_at_header(unsigned input);
  void look_at_message(unsigned input);
  void turn(unsigned input, const HeaderWord& corner);
  void ask(unsigned input, Bus bus, unsigned pool);
  bool grant(unsigned input, ChannelSet free);
  void throw_away(unsigned input, AgentEvent why);
  void drop(unsigned input);

  void expose(unsigned input);
  void expose_linked(unsigned input);
  void expose_here(unsigned input);
  bool ends_here(unsigned input);
  void post_arrival(unsigned input, WordTag tag);
  void link(unsigned input, unsigned output);
  void unlink(unsigned input);
  void relink(unsigned input, unsigned output);
  void note_marker(unsigned output, WordTag tag);
  void end_pathway(unsigned input);
  bool own(unsigned input) const { return (channels().own & bit(input)) != 0; }

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
  ChannelSet unfinished_ = 0;  // outputs in the midst of a message
  Time armed_ = never;         // evaluation that the driver was asked for
  std::array<Side, bus_count> sides_{};
  FreeSlots free_slots_;
  Crossbar crossbar_;
  std::array<ChannelMode, most_channels> mode_{};
  ChannelQueues queues_;
  BusLines* lines_;
  CycleDriver* driver_;
  std::vector<CellClient*> clients_;

  // What headers need
  struct Request {
    Bus bus = Bus::x_right;
    std::uint8_t pool = 0;
  };
  unsigned last_request_ = most_channels - 1;
  unsigned last_match_ = most_channels - 1;  // at a port of the match CAM
  std::array<Request, most_channels> requests_{};
  std::array<std::int8_t, most_channels> default_output_{};
  MatchCam match_;
  EventRegisters events_;
};

}  // namespace weft
