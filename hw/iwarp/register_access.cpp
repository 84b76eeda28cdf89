// The registers of the communication agent.
#include <algorithm>

#include "hw/iwarp/channel_context.hpp"
#include "hw/iwarp/communication_agent.hpp"
#include "hw/iwarp/round_robin.hpp"

namespace weft {

void CommunicationAgent::write_register(WriteGroup group, unsigned index, std::uint32_t data) {
  const unsigned channel = iwarp_map::address::channel.of(index);
  const auto output = iwarp_map::write::join::output.of(data);  // of those that link, too
  touched_ = ~ChannelSet{0};
  switch (group) {
    case WriteGroup::request: return ask_for(channel, data);
    case WriteGroup::join: return join_channels(channel, output);
    case WriteGroup::restore: return restore_link(channel);
    case WriteGroup::match_value: next_entry_.value = data; return;
    case WriteGroup::match_mask: next_entry_.mask = data; return;
    case WriteGroup::match_load: return write_match(iwarp_map::address::entry.of(index), data);
    case WriteGroup::event_enable:
      return match_.tell_of(static_cast<AgentEvent>(iwarp_map::address::kind.of(index)), data);
    case WriteGroup::allocate: return write_allocation(index, data);
    case WriteGroup::freeze: return write_frozen(iwarp_map::write::freeze::frozen.of(data) != 0);
    case WriteGroup::redirect: return redirect_message(channel, output);
    case WriteGroup::withdraw: return take_back(channel);
    case WriteGroup::assign: return assign_output(channel, output);
    case WriteGroup::context: return write_context(index, data);
  }
}

std::uint32_t CommunicationAgent::read(ReadGroup group, unsigned index) const {
  const unsigned channel = iwarp_map::address::channel.of(index);
  const unsigned position = iwarp_map::address::position.of(index);
  switch (group) {
    case ReadGroup::value: return head(channel, position).value;
    case ReadGroup::tag: return static_cast<std::uint32_t>(head(channel, position).tag);
    case ReadGroup::channel: return read_channel(channel);
    case ReadGroup::output: return read_output(channel);
    case ReadGroup::events:
      return events_.status(static_cast<AgentEvent>(iwarp_map::address::kind.of(index)));
    case ReadGroup::status: return iwarp_map::read::status::frozen.in(frozen_);
    case ReadGroup::input_context: return read_input_context(channel);
    case ReadGroup::output_context: return read_output_context(channel);
    case ReadGroup::signals: return signals_.waiting();
  }
  return 0;
}

std::uint32_t CommunicationAgent::read_channel(unsigned input) const {
  namespace bits = iwarp_map::read::channel;
  const auto number = [](int output, RegisterField valid, RegisterField field) {
    return output == Crossbar::none ? 0U
                                    : valid.in(1) | field.in(static_cast<std::uint32_t>(output));
  };
  const Request& request = requests_[input];
  return bits::requested_pool.in(request.pool) | bits::requested_bus.in(index_of(request.bus)) |
         bits::readable.in(readable(input)) |
         bits::mode.in(static_cast<std::uint32_t>(mode_[input])) |
         number(crossbar_.output_of(input), bits::linked, bits::output) |
         number(default_output_[input], bits::has_default, bits::default_output) |
         bits::level.in(queues_.size(input));
}

std::uint32_t CommunicationAgent::read_output(unsigned output) const {
  namespace bits = iwarp_map::read::output;
  const int input = crossbar_.input_of(output);
  const std::uint32_t feeder =
      input == Crossbar::none
          ? 0U
          : bits::fed.in(1) | bits::feeder.in(static_cast<std::uint32_t>(input));
  return bits::reserved.in(reserved_ >> output & 1U) |
         bits::free_slots.in(free_slots_.count(output)) | bits::passes.in(passes(output)) |
         bits::drained.in(is_drained(output)) | feeder;
}

void CommunicationAgent::ask_for(unsigned input, std::uint32_t data) {
  namespace request = iwarp_map::write::request;
  retry_ = true;
  ask(input, static_cast<Bus>(request::bus.of(data)), request::pool.of(data));
}

void CommunicationAgent::take_back(unsigned input) {
  if ((requesting_ & bit(input)) == 0) return;
  requesting_ &= ~bit(input);
  set_mode(input, ChannelMode::own);
}

void CommunicationAgent::assign_output(unsigned input, unsigned output) {
  if ((reserved_ & bit(output)) != 0) return;
  reserved_ |= bit(output);
  link(input, output);
}

bool CommunicationAgent::is_drained(unsigned output) const {
  const int input = crossbar_.input_of(output);
  if (input == Crossbar::none) return true;
  if (!queues_.empty(static_cast<unsigned>(input))) return false;
  return own(static_cast<unsigned>(input)) || (unfinished_ & bit(output)) == 0;
}

bool CommunicationAgent::passes(unsigned output) const {
  const int input = crossbar_.input_of(output);
  if (input == Crossbar::none || own(static_cast<unsigned>(input))) return false;
  return (joint_ & bit(static_cast<unsigned>(input))) == 0;
}

void CommunicationAgent::join_channels(unsigned input, unsigned output) {
  reserved_ |= bit(output);
  default_output_[input] = static_cast<std::int8_t>(output);
  if (!own(input)) joint_ |= bit(input);
  restore_link(input);
}

void CommunicationAgent::redirect_message(unsigned input, unsigned output) {
  joint_ |= bit(input);
  unfinished_ |= bit(output);  // its begin marker may have been read
  relink(input, output);
}

void CommunicationAgent::restore_link(unsigned input) {
  if ((claimed_ & bit(input)) != 0) return;
  relink(input, static_cast<unsigned>(default_output_[input]));
}

void CommunicationAgent::relink(unsigned input, unsigned output) {
  requesting_ &= ~bit(input);
  convert_ &= ~bit(input);
  reserved_ |= bit(output);  // the pathway that held it may have ended
  const int before = crossbar_.input_of(output);
  if (before != Crossbar::none) unlink(static_cast<unsigned>(before));
  unlink(input);
  link(input, output);
}

void CommunicationAgent::write_match(unsigned entry, std::uint32_t data) {
  namespace bits = iwarp_map::write::match_load;
  MatchEntry loaded = next_entry_;
  loaded.pathways = bits::pathways.of(data) != 0;
  loaded.messages = bits::messages.of(data) != 0;
  loaded.action = bits::guard.of(data) != 0 ? MatchAction::guard : MatchAction::here;
  if (loaded.pathways || loaded.messages) {
    match_.load(entry, loaded);
  } else {
    match_.clear(entry);
  }
}

void CommunicationAgent::write_frozen(bool frozen) {
  frozen_ = frozen;
  if (!frozen) retry_ = requesting_ != 0;
}

// --- allocation

void CommunicationAgent::write_allocation(unsigned index, std::uint32_t data) {
  reallocate(WriteGroup::allocate, index, data);
  const auto part = static_cast<ContextPart>(iwarp_map::address::part.of(index));
  if (part == ContextPart::input) clear_inputs(bit(iwarp_map::address::channel.of(index)));
}

// A word belongs to the channel that listens to its number when its last phase ends: for those that
// are still on the lines it is found again.
void CommunicationAgent::reallocate(WriteGroup group, unsigned index, std::uint32_t data) {
  const std::vector<Coming> coming = take_back_words();
  if (moved_at_ != now_) {
    moved_at_ = now_;
    channels_before_ = channels();
  }
  const unsigned words = busses_of(words_begun_.channels, channels().outputs_of);
  const unsigned dequeues = busses_of(dequeues_begun_.channels, channels().inputs_of);
  change_allocation(group, index, data);
  find_channels();
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    for (CommunicationAgent* far : {output_sides_[bus].far, input_sides_[bus].far}) {
      if (far != nullptr) far->find_far_channels();
    }
  }
  words_begun_.channels = channels().outputs_on(words);
  dequeues_begun_.channels = channels().inputs_on(dequeues);
  for (const auto& [bus, word, in] : coming) word_arrives(bus, word.channel, word.word, in);
  retry_ = retry_ || requesting_ != 0;  // there may be a channel for one that waits
}

