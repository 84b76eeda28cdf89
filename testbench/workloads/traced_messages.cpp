#include "testbench/workloads/traced_messages.hpp"

#include <fmt/format.h>

#include <cctype>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/workloads/processor_named.hpp"

namespace weft {
namespace {

constexpr std::uint32_t most_bytes = 1U << 20U;

Node scalar(const std::string& text, const Place& place) {
  return {Node::Kind::scalar, text, {}, {}, place};
}

TracedMessage read_message(const Platform& platform, const InputLines::Line& line) {
  const auto& words = line.words;
  const bool joined = words.size() == 4 && std::isalpha(words[0].back()) != 0;  // "1.5us"
  if (words.size() != 5 && !joined) {
    throw InputError(line.place,
                     fmt::format("a line of {} word{}", words.size(), words.size() == 1 ? "" : "s"),
                     "expected a time with its unit, source, destination and bytes, such as "
                     "'1.5 us node[0].cpu node[3].cpu 64'");
  }
  const std::size_t source = joined ? 1 : 2;
  const std::size_t destination = source + 1;
  const std::size_t bytes = source + 2;
  TracedMessage message;
  message.at = read_time(scalar(joined ? words[0] : words[0] + ' ' + words[1], line.place), "time");
  message.source = processor_named(platform, words[source], "source", line.place_of(source));
  message.destination =
      processor_named(platform, words[destination], "destination", line.place_of(destination));
  message.bytes = static_cast<std::uint32_t>(
      read_whole_in(scalar(words[bytes], line.place_of(bytes)), "bytes", 1, most_bytes));
  if (message.source == message.destination) {
    throw InputError(line.place_of(destination),
                     fmt::format("a message from '{}' to itself", words[source]),
                     "expected two t9000s");
  }
  if (!can_talk(platform, message.source, message.destination)) {
    throw InputError(line.place_of(destination),
                     fmt::format("a message from '{}' to '{}', which faults part", words[source],
                                 words[destination]),
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
