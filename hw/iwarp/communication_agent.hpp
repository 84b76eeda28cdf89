// The communication agent of an iWarp cell without its pins: queues, crossbar, routing, flow
// control.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/time.hpp"
#include "hw/iwarp/arrivals.hpp"
#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/bus_reports.hpp"
#include "hw/iwarp/channel_queues.hpp"
#include "hw/iwarp/coming_in.hpp"
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
  /// Throws ParameterError, see check_parameters. `reports` are told of what begins on the lines.
  CommunicationAgent(const IwarpParameters& parameters, BusLines& lines, BusReports& reports,
                     CycleDriver& driver);

  /// One edge of the clock; called by the CycleDriver.
  void evaluate(Time now);

  /// The last phase of a word, or of a dequeue signal, ends at `in`; may be told before.
  void word_arrives(Bus bus, unsigned channel, Word word, Time in);
  void dequeue_arrives(Bus bus, unsigned channel, Time in);

  /// The far end of output bus `bus` is input bus `at_far` of another agent that is driven as this
  /// one is: words and dequeue signals go from one to the other, and not by way of the lines.
  void connect(Bus bus, CommunicationAgent& far, Bus at_far);

  /// Nothing leads to the far end of an output bus: its channels cannot be had.
  void close(Bus bus) { close_bus(bus); }

  // CommunicationInterface
  void attach(CellClient& client) override { clients_.push_back(&client); }
  void cut_output(Bus bus, Time at) override { sides_[index_of(bus)].output_cut = at; }
  void cut_input(Bus bus, Time at) override { sides_[index_of(bus)].input_cut = at; }
  bool readable(unsigned input) const override;
  unsigned queue_level(unsigned input) const override { return queues_.size(input); }
  using CommunicationInterface::head;
  Word head(unsigned input, unsigned position) const override {
    return queues_.at(input, position);
  }
  EventSet pending_events(EventSet kinds) const override {
    return static_cast<EventSet>(events_.pending() & kinds);
  }
  /// What is told of a clock alone, `thrown_away` and `abandoned`, is 0: see
  /// CommunicationInterface::thrown_away.
  std::uint32_t read(ReadGroup group, unsigned index) const override;

 private:
  /// Another agent at the end of a bus; none if there are lines.
  struct FarEnd {
    CommunicationAgent* agent = nullptr;
    Bus bus = Bus::x_right;
  };

  /// The two busses of one side of the cell.
  struct Side {
    Time word_free = 0;     // the lines out, for the next word
    Time dequeue_free = 0;  // the lines back in, for the next dequeue signal
    Time output_cut = never;
    Time input_cut = never;
    Arrivals words;
    std::array<BusWord, 2>
        strays{};  // for no channel, or beyond a full queue, as they lie in `words`
    Arrivals dequeues;
    unsigned last = most_channels - 1;  // output that sent last
    DequeueSignals signals;
    FarEnd receiver;  // of the output bus
    FarEnd sender;    // of the input bus
  };

  /// A word on the lines of an input bus.
  struct Coming {
    Bus bus;
    BusWord word;
    Time in;
  };

  // CommunicationInterface
  Word take_word(DataPort /*port*/, unsigned input) override { return take(input); }
  void put_word(DataPort /*port*/, unsigned input, Word word) override { push(input, word); }
  void post_spool(AgentEvent event, unsigned gate) override { post(event, gate); }
  std::optional<AgentStatus> take_posted(EventSet kinds) override { return events_.take(kinds); }
  void write_register(WriteGroup group, unsigned index, std::uint32_t data) override;

  // registers
  void ask_for(unsigned input, std::uint32_t data);
  void take_back(unsigned input);
  void assign_output(unsigned input, unsigned output);
  void join_channels(unsigned input, unsigned output);
  void redirect_message(unsigned input, unsigned output);
  void restore_link(unsigned input);
  void write_match(unsigned entry, std::uint32_t data);
  void write_frozen(bool frozen);
  void write_context(unsigned index, std::uint32_t data);
  void write_allocation(unsigned index, std::uint32_t data);
  void reallocate(WriteGroup group, unsigned index, std::uint32_t data);
  std::vector<Coming> take_back_words();
  void clear_inputs(ChannelSet inputs);
  void clear_outputs(ChannelSet outputs);
  void write_input(unsigned input, std::uint32_t context);
  void write_output(unsigned output, std::uint32_t context);
  std::uint32_t read_channel(unsigned input) const;
  std::uint32_t read_output(unsigned output) const;
  std::uint32_t read_input_context(unsigned input) const;
  std::uint32_t read_output_context(unsigned output) const;
  bool is_drained(unsigned output) const;
  bool passes(unsigned output) const;
  bool is_redirected(unsigned input) const;

  void wake_at(Time time);
  void absorb(Time now);
  void show(unsigned bus, unsigned input);
  void transmit(ChannelSet ready, Time now);
  void begin_word(unsigned bus, unsigned output, Word word, Time now);
  void begin_dequeue(unsigned bus, unsigned input, Time now);
  void call_clients(Time now);
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

  void push(unsigned input, Word word);
  Word take(unsigned input);
  Word remove(unsigned input);
  void go_on_behind(unsigned input, WordTag tag);
  void expose(unsigned input);
  void expose_other(unsigned input);
  void expose_linked(unsigned input);
  void expose_here(unsigned input);
  bool ends_here(unsigned input);
  void post(AgentEvent event, unsigned channel) {
    if (match_.tells_of(event, channel)) events_.post(event, channel);
  }
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
  std::uint8_t signals_pending_ = 0;
  ComingIn coming_;
  bool frozen_ = false;
  bool stirred_ = false;  // all that wait are asked at the next edge
  bool retry_ = false;    // requests may be granted at the next edge
  // The clients, as their last call has left them:
  bool watches_all_ = true;
  ChannelSet watched_ = 0;
  ChannelSet touched_ = 0;  // inputs that changed since
  Time clients_due_ = 0;
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
  Time now_ = 0;               // the edge that is evaluated
  Time armed_ = never;         // evaluation that the driver was asked for
  std::array<Side, bus_count> sides_{};
  FreeSlots free_slots_;
  Crossbar crossbar_;
  std::array<ChannelMode, most_channels> mode_{};
  ChannelQueues queues_;
  BusLines* lines_;
  BusReports* reports_;
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
  MatchEntry next_entry_;  // value and mask for the next load
  EventRegisters events_;
};

}  // namespace weft
