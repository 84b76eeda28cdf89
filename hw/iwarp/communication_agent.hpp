// The communication agent of an iWarp cell without its pins: queues, crossbar, routing, flow
// control.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/time.hpp"
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

  /// One edge of the clock; called by the CycleDriver. The first edge at which there is something
  /// to do, as far as is known now; `never` if there is none, or the driver was asked for it.
  Time evaluate(Time now);

  /// The last phase of a word, or of a dequeue signal, ends at `in`; may be told before, and at an
  /// edge behind its evaluation. It is for the channel that has the number until that edge.
  void word_arrives(Bus bus, unsigned channel, Word word, Time in);
  void dequeue_arrives(Bus bus, unsigned channel, Time in);

  /// The far end of output bus `bus` is input bus `at_far` of another agent that is driven as this
  /// one is: words and dequeue signals go from one to the other, and not by way of the lines.
  void connect(Bus bus, CommunicationAgent& far, Bus at_far);

  /// Where what it needs at each edge begins.
  const void* first_needed() const { return &clock_; }

  /// Nothing leads to the far end of an output bus: its channels cannot be had.
  void close(Bus bus) {
    close_bus(bus);
    find_channels();
  }

  // CommunicationInterface
  void attach(CellClient& client) override {
    clients_.push_back(&client);
    if (!client.only_observes()) active_clients_.push_back(&client);
  }
  void call_clients_at(Time edge) override;
  void cut_output(Bus bus, Time at) override { cut(output_ends_[index_of(bus)], at); }
  void cut_input(Bus bus, Time at) override { cut(input_ends_[index_of(bus)], at); }
  bool readable(unsigned input) const override { return (readable() & bit(input)) != 0; }
  bool are_ready(ChannelSet words, ChannelSet with_room) const override {
    return (words & ~readable()) == 0 && queues_.all_have_room(with_room);
  }
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
  /// An output or an input bus of one side of the cell, as each word and each signal needs it.
  struct Side {
    CommunicationAgent* far = nullptr;  // at the other end; null if there are lines
    ChannelSet channels = 0;            // see ChannelMap
    ChannelSet behind_last = 0;  // channels behind the one that sent last, or whose signal went out
    std::uint64_t words = 0;     // of an output bus: the count of its WordPort
  };
  /// What is not needed of it as a rule.
  struct End {
    Time cut = never;
    Bus far_bus = Bus::x_right;
    WordPort* words = nullptr;                       // of an output bus
    ObserverPort<DequeueEvent>* dequeues = nullptr;  // of an input bus
  };

  /// An edge of the clock.
  struct Edge {
    unsigned place = 0;  // in ComingIn: the same in all cells of a clock
    Time time = 0;
  };

  /// The busses whose lines are taken: a word, or a dequeue signal, has them for two clocks.
  struct Begun {
    Time at = never;          // the edge at which the last ones began
    ChannelSet channels = 0;  // all of the busses on which they did
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
  static unsigned busses_of(ChannelSet channels,
                            const std::array<ChannelSet, bus_count>& of_busses);
  void write_allocation(unsigned index, std::uint32_t data);
  void reallocate(WriteGroup group, unsigned index, std::uint32_t data);
  std::vector<Coming> take_back_words();
  // Who samples pins may tell of a last phase at its edge when that edge was evaluated.
  const ChannelMap& channels_until(Time edge) const {
    return edge == moved_at_ ? channels_before_ : channels();
  }
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
  Edge edge_at(Time time) const {
    const bool next = time == now_ + clock_;  // as most are
    return {next ? place_after(1) : ComingIn::place_of(time / clock_), time};
  }
  unsigned place_after(unsigned edges) const { return ComingIn::place_of(place_ + edges); }
  ComingIn::Lines& lines_at(const Edge& in);
  void cut(End& end, Time at);
  void find_channels();
  void find_far_channels();
  bool take_in(unsigned input, Word word, const Edge& in);
  bool take_in_data(unsigned input, std::uint32_t value, const Edge& in);
  void take_in_dequeue(unsigned output, const Edge& in);
  void absorb();
  void post_strays(Time now);
  // Channels of which nothing can begin at an edge.
  ChannelSet taken(const Begun& begun, Time now) const {
    return begun.at + clock_ == now ? begun.channels : 0;
  }
  static ChannelSet take_turn(ChannelSet candidates, Side& side);
  // No cable is cut before that edge, and nobody looks on.
  bool is_plain(const Edge& in) const { return in.time <= first_cut_ && only_counts_->at(now_); }
  template <bool plain>
  void begin_words(ChannelSet free, Edge in);
  void begin_words_with_care(ChannelSet free, Edge in);
  void begin_word(unsigned bus, const Side& side, unsigned output, Word word, Edge in);
  void begin_word_among_markers(unsigned bus, unsigned output, unsigned input, Edge in);
  void go_astray(unsigned bus, unsigned output, Word word, Time in);
  template <bool plain>
  void begin_dequeues(ChannelSet free, Edge in);
  void begin_dequeues_with_care(ChannelSet free, Edge in);
  void begin_dequeue(unsigned bus, const Side& side, unsigned input, Edge in);
  void transmit(ChannelSet ready, Time now);
  void call_clients(Time now);
  ChannelSet readable() const { return at_gates_ & queues_.filled() & ~(attention_ | emptied()); }
  // What changed is looked at only where that may be what a client waits for.
  bool is_awaited() const {
    const ChannelSet touched = touched_ & watched_;
    return watch_.everything ||
           (touched != 0 && ((touched & watch_.inputs) != 0 || (watch_.words & readable()) != 0 ||
                             queues_.any_has_room(watch_.room)));
  }
  void route(ChannelSet heads, ChannelSet requests, ChannelSet free);
  void signal_dequeues(Time now);
  Time next_edge(Time now) const;

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
  Word take_with_care(unsigned input);
  void go_on_behind(unsigned input, WordTag tag);
  // Words have come to the heads of queues.
  void expose(ChannelSet inputs);
  // The same of one, or the channel has another use.
  void expose_one(unsigned input);
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
  void set_mode(unsigned input, ChannelMode mode) {
    const auto put = [input](ChannelSet& set, bool member) {
      set = member ? set | bit(input) : set & ~bit(input);
    };
    mode_[input] = mode;
    put(at_gates_, mode == ChannelMode::here || mode == ChannelMode::own);
    put(linked_, mode == ChannelMode::linked);
  }
  bool own(unsigned input) const { return (channels().own & bit(input)) != 0; }

  // What every word needs, close together; groups of 64 bytes are lines of the cache.
  alignas(64) Time clock_;
  Time word_time_;
  Time now_ = 0;          // the edge that is evaluated
  Time armed_ = never;    // evaluation that the driver was asked for
  Time clients_due_ = 0;  // see below
  unsigned place_ = 0;    // of this edge, in coming_
  bool frozen_ = false;
  bool stirred_ = false;      // all that wait are asked at the next edge
  bool retry_ = false;        // requests may be granted at the next edge
  ChannelSet touched_ = 0;    // inputs that changed since clients were called
  ChannelSet watched_ = 0;    // see below
  ChannelSet sendable_ = 0;   // outputs whose input has a word at its head that may go
  ChannelSet attention_ = 0;  // inputs at whose heads the routing logic has to look

  ComingIn coming_;

  // The clients, as their last call has left them: with clients_due_ and, all channels of it,
  // watched_.
  ClientWatch watch_{.everything = true};
  // Sets of inputs:
  ChannelSet at_gates_ = 0;    // in the modes here and own
  ChannelSet linked_ = 0;      // in the mode linked
  ChannelSet requesting_ = 0;  // an output is asked for
  ChannelSet convert_ = 0;     // the next word becomes a begin marker: a corner was turned
  ChannelSet reserved_ = 0;    // outputs that pathways hold
  // As the registers of allocation say, here and at the far ends:
  ChannelSet outputs_ = 0;          // on a bus that leads somewhere
  ChannelSet outputs_to_far_ = 0;   // whose words are told to a channel of another agent
  ChannelSet inputs_ = 0;           // that a bus feeds
  ChannelSet inputs_from_far_ = 0;  // whose signals are told to a channel of another agent
  Time first_cut_ = never;          // of the cables

  Begun words_begun_;
  Begun dequeues_begun_;
  const OnlyCounts* only_counts_;
  std::vector<Coming> strays_;  // on their way in for no channel, or beyond a full queue

  std::array<Side, bus_count> output_sides_{};
  std::array<Side, bus_count> input_sides_{};

  DequeueSignals signals_;
  FreeSlots free_slots_;
  // The channel at the far end, where there is an agent:
  std::array<std::uint8_t, most_channels> far_input_{};   // by output
  std::array<std::uint8_t, most_channels> far_output_{};  // by input
  Crossbar crossbar_;
  std::array<ChannelMode, most_channels> mode_{};
  EventRegisters events_;

  ChannelQueues queues_;

  std::vector<CellClient*> clients_;
  std::vector<const CellClient*> active_clients_;  // all but those that only observe
  BusLines* lines_;
  CycleDriver* driver_;
  std::array<End, bus_count> output_ends_{};
  std::array<End, bus_count> input_ends_{};
  Time moved_at_ = never;       // the last edge at which channels went to other busses,
  ChannelMap channels_before_;  // and where they were until then
  // Sets of inputs:
  ChannelSet joint_ = 0;       // linked by a program: pathways end here
  ChannelSet posted_ = 0;      // the event of the marker at the head has been posted
  ChannelSet claimed_ = 0;     // a message for this cell is at the head
  ChannelSet unfinished_ = 0;  // outputs in the midst of a message

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
};

}  // namespace weft
