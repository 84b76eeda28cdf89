#include "hw/iwarp/communication_agent.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/iwarp/round_robin.hpp"

namespace weft {

namespace {

// Stands for a channel that does not exist, or whose queue is full.
constexpr unsigned no_channel = ChannelMap::none;
constexpr unsigned all_lines = (1U << bus_count) - 1;  // those of all busses

}  // namespace

CommunicationAgent::CommunicationAgent(const IwarpParameters& parameters, BusLines& lines,
                                       BusReports& reports, CycleDriver& driver)
    : CommunicationInterface(parameters),
      clock_(parameters.clock),
      word_time_(word_time(parameters)),
      only_counts_(&reports.only_counts()),
      free_slots_(parameters.queue_words),
      queues_(parameters.logical_inputs, parameters.queue_words),
      lines_(&lines),
      driver_(&driver),
      channels_before_(channels()),
      match_(parameters.match_entries, parameters.address) {
  default_output_.fill(Crossbar::none);
  for (const Bus bus : all_busses) {
    reports.words(bus).count_in(output_sides_[index_of(bus)].words);
    output_ends_[index_of(bus)].words = &reports.words(bus);
    input_ends_[index_of(bus)].dequeues = &reports.dequeues(bus);
  }
  find_channels();
  for (unsigned input = 0; input < channels().inputs; ++input) {
    set_mode(input, own(input) ? ChannelMode::own : ChannelMode::idle);
  }
}

// --- lines

void CommunicationAgent::connect(Bus bus, CommunicationAgent& far, Bus at_far) {
  output_sides_[index_of(bus)].far = &far;
  output_ends_[index_of(bus)].far_bus = at_far;
  far.input_sides_[index_of(at_far)].far = this;
  far.input_ends_[index_of(at_far)].far_bus = bus;
  find_far_channels();
  far.find_far_channels();
}

// When a register of the allocation has been written here.
void CommunicationAgent::find_channels() {
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    output_sides_[bus].channels = channels().outputs_of[bus];
    input_sides_[bus].channels = channels().inputs_of[bus];
  }
  outputs_ = channels().outputs_on(all_lines);
  inputs_ = channels().inputs_on(all_lines);
  find_far_channels();
}

// When numbers on the busses have been given, here or at a far end.
void CommunicationAgent::find_far_channels() {
  outputs_to_far_ = 0;
  inputs_from_far_ = 0;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    if (const Side& side = output_sides_[bus]; side.far != nullptr) {
      const ChannelMap& far = side.far->channels();
      for (ChannelSet left = side.channels; left != 0;) {
        const unsigned output = take_first(left);
        const unsigned input =
            far.input_at(index_of(output_ends_[bus].far_bus), channels().output_number[output]);
        far_input_[output] = static_cast<std::uint8_t>(input);
        if (input != no_channel) outputs_to_far_ |= bit(output);
      }
    }
    if (const Side& side = input_sides_[bus]; side.far != nullptr) {
      const ChannelMap& far = side.far->channels();
      for (ChannelSet left = side.channels; left != 0;) {
        const unsigned input = take_first(left);
        const unsigned output =
            far.output_at(index_of(input_ends_[bus].far_bus), channels().input_number[input]);
        far_output_[input] = static_cast<std::uint8_t>(output);
        if (output != no_channel) inputs_from_far_ |= bit(input);
      }
    }
  }
}

void CommunicationAgent::cut(End& end, Time at) {
  end.cut = at;
  first_cut_ = std::min(first_cut_, at);
}

// The driver keeps only the earliest time, and so need not be asked for a later one.
void CommunicationAgent::wake_at(Time time) {
  if (time >= armed_) return;
  armed_ = time;
  driver_->evaluate_at(time);
}

void CommunicationAgent::call_clients_at(Time edge) {
  clients_due_ = std::min(clients_due_, edge);
  wake_at(edge);
}

void CommunicationAgent::word_arrives(Bus bus, unsigned channel, Word word, Time in) {
  const unsigned input = channels_until(in).input_at(index_of(bus), channel);
  if (!take_in(input, word, edge_at(in))) strays_.push_back({bus, {channel, word}, in});
}

void CommunicationAgent::dequeue_arrives(Bus bus, unsigned channel, Time in) {
  take_in_dequeue(channels_until(in).output_at(index_of(bus), channel), edge_at(in));
}