unsigned CommunicationAgent::busses_of(ChannelSet channels,
                                       const std::array<ChannelSet, bus_count>& of_busses) {
  unsigned busses = 0;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    if ((channels & of_busses[bus]) != 0) busses |= 1U << bus;
  }
  return busses;
}

// Those of a bus in the order in which they come.
std::vector<CommunicationAgent::Coming> CommunicationAgent::take_back_words() {
  std::vector<Coming> coming;
  std::erase_if(strays_, [&](const Coming& stray) {
    if (stray.in > now_) coming.push_back(stray);
    return stray.in > now_;
  });
  coming_.take_back_words(place_, [&](unsigned input, unsigned edges) {
    const auto bus = static_cast<Bus>(channels().bus_of[input]);
    const BusWord word{channels().input_number[input], queues_.take_back(input)};
    coming.push_back({bus, word, now_ + edges * clock_});
  });
  std::stable_sort(coming.begin(), coming.end(),
                   [](const Coming& one, const Coming& other) { return one.in < other.in; });
  return coming;
}

// --- contexts

void CommunicationAgent::write_context(unsigned index, std::uint32_t data) {
  const unsigned channel = iwarp_map::address::channel.of(index);
  switch (static_cast<ContextPart>(iwarp_map::address::part.of(index))) {
    case ContextPart::input:
      if ((data & input_place_mask) != place_of_input(channels(), channel)) {
        reallocate(WriteGroup::context, index, data);
      }
      return write_input(channel, data);
    case ContextPart::output:
      if ((data & output_place_mask) != place_of_output(channels(), channel)) {
        reallocate(WriteGroup::context, index, data);
      }
      return write_output(channel, data);
    case ContextPart::release_inputs: return clear_inputs(data);
    case ContextPart::release_outputs: return clear_outputs(data);
  }
}

