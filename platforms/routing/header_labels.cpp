#include "platforms/routing/header_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"
#include "platforms/sections/keys.hpp"
#include "platforms/sections/limits.hpp"

namespace weft {
namespace {

constexpr std::uint64_t headers_of_one_byte = 256;
constexpr std::uint64_t headers_of_two_bytes = header_values;

std::uint64_t capacity(unsigned header_bytes) {
  return header_bytes == 1 ? headers_of_one_byte : headers_of_two_bytes;
}

unsigned read_channels(const ParameterValues& routing, std::size_t processors) {
  const auto needed = static_cast<unsigned>(processors);
  if (!routing.is_set("channels")) return needed;
  const auto channels = routing.to_struct<RoutingKeys>().channels;
  if (channels < needed) {
    throw InputError(routing.place("channels"), fmt::format("{} channels", channels),
                     fmt::format("expected {} or more, one for each t9000", needed));
  }
  return channels;
}

const ParameterValues& parameters(const Platform& platform, const Processor& processor) {
  return *platform.components[processor.component].parameters;
}

const std::string& name(const Platform& platform, const Processor& processor) {
  return platform.components[processor.component].name;
}

// Processors whose headers were set by hand, in the order of those.
std::vector<Processor*> fixed_processors(Platform& platform, std::uint32_t span) {
  std::vector<Processor*> fixed;
  for (Processor& processor : platform.parts.edit<Processors>().list) {
    const ParameterValues& values = parameters(platform, processor);
    if (!values.is_set("min_header")) continue;
    processor.min_header = static_cast<std::uint32_t>(values.count("min_header"));
    processor.max_header = processor.min_header + span - 1;
    fixed.push_back(&processor);
  }
  std::stable_sort(fixed.begin(), fixed.end(), [](const Processor* a, const Processor* b) {
    return a->min_header < b->min_header;
  });
  for (std::size_t i = 1; i < fixed.size(); ++i) {
    if (fixed[i]->min_header > fixed[i - 1]->max_header) continue;
    throw InputError(parameters(platform, *fixed[i]).place("min_header"),
                     fmt::format("headers {}..{} of '{}'", fixed[i]->min_header,
                                 fixed[i]->max_header, name(platform, *fixed[i])),
                     fmt::format("expected {} or more, as '{}' has {}..{}",
                                 fixed[i - 1]->max_header + 1U, name(platform, *fixed[i - 1]),
                                 fixed[i - 1]->min_header, fixed[i - 1]->max_header));
  }
  return fixed;
}

// The others get what is free between those.
std::uint64_t label_others(Platform& platform, const std::vector<Processor*>& fixed,
                           std::uint32_t span) {
  std::uint64_t next = 0;
  auto taken = fixed.begin();
  for (Processor& processor : platform.parts.edit<Processors>().list) {
    if (parameters(platform, processor).is_set("min_header")) continue;
    while (taken != fixed.end() && (*taken)->min_header < next + span) {
      next = std::max<std::uint64_t>(next, (*taken)->max_header + std::uint64_t{1});
      ++taken;
    }
    processor.min_header = static_cast<std::uint32_t>(next);
    processor.max_header = static_cast<std::uint32_t>(next + span - 1);
    next += span;
  }
  if (!fixed.empty())
    next = std::max<std::uint64_t>(next, fixed.back()->max_header + std::uint64_t{1});
  return next;
}

void choose_header_bytes(Platform& platform, const ParameterValues& routing, std::uint64_t needed,
                         const Place& platform_place) {
  const bool is_set = routing.is_set("header_bytes");
  HeaderScheme& headers = platform.parts.edit<Processors>().headers;
  headers.header_bytes = needed <= headers_of_one_byte ? 1 : 2;
  if (is_set) headers.header_bytes = routing.to_struct<RoutingKeys>().header_bytes;
  const std::uint64_t held = capacity(headers.header_bytes);
  if (needed <= held) return;
  throw InputError(
      is_set ? routing.place("header_bytes") : platform_place,
      fmt::format("{} header values for {} t9000s with {} each, but {} byte{} {}", needed,
                  processors_of(platform).size(),
                  headers.addressing == Addressing::channel
                      ? fmt::format("{} channels", headers.channels)
                      : std::string("one"),
                  headers.header_bytes, headers.header_bytes == 1 ? " holds" : "s hold", held),
      headers.header_bytes == 1 ? "expected header_bytes: 2"
                                : "expected fewer t9000s, or `routing: {addressing: processor}`");
}

}  // namespace

void label_processors(Platform& platform, const ParameterValues& routing, std::size_t others,
                      const Place& platform_place) {
  HeaderScheme& headers = platform.parts.edit<Processors>().headers;
  headers.channels = read_channels(routing, processors_of(platform).size());
  const bool fits =
      processors_of(platform).size() * std::max<std::size_t>(headers.channels, 1) + others <=
      headers_of_two_bytes;
  headers.addressing = fits ? Addressing::channel : Addressing::processor;
  if (routing.is_set("addressing")) {
    headers.addressing = routing.to_struct<RoutingKeys>().addressing;
  }
  const std::uint32_t span =
      headers.addressing == Addressing::processor ? 1 : std::max(headers.channels, 1U);
  const auto fixed = fixed_processors(platform, span);
  const std::uint64_t last = label_others(platform, fixed, span);
  headers.random_base = static_cast<std::uint32_t>(std::min(last, headers_of_two_bytes));
  choose_header_bytes(platform, routing, last + others, platform_place);
}

}  // namespace weft
