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
                                       CycleDriver& driver)
    : CommunicationInterface(parameters),
      clock_(parameters.clock),
      word_time_(word_time(parameters)),
      free_slots_(parameters.queue_words),
      queues_(parameters.logical_inputs, parameters.queue_words),
      lines_(&lines),
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
  events_.clock();
  absorb(now);
  const ChannelSet heads = attention_;
  const ChannelSet requests = requesting_;
  const ChannelSet free = ~reserved_;
  retry_ = false;
  stirred_ = false;
  if (!frozen_) {
    transmit(now);
    if ((heads | requests) != 0) route(heads, requests, free);
  }
  for (CellClient* client : clients_) client->clock(now);
  signal_dequeues(now);
  arm(now);
}

// --- lines

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
  words_coming_ |= static_cast<std::uint8_t>(1U << number);
  wake_at(in + clock_);
}

void CommunicationAgent::dequeue_arrives(Bus bus, unsigned channel, Time in) {
  const unsigned number = index_of(bus);
  sides_[number].dequeues.push(channels().output_at(number, channel), in);
  dequeues_coming_ |= static_cast<std::uint8_t>(1U << number);
  wake_at(in + clock_);
}

// Takes up what was in before this edge.
void CommunicationAgent::absorb(Time now) {
  for (unsigned left = words_coming_; left != 0;) {
    const unsigned bus = take_first(left);
    Arrivals& words = sides_[bus].words;
    while (!words.empty() && words.in() < now) show(bus, words.pop());
    if (words.empty()) words_coming_ &= static_cast<std::uint8_t>(~(1U << bus));
  }
  for (unsigned left = dequeues_coming_; left != 0;) {
    const unsigned bus = take_first(left);
    Arrivals& dequeues = sides_[bus].dequeues;
    while (!dequeues.empty() && dequeues.in() < now) {
      const unsigned output = dequeues.pop();
      if (output != no_channel) free_slots_.dequeued(output);
    }
    if (dequeues.empty()) dequeues_coming_ &= static_cast<std::uint8_t>(~(1U << bus));
  }
}

void CommunicationAgent::show(unsigned bus, unsigned input) {
  if (input == no_channel) {
    post(AgentEvent::stray_word,
         std::min<unsigned>(channels().first_input[bus], channels().inputs - 1));
    return;
  }
  queues_.show(input);
  if (queues_.size(input) == 1) expose(input);
}

// Each output bus whose lines are free takes a word from the next channel that has one, and room
// for it at the far end.
void CommunicationAgent::transmit(Time now) {
  const ChannelSet ready = sendable_ & free_slots_.room();
  if (ready == 0) return;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    Side& side = sides_[bus];
    const ChannelSet candidates = ready & channels().outputs_of[bus];
    if (candidates == 0 || side.word_free > now) continue;
    const unsigned output = next_in_turn(candidates, side.last);
    side.last = output;
    side.word_free = now + word_time_;
    free_slots_.word_sent(output);
    const Word word = take(static_cast<unsigned>(crossbar_.input_of(output)));
    if (word.tag != WordTag::data) note_marker(output, word.tag);
    if (side.word_free > side.output_cut) continue;
    lines_->word_begins(static_cast<Bus>(bus), channels().output_number[output], word, now);
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
    lines_->dequeue_begins(static_cast<Bus>(bus), channels().input_number[input], now);
  }
}

// Asks for the first edge at which there is something to do.
void CommunicationAgent::arm(Time now) {
  const Time soon = now + clock_;
  Time next =
      stirred_ || events_.fresh() || (!frozen_ && (attention_ != 0 || retry_)) ? soon : never;
  for (unsigned left = words_coming_; left != 0 && next > soon;) {
    next = std::min(next, sides_[take_first(left)].words.in() + clock_);
  }
  for (unsigned left = dequeues_coming_; left != 0 && next > soon;) {
    next = std::min(next, sides_[take_first(left)].dequeues.in() + clock_);
  }
  for (unsigned left = signals_pending_; left != 0 && next > soon;) {
    next = std::min(next, std::max(soon, sides_[take_first(left)].dequeue_free));
  }
  const ChannelSet ready = frozen_ ? 0 : sendable_ & free_slots_.room();
  for (unsigned bus = 0; bus < bus_count && ready != 0 && next > soon; ++bus) {
    if ((ready & channels().outputs_of[bus]) == 0) continue;
    next = std::min(next, std::max(soon, sides_[bus].word_free));
  }
  for (const CellClient* client : clients_) next = std::min(next, std::max(soon, client->next()));
  if (next != never) wake_at(next);
}

// --- channels

void CommunicationAgent::link(unsigned input, unsigned output) {
  crossbar_.connect(input, output);
  mode_[input] = ChannelMode::linked;
  if (!queues_.empty(input)) expose(input);
}

void CommunicationAgent::unlink(unsigned input) {
  const int output = crossbar_.output_of(input);
  if (output == Crossbar::none) return;
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
  if (mode_[input] == ChannelMode::own) stirred_ = true;
  if (queues_.size(input) == 1) expose(input);
}

bool CommunicationAgent::readable(unsigned input) const {
  const ChannelMode mode = mode_[input];
  return (mode == ChannelMode::here || mode == ChannelMode::own) && !queues_.empty(input) &&
         ((attention_ | emptied()) & bit(input)) == 0;
}

}  // namespace weft
