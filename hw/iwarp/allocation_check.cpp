#include "hw/iwarp/allocation_check.hpp"

#include <fmt/format.h>

#include "hw/iwarp/round_robin.hpp"

namespace weft {

namespace {

constexpr const char* plural(unsigned count) { return count == 1 ? "" : "s"; }

// Of the channels 0 to `count` but these one that has this place on a bus; `count` if none has.
template <class PlaceOf>
unsigned find_other(unsigned count, ChannelSet but, Bus bus, unsigned number, PlaceOf place_of) {
  for (unsigned channel = 0; channel < count; ++channel) {
    if ((but >> channel & 1U) != 0) continue;
    const auto [off, on, has] = place_of(channel);
    if (!off && on == bus && has == number) return channel;
  }
  return count;
}

}  // namespace

std::string find_place_fault(const CommunicationInterface& agent, unsigned input,
                             const InputPlace& place, ChannelSet loaded_next) {
  const ChannelMap& map = agent.channels();
  if (place.own) {
    if (place == InputPlace{true, Bus::x_right, input}) return {};
    return fmt::format(
        "{:#04x} is no place of logical input channel {}: as the cell's own it has {:#04x}",
        encode(place), input, encode(InputPlace{true, Bus::x_right, input}));
  }
  const unsigned other =
      find_other(map.inputs, bit(input) | loaded_next, place.bus, place.number,
                 [&map](unsigned channel) { return map.place_of_input(channel); });
  if (other == map.inputs) return {};
  return fmt::format("logical input channel {} cannot have number {} of {}: channel {} has it",
                     input, place.number, name_of(place.bus), other);
}

std::string find_place_fault(const CommunicationInterface& agent, unsigned output,
                             const OutputPlace& place, ChannelSet loaded_next) {
  const ChannelMap& map = agent.channels();
  if (place.spare) {
    if (place == OutputPlace{.spare = true}) return {};
    return fmt::format("{:#05x} is no place of logical output channel {}: a spare one has {:#05x}",
                       encode(place), output, encode(OutputPlace{.spare = true}));
  }
  if (!map.leads(place.bus)) {
    return fmt::format("logical output channel {} cannot be put on {}, which leads nowhere", output,
                       name_of(place.bus));
  }
  const unsigned other = find_other(map.outputs, bit(output) | loaded_next, place.bus, place.number,
                                    [&map](unsigned channel) {
                                      const OutputPlace of = map.place_of_output(channel);
                                      return InputPlace{of.spare, of.bus, of.number};
                                    });
  if (other == map.outputs) return {};
  return fmt::format("logical output channel {} cannot have number {} of {}: channel {} has it",
                     output, place.number, name_of(place.bus), other);
}

std::string find_words_ahead(const CommunicationInterface& agent, unsigned output) {
  const unsigned words = agent.parameters().queue_words - agent.free_slots(output);
  if (words == 0) return {};
  return fmt::format(
      "logical output channel {} cannot be put elsewhere: {} word{} of it {} under way, or in the "
      "queue at its far end",
      output, words, plural(words), words == 1 ? "is" : "are");
}

std::string find_allocation_fault(const CommunicationInterface& agent, unsigned input,
                                  const InputPlace& place) {
  if (std::string fault = find_place_fault(agent, input, place, 0); !fault.empty()) return fault;
  const unsigned words = agent.queue_level(input);
  if (words != 0) {
    return fmt::format(
        "logical input channel {} cannot be put elsewhere: {} word{} {} in its queue", input, words,
        plural(words), words == 1 ? "is" : "are");
  }
  const ChannelMode mode = agent.mode(input);
  if (mode == ChannelMode::idle || mode == ChannelMode::own) return {};
  return fmt::format("logical input channel {} cannot be put elsewhere: a pathway uses it", input);
}

std::string find_allocation_fault(const CommunicationInterface& agent, unsigned output,
                                  const OutputPlace& place) {
  if (std::string fault = find_place_fault(agent, output, place, 0); !fault.empty()) return fault;
  if (agent.reserved(output) || agent.input_of(output) != Crossbar::none) {
    return fmt::format("logical output channel {} cannot be put elsewhere: a pathway holds it",
                       output);
  }
  return find_words_ahead(agent, output);
}

}  // namespace weft
