#include "hw/iwarp/communication_agent.hpp"

#include <algorithm>
#include <bit>

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
      free_slots_(parameters.queue_words),
      queues_(parameters.logical_inputs, parameters.queue_words),
      lines_(&lines),
      reports_(&reports),
      driver_(&driver),
      channels_before_(channels()),
      match_(parameters.match_entries, parameters.address) {
  default_output_.fill(Crossbar::none);
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    output_sides_[bus].line = input_sides_[bus].line = static_cast<std::uint8_t>(1U << bus);
  }
  for (unsigned input = 0; input < channels().inputs; ++input) {
    mode_[input] = own(input) ? ChannelMode::own : ChannelMode::idle;
  }
}

// --- lines

void CommunicationAgent::connect(Bus bus, CommunicationAgent& far, Bus at_far) {
  Side& output = output_sides_[index_of(bus)];
  output.far = &far;
  output.far_bus = at_far;
  output.channels = &far.channels().inputs_at(index_of(at_far));
  Side& input = far.input_sides_[index_of(at_far)];
  input.far = this;
  input.far_bus = bus;
  input.channels = &channels().outputs_at(index_of(bus));
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
  take_in(channels_until(in).input_at(index_of(bus), channel), bus, channel, word, in);
}

void CommunicationAgent::dequeue_arrives(Bus bus, unsigned channel, Time in) {
  take_in_dequeue(channels_until(in).output_at(index_of(bus), channel), in);
}

// The first that is told of a time asks for the edge at which it is taken up.
inline ComingIn::Lines& CommunicationAgent::lines_ending_at(Time in) {
  if (ComingIn::Lines* const lines = coming_.last_ending_at(in)) return *lines;
  wake_at(in + clock_);
  return coming_.ending_at(in);
}

[[gnu::always_inline]] inline void CommunicationAgent::take_in(unsigned input, Bus bus,
                                                               unsigned channel, const Word& word,
                                                               Time in) {
  ComingIn::Lines& lines = lines_ending_at(in);
  if (input != no_channel && (lines.words & bit(input)) == 0 && queues_.store(input, word)) {
    lines.words |= bit(input);
  } else {
    strays_.push_back({bus, {channel, word}, in});
  }
}

[[gnu::always_inline]] inline void CommunicationAgent::take_in_dequeue(unsigned output, Time in) {
  if (output != no_channel) lines_ending_at(in).dequeues |= bit(output);
}

// Takes up what was in before this edge.
inline void CommunicationAgent::absorb(Time now) {
  do {
    const ComingIn::Lines lines = coming_.pop();
    touched_ |= lines.words;
    for (ChannelSet left = lines.words; left != 0;) {
      const unsigned input = take_first(left);
      if (queues_.show(input) == 1) expose(input);
    }
    for (ChannelSet left = lines.dequeues; left != 0;) free_slots_.dequeued(take_first(left));
  } while (coming_.first() < now);
  if (!strays_.empty()) post_strays(now);
}

void CommunicationAgent::post_strays(Time now) {
  std::erase_if(strays_, [&](const Coming& stray) {
    if (stray.in >= now) return false;
    const unsigned first = channels().first_input[index_of(stray.bus)];
    post(AgentEvent::stray_word, std::min<unsigned>(first, channels().inputs - 1));
    return true;
  });
}

[[gnu::always_inline]] inline void CommunicationAgent::begin_word(unsigned bus, const Side& side,
                                                                  unsigned output, const Word& word,
                                                                  Time now, Time in) {
  const unsigned number = channels().output_number[output];
  if (side.far != nullptr) {
    side.far->take_in((*side.channels)[number], side.far_bus, number, word, in);
  } else {
    lines_->word_begins(static_cast<Bus>(bus), number, word, now);
  }
  ObserverPort<WordEvent>& observers = reports_->words(static_cast<Bus>(bus));
  if (observers.bound()) observers.write({now, number, word});
}

[[gnu::always_inline]] inline void CommunicationAgent::begin_dequeue(unsigned bus, const Side& side,
                                                                     unsigned input, Time now,
                                                                     Time in) {
  const unsigned number = channels().input_number[input];
  if (side.far != nullptr) {
    side.far->take_in_dequeue((*side.channels)[number], in);
  } else {
    lines_->dequeue_begins(static_cast<Bus>(bus), number, now);
  }
  ObserverPort<DequeueEvent>& observers = reports_->dequeues(static_cast<Bus>(bus));
  if (observers.bound()) observers.write({now, number});
}

Word CommunicationAgent::take(unsigned input) {
  const Word word = queues_.pop(input);
  touched_ |= bit(input);
  if (!own(input)) {
    signals_.add(bit(input));
  } else if (mode_[input] == ChannelMode::own) {
    stirred_ = true;  // who fills this queue has room
  }
  const bool data_alone = word.tag == WordTag::data &&
                          (queues_.empty(input) || queues_.front(input).tag == WordTag::data);
  if (mode_[input] != ChannelMode::here || !data_alone) go_on_behind(input, word.tag);
  return word;
}

// The next channel of a bus, of those that are left; the others of the bus are left out with it.
inline unsigned CommunicationAgent::take_turn(ChannelSet& left, ChannelSet of_bus, Side& side) {
  const ChannelSet candidates = left & of_bus;
  left ^= candidates;
  const unsigned next = next_in_turn(candidates, side.last);
  side.last = static_cast<std::uint8_t>(next);
  return next;
}