// Who is told of something first asks for the edge at which it is taken up.
[[gnu::always_inline]] inline ComingIn::Lines& CommunicationAgent::lines_at(const Edge& in) {
  ComingIn::Lines& lines = coming_.at(in.place);
  if (lines.empty()) wake_at(in.time + clock_);
  return lines;
}

// False if there is no such channel, or no room: then it is a stray word.
[[gnu::always_inline]] inline bool CommunicationAgent::take_in(unsigned input, Word word,
                                                               const Edge& in) {
  ComingIn::Lines& lines = lines_at(in);
  if (input == no_channel || (lines.words & bit(input)) != 0 || !queues_.store(input, word)) {
    return false;
  }
  lines.words |= bit(input);
  return true;
}

// The same of data for a channel that there is.
[[gnu::always_inline]] inline bool CommunicationAgent::take_in_data(unsigned input,
                                                                    std::uint32_t value,
                                                                    const Edge& in) {
  ComingIn::Lines& lines = lines_at(in);
  if ((lines.words & bit(input)) != 0 || !queues_.store_data(input, value)) return false;
  lines.words |= bit(input);
  return true;
}

[[gnu::always_inline]] inline void CommunicationAgent::take_in_dequeue(unsigned output,
                                                                       const Edge& in) {
  if (output != no_channel) lines_at(in).dequeues |= bit(output);
}

// Takes up what came in at the edge before.
inline void CommunicationAgent::absorb() {
  const ComingIn::Lines lines = std::exchange(coming_.at(place_after(ComingIn::places - 1)), {});
  if (lines.words != 0) {
    touched_ |= lines.words;
    const ChannelSet first = lines.words & ~queues_.filled();
    queues_.show(lines.words);
    expose(first);
  }
  free_slots_.dequeued(lines.dequeues);
}

// Data goes on, or waits for a gate, wherever nothing else is in the queue.
inline void CommunicationAgent::expose(ChannelSet inputs) {
  const ChannelSet data = inputs & ~(queues_.with_markers() | convert_);
  for (ChannelSet left = data & linked_; left != 0;) {
    sendable_ |= bit(static_cast<unsigned>(crossbar_.output_of(take_first(left))));
  }
  for (ChannelSet left = inputs & ~(data & (linked_ | at_gates_)); left != 0;) {
    expose_one(take_first(left));
  }
}

[[gnu::noinline]] void CommunicationAgent::post_strays(Time now) {
  std::erase_if(strays_, [&](const Coming& stray) {
    if (stray.in >= now) return false;
    const unsigned first = channels().first_input[index_of(stray.bus)];
    post(AgentEvent::stray_word, std::min<unsigned>(first, channels().inputs - 1));
    return true;
  });
}

inline void CommunicationAgent::begin_word(unsigned bus, const Side& side, unsigned output,
                                           Word word, Edge in) {
  if (in.time > output_ends_[bus].cut) return;
  const std::uint8_t& number = channels().output_number[output];
  if (side.far == nullptr) {
    lines_->word_begins(static_cast<Bus>(bus), number, word, now_);
  } else if (!side.far->take_in(far_input_[output], word, in)) {
    go_astray(bus, output, word, in.time);
  }
  output_ends_[bus].words->carry(now_, number, word);
}

// From a queue that may hold a marker.
[[gnu::noinline]] void CommunicationAgent::begin_word_among_markers(unsigned bus, unsigned output,
                                                                    unsigned input, Edge in) {
  const Word word = queues_.pop(input);
  go_on_behind(input, word.tag);
  note_marker(output, word.tag);
  begin_word(bus, output_sides_[bus], output, word, in);
}

[[gnu::noinline]] void CommunicationAgent::go_astray(unsigned bus, unsigned output, Word word,
                                                     Time in) {
  const BusWord on_bus{channels().output_number[output], word};
  output_sides_[bus].far->strays_.push_back({output_ends_[bus].far_bus, on_bus, in});
}

inline void CommunicationAgent::begin_dequeue(unsigned bus, const Side& side, unsigned input,
                                              Edge in) {
  if (in.time > input_ends_[bus].cut) return;
  if (side.far != nullptr) {
    side.far->take_in_dequeue(far_output_[input], in);
  } else {
    lines_->dequeue_begins(static_cast<Bus>(bus), channels().input_number[input], now_);
  }
  ObserverPort<DequeueEvent>& dequeues = *input_ends_[bus].dequeues;
  if (dequeues.bound()) dequeues.write({now_, channels().input_number[input]});
}

