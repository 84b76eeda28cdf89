#include "testbench/workloads/traced_messages.hpp"

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/workloads/processor_named.hpp"

namespace weft {
namespace {

constexpr std::uint32_t most_bytes = 1U << 20U;

Node scalar(const std::string& text, const Place& place) {
  return {Node::Kind::scalar, text, {}, {}, place};
}

TracedMessage read_message(const Platform& platform, const InputLines::Line& line) {
  const auto& [words, place] = line;
  if (words.size() != 5) {
    throw InputError(place,
                     fmt::format("a line of {} word{}", words.size(), words.size() == 1 ? "" : "s"),
                     "expected a time with its unit, source, destination and bytes, such as "
                     "'1.5 us node[0].cpu node[3].cpu 64'");
  }
  TracedMessage message;
  message.at = read_time(scalar(words[0] + ' ' + words[1], place), "time");
  message.source = processor_named(platform, words[2], "source", place);
  message.destination = processor_named(platform, words[3], "destination", place);
  message.bytes =
      static_cast<std::uint32_t>(read_whole_in(scalar(words[4], place), "bytes", 1, most_bytes));
  if (message.source == message.destination) {
    throw InputError(place, fmt::format("a message from '{}' to itself", words[2]),
                     "expected two t9000s");
  }
  if (!platform.can_talk(message.source, message.destination)) {
    throw InputError(
        place, fmt::format("a message from '{}' to '{}', which faults part", words[2], words[3]),
        "expected two t9000s that can reach each other");
  }
  return message;
}

}  // namespace

std::vector<TracedMessage> read_trace(const Platform& platform) {
  const ParameterValues& values = *platform.workload.parameters;
  const InputLines lines(scalar(values.text("file"), values.place("file")), "a file of messages");
  std::vector<TracedMessage> messages;
  for (const InputLines::Line& line : lines) messages.push_back(read_message(platform, line));
  return messages;
}

}  // namespace weft
