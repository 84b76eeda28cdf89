#include "hw/iwarp/context_check.hpp"

#include <fmt/format.h>

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

// A channel by what the lower bits of its context register say of it.
std::string input_text(std::uint32_t place) {
  if ((place >> 7 & 1U) != 0) return fmt::format("channel {}, the cell's own", place & 31U);
  return fmt::format("channel {}, from {}", place & 31U,
                     name_of(static_cast<Bus>(place >> 5 & 3U)));
}
std::string output_text(std::uint32_t place) {
  return fmt::format("channel {}, to {}, pool {}", place & 31U,
                     name_of(static_cast<Bus>(place >> 5 & 3U)), place >> 8 & 15U);
}

std::string other_map(const char* kind, unsigned channel, const std::string& found,
                      const std::string& expected) {
  return fmt::format(
      "the context for logical {} channel {} is of another channel map: it is that of {}; "
      "expected that of {}",
      kind, channel, found, expected);
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
                                     std::uint32_t context) {
  const std::uint32_t place = place_of_input(agent.channels(), input);
  if ((context & input_place_mask) != place) {
    return other_map("input", input, input_text(context), input_text(place));
  }
  const InputContext state = decode_input_context(context);
  const bool own = (agent.channels().own & bit(input)) != 0;
  if ((encode(state) | place) != context || !is_context(agent, own, state)) {
    return no_context("input", input, context);
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
                                      std::uint32_t context) {
  const std::uint32_t place = place_of_output(agent.channels(), output);
  if ((context & output_place_mask) != place) {
    return other_map("output", output, output_text(context), output_text(place));
  }
  if ((encode(decode_output_context(context)) | place) == context) return {};
  return no_context("output", output, context);
}

}  // namespace weft