// Each output bus whose lines are free takes a word from the next channel that has one, and room
// for it at the far end.
[[gnu::always_inline]] inline void CommunicationAgent::transmit(ChannelSet ready, Time now) {
  const ChannelSet free = ready & channels().outputs_on(all_lines & ~taken(words_begun_, now));
  const Time in = now + word_time_;
  ChannelSet read = 0;
  unsigned busses = 0;
  for (ChannelSet left = free; left != 0;) {
    const unsigned bus = channels().output_bus[static_cast<unsigned>(std::countr_zero(left))];
    Side& side = output_sides_[bus];
    const unsigned output = take_turn(left, channels().outputs_of[bus], side);
    busses |= side.line;
    free_slots_.word_sent(output);
    const auto input = static_cast<unsigned>(crossbar_.input_of(output));
    read |= bit(input);
    const Word& word = queues_.pop(input);
    if (word.tag != WordTag::data) {
      go_on_behind(input, word.tag);
      note_marker(output, word.tag);
    } else if (queues_.empty(input)) {
      sendable_ &= ~bit(output);
    } else if (queues_.front(input).tag != WordTag::data) {
      go_on_behind(input, word.tag);
    }
    if (in <= side.cut) begin_word(bus, side, output, word, now, in);
  }
  words_begun_ = {now, busses};
  touched_ |= read;
  signals_.add(read & ~channels().own);
}

// Each input bus whose lines are free gives a signal of the next channel of which one waits.
inline void CommunicationAgent::signal_dequeues(Time now) {
  const ChannelSet free =
      signals_.waiting() & channels().inputs_on(all_lines & ~taken(dequeues_begun_, now));
  const Time in = now + word_time_;
  ChannelSet given = 0;
  unsigned busses = 0;
  for (ChannelSet left = free; left != 0;) {
    const unsigned bus = channels().bus_of[static_cast<unsigned>(std::countr_zero(left))];
    Side& side = input_sides_[bus];
    const unsigned input = take_turn(left, channels().inputs_of[bus], side);
    busses |= side.line;
    given |= bit(input);
    if (in <= side.cut) begin_dequeue(bus, side, input, now, in);
  }
  dequeues_begun_ = {now, busses};
  signals_.take(given);
}

inline Time CommunicationAgent::next_edge(Time now) const {
  const Time soon = now + clock_;
  if (coming_.first() < soon || clients_due_ <= soon || stirred_ || events_.fresh() ||
      (!frozen_ && (attention_ != 0 || retry_))) {
    return soon;
  }
  Time next = std::min(clients_due_, coming_.empty() ? never : coming_.first() + clock_);
  const auto begin = [&](ChannelSet waiting, ChannelSet taken) {
    if (waiting != 0) next = std::min(next, (waiting & ~taken) != 0 ? soon : soon + clock_);
  };
  begin(frozen_ ? 0 : sendable_ & free_slots_.room() & channels().outputs_on(all_lines),
        channels().outputs_on(taken(words_begun_, soon)));
  begin(signals_.waiting(), channels().inputs_on(taken(dequeues_begun_, soon)));
  return next;
}

// --- an edge of the clock

Time CommunicationAgent::evaluate(Time now) {
  armed_ = never;
  now_ = now;
  begin_clock();
  const bool told = events_.clock();
  if (coming_.first() < now) absorb(now);
  const ChannelSet heads = attention_;
  const ChannelSet requests = requesting_;
  const ChannelSet free = ~reserved_;
  retry_ = false;
  stirred_ = false;
  if (!frozen_) {
    if (const ChannelSet ready = sendable_ & free_slots_.room(); ready != 0) transmit(ready, now);
    if ((heads | requests) != 0) route(heads, requests, free);
  }
  if (told || watches_all_ || clients_due_ <= now || (touched_ & watched_) != 0) call_clients(now);
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
  watches_all_ = false;
  watched_ = 0;
  clients_due_ = never;
  for (const CellClient* client : active_clients_) {
    const ClientWatch watch = client->watched();
    watches_all_ |= watch.everything;
    watched_ |= watch.inputs;
    clients_due_ = std::min(clients_due_, client->next());
  }
}

// --- channels

void CommunicationAgent::link(unsigned input, unsigned output) {
  touched_ |= bit(input);
  crossbar_.connect(input, output);
  mode_[input] = ChannelMode::linked;
  if (!queues_.empty(input)) expose(input);
}

void CommunicationAgent::unlink(unsigned input) {
  const int output = crossbar_.output_of(input);
  if (output == Crossbar::none) return;
  touched_ |= bit(input);
  sendable_ &= ~bit(static_cast<unsigned>(output));
  crossbar_.disconnect(input);
  mode_[input] = own(input) ? ChannelMode::own : ChannelMode::here;
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
  mode_[input] = own(input) ? ChannelMode::own : ChannelMode::idle;
  joint_ &= ~bit(input);
  default_output_[input] = Crossbar::none;
}

void CommunicationAgent::push(unsigned input, Word word) {
  if (word.tag == WordTag::pathway_begin) {
    word.value = with_origin(word.value, parameters().address);
  }
  queues_.push(input, word);
  touched_ |= bit(input);
  if (mode_[input] == ChannelMode::own) stirred_ = true;
  if (queues_.size(input) == 1) expose(input);
}

bool CommunicationAgent::readable(unsigned input) const {
  const ChannelMode mode = mode_[input];
  return (mode == ChannelMode::here || mode == ChannelMode::own) && !queues_.empty(input) &&
         ((attention_ | emptied()) & bit(input)) == 0;
}

}  // namespace weft