std::uint32_t CommunicationAgent::read_input_context(unsigned input) const {
  const Request& request = requests_[input];
  return place_of_input(channels(), input) |
         encode(InputContext{.mode = mode_[input],
                             .output = crossbar_.output_of(input),
                             .default_output = default_output_[input],
                             .requested_bus = request.bus,
                             .requested_pool = request.pool,
                             .joint = (joint_ & bit(input)) != 0,
                             .convert = (convert_ & bit(input)) != 0});
}

std::uint32_t CommunicationAgent::read_output_context(unsigned output) const {
  return place_of_output(channels(), output) |
         encode(OutputContext{.reserved = (reserved_ & bit(output)) != 0,
                              .unfinished = (unfinished_ & bit(output)) != 0});
}

void CommunicationAgent::clear_inputs(ChannelSet inputs) {
  for (ChannelSet left = inputs; left != 0;) {
    const unsigned input = take_first(left);
    unlink(input);
    set_mode(input, own(input) ? ChannelMode::own : ChannelMode::idle);
    default_output_[input] = Crossbar::none;
    requests_[input] = {};
  }
  requesting_ &= ~inputs;
  convert_ &= ~inputs;
  joint_ &= ~inputs;
}

void CommunicationAgent::clear_outputs(ChannelSet outputs) {
  reserved_ &= ~outputs;
  unfinished_ &= ~outputs;
}

void CommunicationAgent::write_input(unsigned input, std::uint32_t context) {
  clear_inputs(bit(input));
  const InputContext state = decode_input_context(context);
  const auto put = [input](ChannelSet& set, bool member) { set |= member ? bit(input) : 0; };
  set_mode(input, state.mode);
  default_output_[input] = static_cast<std::int8_t>(state.default_output);
  requests_[input] = {state.requested_bus, static_cast<std::uint8_t>(state.requested_pool)};
  put(requesting_, state.mode == ChannelMode::routing);
  put(convert_, state.convert);
  put(joint_, state.joint);
  if (state.output != Crossbar::none) {
    crossbar_.connect(input, static_cast<unsigned>(state.output));
  }
}

void CommunicationAgent::write_output(unsigned output, std::uint32_t context) {
  clear_outputs(bit(output));
  const OutputContext state = decode_output_context(context);
  if (state.reserved) reserved_ |= bit(output);
  if (state.unfinished) unfinished_ |= bit(output);
}

// --- what they tell

bool CommunicationAgent::is_redirected(unsigned input) const {
  const int output = crossbar_.output_of(input);
  return output != Crossbar::none && !own(input) && output != default_output_[input] &&
         !passes(static_cast<unsigned>(output));
}

}  // namespace weft
