#include "hw/iwarp/communication_agent.hpp"

#include <algorithm>
#include <bit>

#include "hw/iwarp/round_robin.hpp"

namespace weft {

namespace {

// Stands for a channel that does not exist, or whose queue is full.
constexpr unsigned no_channel = ChannelMap::none;

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
      match_(parameters.match_entries, parameters.address) {
  default_output_.fill(Crossbar::none);
  for (unsigned input = 0; input < channels().inputs; ++input) {
    mode_[input] = own(input) ? ChannelMode::own : ChannelMode::idle;
  }
}

void CommunicationAgent::evaluate(Time now) {
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
  if (signals_pending_ != 0) signal_dequeues(now);
  arm(now);
}

// What they do themselves counts for the next edge.
void CommunicationAgent::call_clients(Time now) {
  touched_ = 0;
  for (CellClient* client : clients_) client->clock(now);
  watches_all_ = false;
  watched_ = 0;
  clients_due_ = never;
  for (const CellClient* client : clients_) {
    const ClientWatch watch = client->watched();
    watches_all_ |= watch.everything;
    watched_ |= watch.inputs;
    clients_due_ = std::min(clients_due_, client->next());
  }
}

// --- lines

void CommunicationAgent::connect(Bus bus, CommunicationAgent& far, Bus at_far) {
  sides_[index_of(bus)].receiver = {&far, at_far};
  far.sides_[index_of(at_far)].sender = {this, bus};
}

// The driver keeps only the earliest time, and so need not be asked for a later one.
void CommunicationAgent::wake_at(Time time) {
  if (time >= armed_) return;
  armed_ = time;
  driver_->evaluate_at(time);
}

void CommunicationAgent::word_arrives(Bus bus, unsigned channel, Word word, Time in) {
  const unsigned number = index_of(bus);
  Side& side = sides_[number];
  unsigned input = channels().input_at(number, channel);
  if (input == no_channel || !queues_.store(input, word)) {
    input = no_channel;
    side.strays[side.words.next_place()] = {channel, word};
  }
  side.words.push(input, in);
  coming_.add_word(number, in);
  wake_at(in + clock_);
}

void CommunicationAgent::dequeue_arrives(Bus bus, unsigned channel, Time in) {
  const unsigned number = index_of(bus);
  sides_[number].dequeues.push(channels().output_at(number, channel), in);
  coming_.add_dequeue(number, in);
  wake_at(in + clock_);
}

// Takes up what was in before this edge.
void CommunicationAgent::absorb(Time now) {
  do {
    const ComingIn::Lines lines = coming_.pop();
    for (unsigned left = lines.words; left != 0;) {
      const unsigned bus = take_first(left);
      Arrivals& words = sides_[bus].words;
      if (!words.empty()) show(bus, words.pop());
    }
    for (unsigned left = lines.dequeues; left != 0;) {
      Arrivals& dequeues = sides_[take_first(left)].dequeues;
      const unsigned output = dequeues.empty() ? no_channel : dequeues.pop();
      if (output != no_channel) free_slots_.dequeued(output);
    }
  } while (coming_.first() < now);
}

void CommunicationAgent::show(unsigned bus, unsigned input) {
  if (input == no_channel) {
    post(AgentEvent::stray_word,
         std::min<unsigned>(channels().first_input[bus], channels().inputs - 1));
    return;
  }
  queues_.show(input);
  touched_ |= bit(input);
  if (queues_.size(input) == 1) expose(input);
}

inline void CommunicationAgent::begin_word(unsigned bus, unsigned output, Word word, Time now) {
  const unsigned number = channels().output_number[output];
  const FarEnd& far = sides_[bus].receiver;
  if (far.agent != nullptr) {
    far.agent->word_arrives(far.bus, number, word, now + word_time_);
  } else {
    lines_->word_begins(static_cast<Bus>(bus), number, word, now);
  }
  ObserverPort<WordEvent>& observers = reports_->words(static_cast<Bus>(bus));
  if (observers.bound()) observers.write({now, number, word});
}

inline void CommunicationAgent::begin_dequeue(unsigned bus, unsigned input, Time now) {
  const unsigned number = channels().input_number[input];
  const FarEnd& far = sides_[bus].sender;
  if (far.agent != nullptr) {
    far.agent->dequeue_arrives(far.bus, number, now + word_time_);
  } else {
    lines_->dequeue_begins(static_cast<Bus>(bus), number, now);
  }
  ObserverPort<DequeueEvent>& observers = reports_->dequeues(static_cast<Bus>(bus));
  if (observers.bound()) observers.write({now, number});
}

// The first word of a queue goes; what is behind it is not looked at.
inline Word CommunicationAgent::remove(unsigned input) {
  const Word word = queues_.pop(input);
  const ChannelSet others = ~bit(input);
  touched_ |= bit(input);
  posted_ &= others;
  claimed_ &= others;
  if (!own(input)) {
    const unsigned bus = channels().bus_of[input];
    sides_[bus].signals.add(input);
    signals_pending_ |= static_cast<std::uint8_t>(1U << bus);
  } else if (mode_[input] == ChannelMode::own) {
    stirred_ = true;  // who fills this queue has room
  }
  return word;
}

Word CommunicationAgent::take(unsigned input) {
  const Word word = remove(input);
  go_on_behind(input, word.tag);
  return word;
}

// Each output bus whose lines are free takes a word from the next channel that has one, and room
// for it at the far end.
void CommunicationAgent::transmit(ChannelSet ready, Time now) {
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    Side& side = sides_[bus];
    const ChannelSet candidates = ready & channels().outputs_of[bus];
    if (candidates == 0 || side.word_free > now) continue;
    const unsigned output = next_in_turn(candidates, side.last);
    side.last = output;
    side.word_free = now + word_time_;
    free_slots_.word_sent(output);
    const auto input = static_cast<unsigned>(crossbar_.input_of(output));
    const Word word = remove(input);
    if (word.tag == WordTag::data && queues_.empty(input)) {
      sendable_ &= ~bit(output);
    } else if (word.tag != WordTag::data || queues_.front(input).tag != WordTag::data) {
      go_on_behind(input, word.tag);
      if (word.tag != WordTag::data) note_marker(output, word.tag);
    }
    if (side.word_free > side.output_cut) continue;
    begin_word(bus, output, word, now);
  }
}

void CommunicationAgent::signal_dequeues(Time now) {
  for (unsigned left = signals_pending_; left != 0;) {
    const unsigned bus = take_first(left);
    Side& side = sides_[bus];
    if (side.dequeue_free > now) continue;
    side.dequeue_free = now + word_time_;
    const unsigned input = side.signals.take();
    if (!side.signals.pending()) signals_pending_ &= static_cast<std::uint8_t>(~(1U << bus));
    if (side.dequeue_free > side.input_cut) continue;
    begin_dequeue(bus, input, now);
  }
}

// Asks for the first edge at which there is something to do.
void CommunicationAgent::arm(Time now) {
  const Time soon = now + clock_;
  if (stirred_ || events_.fresh() || clients_due_ <= soon ||
      (!frozen_ && (attention_ != 0 || retry_))) {
    return wake_at(soon);
  }
  Time next = clients_due_;
  if (!coming_.empty()) next = std::min(next, coming_.first() + clock_);
  const ChannelSet ready = frozen_ ? 0 : sendable_ & free_slots_.room();
  for (unsigned bus = 0; bus < bus_count && ready != 0 && next > soon; ++bus) {
    if ((ready & channels().outputs_of[bus]) == 0) continue;
    next = std::min(next, std::max(soon, sides_[bus].word_free));
  }
  for (unsigned left = signals_pending_; left != 0 && next > soon;) {
    next = std::min(next, std::max(soon, sides_[take_first(left)].dequeue_free));
  }
  if (next != never) wake_at(next);
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
