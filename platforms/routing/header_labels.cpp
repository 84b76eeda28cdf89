#include "platforms/routing/header_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {
namespace {

constexpr std::uint64_t headers_of_one_byte = 256;
constexpr std::uint64_t headers_of_two_bytes = 65'536;

std::uint64_t capacity(unsigned header_bytes) {
  return header_bytes == 1 ? headers_of_one_byte : headers_of_two_bytes;
}

Addressing read_addressing(const Node& node) {
  if (require_text(node, "addressing") == "channel") return Addressing::channel;
  if (node.text == "processor") return Addressing::processor;
  unknown_name(node.place, "unknown addressing", node.text, {"channel", "processor"});
}

unsigned read_channels(const Node* node, std::size_t processors) {
  const auto needed = static_cast<unsigned>(processors);
  if (node == nullptr) return needed;
  const std::uint64_t channels = read_whole_in(*node, "channels", 1, headers_of_two_bytes);
  if (channels < needed) {
    throw InputError(node->place, fmt::format("{} channels", channels),
                     fmt::format("expected {} or more, one for each t9000", needed));
  }
  return static_cast<unsigned>(channels);
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
  for (Processor& processor : platform.processors) {
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
  for (Processor& processor : platform.processors) {
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

void choose_header_bytes(Platform& platform, const Node* node, std::uint64_t needed,
                         const Place& platform_place) {
  HeaderScheme& headers = platform.headers;
  headers.header_bytes = needed <= headers_of_one_byte ? 1 : 2;
  if (node != nullptr) {
    headers.header_bytes = static_cast<unsigned>(read_whole_in(*node, "header_bytes", 1, 2));
  }
  const std::uint64_t held = capacity(headers.header_bytes);
  if (needed <= held) return;
  throw InputError(
      node == nullptr ? platform_place : node->place,
      fmt::format("{} header values for {} t9000s with {} each, but {} byte{} {}", needed,
                  platform.processors.size(),
                  headers.addressing == Addressing::channel
                      ? fmt::format("{} channels", headers.channels)
                      : std::string("one"),
                  headers.header_bytes, headers.header_bytes == 1 ? " holds" : "s hold", held),
      headers.header_bytes == 1 ? "expected header_bytes: 2"
                                : "expected fewer t9000s, or `routing: {addressing: processor}`");
}

}  // namespace

void label_processors(Platform& platform, const Node* routing, std::size_t others,
                      const Place& platform_place) {
  const auto find = [routing](std::string_view key) -> const Node* {
    return routing == nullptr ? nullptr : value_of(*routing, key);
  };
  HeaderScheme& headers = platform.headers;
  headers.channels = read_channels(find("channels"), platform.processors.size());
  const bool fits =
      platform.processors.size() * std::max<std::size_t>(headers.channels, 1) + others <=
      headers_of_two_bytes;
  headers.addressing = fits ? Addressing::channel : Addressing::processor;
  if (const Node* node = find("addressing")) headers.addressing = read_addressing(*node);
  const std::uint32_t span =
      headers.addressing == Addressing::processor ? 1 : std::max(headers.channels, 1U);
  const auto fixed = fixed_processors(platform, span);
  const std::uint64_t last = label_others(platform, fixed, span);
  headers.random_base = static_cast<std::uint32_t>(std::min(last, headers_of_two_bytes));
  choose_header_bytes(platform, find("header_bytes"), last + others, platform_place);
}

}  // namespace weft
