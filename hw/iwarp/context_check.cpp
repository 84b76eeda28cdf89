#include "hw/iwarp/context_check.hpp"

#include <fmt/format.h>

#include "hw/iwarp/allocation_check.hpp"
#include "hw/iwarp/channel_context.hpp"
#include "hw/iwarp/round_robin.hpp"

namespace weft {

namespace {

std::string words_in_queue(const CommunicationInterface& agent, unsigned input) {
  const unsigned words = agent.queue_level(input);
  if (words == 0) return {};
  return fmt::format(
      "logical input channel {} has {} word{} in its queue: no context can be loaded onto it",
      input, words, words == 1 ? "" : "s");
}

std::string no_context(const char* kind, unsigned channel, std::uint32_t context) {
  return fmt::format("{:#010x} is no context of logical {} channel {}", context, kind, channel);
}

// The modes of the cell's own channels are others than those of the channels of busses.
bool has_mode(bool own, ChannelMode mode) {
  switch (mode) {
    case ChannelMode::routing:
    case ChannelMode::linked: return true;
    case ChannelMode::own: return own;
    case ChannelMode::idle:
    case ChannelMode::here:
    case ChannelMode::discarding: return !own;
  }
  return false;
}

bool is_context(const CommunicationInterface& agent, bool own, const InputContext& context) {
  const bool linked = context.mode == ChannelMode::linked;
  if (!has_mode(own, context.mode) || linked != (context.output != Crossbar::none)) return false;
  if (own && (context.joint || context.convert)) return false;
  if (context.convert && !linked && context.mode != ChannelMode::routing) return false;
  return context.default_output < static_cast<int>(agent.channels().outputs);
}

std::string find_link_fault(const CommunicationInterface& agent, unsigned input, int output) {
  if (output == Crossbar::none) return {};
  const std::string link = fmt::format(
      "the context links logical input channel {} to output channel {}, ", input, output);
  if (output >= static_cast<int>(agent.channels().outputs)) return link + "which does not exist";
  const int feeder = agent.input_of(static_cast<unsigned>(output));
  if (feeder != Crossbar::none) return link + fmt::format("which input channel {} feeds", feeder);
  if ((agent.reserved() >> output & 1U) != 0) return {};
  return link + "which no pathway holds";
}

}  // namespace

std::string find_release_fault(const CommunicationInterface& agent, ChannelSet inputs,
                               ChannelSet outputs) {
  if (!agent.frozen()) return "a context is loaded into an agent that is awake";
  for (ChannelSet left = inputs; left != 0;) {
    if (std::string fault = words_in_queue(agent, take_first(left)); !fault.empty()) return fault;
  }
  for (ChannelSet left = outputs; left != 0;) {
    const unsigned output = take_first(left);
    const int feeder = agent.input_of(output);
    if (feeder == Crossbar::none || (inputs >> feeder & 1U) != 0) continue;
    return fmt::format(
        "a context is loaded onto logical output channel {}, which input channel {} "
        "feeds, and not onto that",
        output, feeder);
  }
  return {};
}

std::string find_input_context_fault(const CommunicationInterface& agent, unsigned input,
                                     std::uint32_t context, ChannelSet loaded_next) {
  const InputPlace place = decode_input_place(context);
  const InputContext state = decode_input_context(context);
  if ((encode(state) | encode(place)) != context || !is_context(agent, place.own, state)) {
    return no_context("input", input, context);
  }
  if (place != agent.channels().place_of_input(input)) {
    std::string fault = find_place_fault(agent, input, place, loaded_next);
    if (!fault.empty()) return fault;
  }
  if (state.mode == ChannelMode::routing &&
      !agent.leads_to(state.requested_bus, state.requested_pool)) {
    return fmt::format(
        "the context of logical input channel {} asks for an output channel of {} and "
        "pool {}, and there is none",
        input, name_of(state.requested_bus), state.requested_pool);
  }
  if (std::string fault = find_link_fault(agent, input, state.output); !fault.empty()) return fault;
  return words_in_queue(agent, input);
}

std::string find_output_context_fault(const CommunicationInterface& agent, unsigned output,
                                      std::uint32_t context, ChannelSet loaded_next) {
  const OutputPlace place = decode_output_place(context);
  const OutputContext state = decode_output_context(context);
  if ((encode(state) | encode(place)) != context ||
      (place.spare && (state.reserved || state.unfinished))) {
    return no_context("output", output, context);
  }
  if (place == agent.channels().place_of_output(output)) return {};
  if (std::string fault = find_place_fault(agent, output, place, loaded_next); !fault.empty()) {
    return fault;
  }
  return find_words_ahead(agent, output);
}

}  // namespace weft