Word CommunicationAgent::take(unsigned input) {
  if ((queues_.with_markers() & bit(input)) != 0 || mode_[input] != ChannelMode::here) {
    return take_with_care(input);
  }
  touched_ |= bit(input);
  if ((inputs_ & bit(input)) != 0) signals_.add_one(input);
  return {queues_.pop_data(input), WordTag::data};
}

[[gnu::noinline]] Word CommunicationAgent::take_with_care(unsigned input) {
  const Word word = queues_.pop(input);
  touched_ |= bit(input);
  if (!own(input)) {
    signals_.add_one(input);
  } else if (mode_[input] == ChannelMode::own) {
    stirred_ = true;  // who fills this queue has room
  }
  go_on_behind(input, word.tag);
  return word;
}

// The next channel of a bus, of those that wait for it.
inline ChannelSet CommunicationAgent::take_turn(ChannelSet candidates, Side& side) {
  const ChannelSet next = first_of_turn(candidates, side.behind_last);
  side.behind_last = behind(next);
  return next;
}

// Each output bus with one of these channels takes a word from the next of them. `plain`: all of
// them hold data alone, which needs only be counted and told to the agents at the far ends.
template <bool plain>
[[gnu::always_inline]] inline void CommunicationAgent::begin_words(ChannelSet free, Edge in) {
  ChannelSet read = 0;
  ChannelSet emptied = 0;
  ChannelSet begun = 0;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    Side& side = output_sides_[bus];
    const ChannelSet candidates = free & side.channels;
    if (candidates == 0) continue;
    const ChannelSet turn = take_turn(candidates, side);
    const unsigned output = first_of(turn);
    begun |= side.channels;
    free_slots_.word_sent(output);
    const auto input = static_cast<unsigned>(crossbar_.input_of(output));
    read |= bit(input);
    if (!plain && (queues_.with_markers() & bit(input)) != 0) {
      begin_word_among_markers(bus, output, input, in);
      continue;
    }
    const std::uint32_t value = queues_.pop_data(input);
    if (queues_.empty(input)) emptied |= turn;
    if constexpr (plain) {
      ++side.words;
      if (!side.far->take_in_data(far_input_[output], value, in)) {
        go_astray(bus, output, {value, WordTag::data}, in.time);
      }
    } else {
      begin_word(bus, side, output, {value, WordTag::data}, in);
    }
  }
  words_begun_ = {now_, begun};
  sendable_ &= ~emptied;
  touched_ |= read;
  signals_.add(read & inputs_);
}

[[gnu::noinline]] void CommunicationAgent::begin_words_with_care(ChannelSet free, Edge in) {
  begin_words<false>(free, in);
}

// Of channels that have a word, and room for it at the far end, where their lines are free.
inline void CommunicationAgent::transmit(ChannelSet ready, Time now) {
  const ChannelSet free = ready & outputs_ & ~taken(words_begun_, now);
  if (free == 0) return;
  const Edge in{place_after(word_clocks), now + word_time_};
  if ((free & ~outputs_to_far_) == 0 && queues_.with_markers() == 0 && is_plain(in)) {
    begin_words<true>(free, in);
  } else {
    begin_words_with_care(free, in);
  }
}

// Each input bus with one of these channels gives a signal of the next of them. `plain`: it needs
// only be told to the agents at the far ends.
template <bool plain>
[[gnu::always_inline]] inline void CommunicationAgent::begin_dequeues(ChannelSet free, Edge in) {
  ChannelSet given = 0;
  ChannelSet begun = 0;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    Side& side = input_sides_[bus];
    const ChannelSet candidates = free & side.channels;
    if (candidates == 0) continue;
    const ChannelSet turn = take_turn(candidates, side);
    const unsigned input = first_of(turn);
    begun |= side.channels;
    given |= turn;
    if constexpr (plain) {
      side.far->lines_at(in).dequeues |= bit(far_output_[input]);
    } else {
      begin_dequeue(bus, side, input, in);
    }
  }
  dequeues_begun_ = {now_, begun};
  signals_.take(given);
}

[[gnu::noinline]] void CommunicationAgent::begin_dequeues_with_care(ChannelSet free, Edge in) {
  begin_dequeues<false>(free, in);
}

// Of channels of which a signal waits, where their lines are free.
inline void CommunicationAgent::signal_dequeues(Time now) {
  const ChannelSet free = signals_.waiting() & inputs_ & ~taken(dequeues_begun_, now);
  if (free == 0) return;
  const Edge in{place_after(word_clocks), now + word_time_};
  if ((free & ~inputs_from_far_) == 0 && is_plain(in)) {
    begin_dequeues<true>(free, in);
  } else {
    begin_dequeues_with_care(free, in);
  }
}

inline Time CommunicationAgent::next_edge(Time now) const {
  const Time soon = now + clock_;
  if (!coming_.at(place_).empty() || clients_due_ <= soon || stirred_ || events_.fresh() ||
      !strays_.empty() || (!frozen_ && (attention_ != 0 || retry_))) {
    return soon;
  }
  const unsigned edges = coming_.edges_until_next(place_);
  Time next = std::min(clients_due_, edges == ComingIn::places ? never : soon + edges * clock_);
  const auto begin = [&](ChannelSet waiting, ChannelSet taken) {
    if (waiting != 0) next = std::min(next, (waiting & ~taken) != 0 ? soon : soon + clock_);
  };
  begin(frozen_ ? 0 : sendable_ & free_slots_.room() & outputs_, taken(words_begun_, soon));
  begin(signals_.waiting(), taken(dequeues_begun_, soon));
  return next;
}

// --- an edge of the clock

Time CommunicationAgent::evaluate(Time now) {
  armed_ = never;
  place_ = edge_at(now).place;
  now_ = now;
  begin_clock();
  const bool told = events_.clock();
  absorb();
  if (!strays_.empty()) post_strays(now);
  const ChannelSet heads = attention_;
  const ChannelSet requests = requesting_;
  const ChannelSet free = ~reserved_;
  retry_ = false;
  stirred_ = false;
  if (!frozen_) {
    if (const ChannelSet ready = sendable_ & free_slots_.room(); ready != 0) transmit(ready, now);
    if ((heads | requests) != 0) route(heads, requests, free);
  }
  if (told || clients_due_ <= now || is_awaited()) call_clients(now);
  if (signals_.waiting() != 0) signal_dequeues(now);
  const Time next = next_edge(now);
  if (next >= armed_) return never;
  armed_ = next;
  return next;
}

// What they do themselves counts for the next edge.
void CommunicationAgent::call_clients(Time now) {
  touched_ = 0;
  for (CellClient* client : clients_) client->clock(now);
  watch_ = {};
  clients_due_ = never;
  for (const CellClient* client : active_clients_) {
    watch_ |= client->watched();
    clients_due_ = std::min(clients_due_, client->next());
  }
  watched_ = watch_.inputs | watch_.words | watch_.room;
}

// --- channels

void CommunicationAgent::link(unsigned input, unsigned output) {
  touched_ |= bit(input);
  crossbar_.connect(input, output);
  set_mode(input, ChannelMode::linked);
  if (!queues_.empty(input)) expose_one(input);
}

void CommunicationAgent::unlink(unsigned input) {
  const int output = crossbar_.output_of(input);
  if (output == Crossbar::none) return;
  touched_ |= bit(input);
  sendable_ &= ~bit(static_cast<unsigned>(output));
  crossbar_.disconnect(input);
  set_mode(input, own(input) ? ChannelMode::own : ChannelMode::here);
}

// A marker has gone out.
void CommunicationAgent::note_marker(unsigned output, WordTag tag) {
  if (tag == WordTag::message_begin) unfinished_ |= bit(output);
  if (tag == WordTag::message_end || tag == WordTag::pathway_end) unfinished_ &= ~bit(output);
}

// The end marker has left the queue. The output of a joint cell's link belongs to another pathway.
void CommunicationAgent::end_pathway(unsigned input) {
  const int output = crossbar_.output_of(input);
  if (output != Crossbar::none && (joint_ & bit(input)) == 0) {
    reserved_ &= ~bit(static_cast<unsigned>(output));
    retry_ = retry_ || requesting_ != 0;
  }
  unlink(input);
  set_mode(input, own(input) ? ChannelMode::own : ChannelMode::idle);
  joint_ &= ~bit(input);
  default_output_[input] = Crossbar::none;
}

void CommunicationAgent::push(unsigned input, Word word) {
  const bool first = queues_.empty(input);
  touched_ |= bit(input);
  if (mode_[input] == ChannelMode::own) stirred_ = true;
  if (word.tag == WordTag::pathway_begin) {
    word.value = with_origin(word.value, parameters().address);
  }
  queues_.push(input, word);
  if (first) expose_one(input);
}

}  // namespace weft
