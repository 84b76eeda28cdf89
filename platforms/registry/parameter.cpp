#include "platforms/registry/parameter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/registry/shape.hpp"

namespace weft {
namespace {

// A number of a whole kind as it is written.
std::string whole_text(ParameterKind kind, std::uint64_t value) {
  if (kind == ParameterKind::time) return time_text(value);
  if (kind == ParameterKind::bit_rate) return bit_rate_text(value);
  return fmt::format("{}", value);
}

void require_in_range(const ParameterInfo& info, const Node& node, std::uint64_t value) {
  if (value >= info.minimum && value <= info.maximum) return;
  if (value == 0 && info.zero_allowed) return;
  throw InputError(node.place, fmt::format("{} for '{}'", node.description(), info.name),
                   fmt::format("expected {}", info.range_text()));
}

std::uint64_t read_whole_kind(const ParameterInfo& info, const Node& node) {
  switch (info.kind) {
    case ParameterKind::time: return read_time(node, info.name);
    case ParameterKind::bit_rate: return read_bit_time(node, info.name);
    case ParameterKind::bytes: return read_whole(node, info.name, "bytes");
    case ParameterKind::tokens: return read_whole(node, info.name, "tokens");
    default: return read_whole(node, info.name);
  }
}

std::uint64_t read_choice(const ParameterInfo& info, const Node& node) {
  const std::string& name = require_text(node, info.name);
  const auto choice = std::find(info.choices.begin(), info.choices.end(), name);
  if (choice == info.choices.end()) {
    unknown_name(node.place, fmt::format("unknown {}", info.name), name, info.choices);
  }
  return static_cast<std::uint64_t>(choice - info.choices.begin());
}

CountRange read_range(const ParameterInfo& info, const Node& node) {
  constexpr std::string_view dots = "..";
  const std::string& text = require_text(node, info.name);
  const std::size_t at = text.find(dots);
  const auto first = parse_whole(std::string_view(text).substr(0, at));
  const auto last = at == std::string::npos
                        ? first
                        : parse_whole(std::string_view(text).substr(at + dots.size()));
  if (!first || !last || *last < *first) {
    throw InputError(node.place, fmt::format("{} for '{}'", node.description(), info.name),
                     "expected a number, or a range such as 1..256");
  }
  require_in_range(info, node, *first);
  require_in_range(info, node, *last);
  return {*first, *last};
}

double read_real_kind(const ParameterInfo& info, const Node& node) {
  const bool percent = info.kind == ParameterKind::percent;
  const double value = percent ? read_percent(node, info.name) : read_real(node, info.name);
  if (value >= info.real_minimum && value <= info.real_maximum) return value;
  throw InputError(node.place, fmt::format("{} for '{}'", node.description(), info.name),
                   fmt::format("expected {}", info.range_text()));
}

std::string table_text(const Node* node) { return node == nullptr ? "none" : node->description(); }

}  // namespace

std::string ParameterInfo::unit_text() const {
  switch (kind) {
    case ParameterKind::time: return "ps, ns, us, ms or s";
    case ParameterKind::bit_rate: return "kbit/s, Mbit/s or Gbit/s, or ps or ns of a bit";
    case ParameterKind::bytes: return "bytes";
    case ParameterKind::tokens: return "tokens";
    case ParameterKind::percent: return "%";
    default: return {};
  }
}

std::string ParameterInfo::range_text() const {
  switch (kind) {
    case ParameterKind::boolean: return "true | false";
    case ParameterKind::choice: return fmt::format("{}", fmt::join(choices, " | "));
    case ParameterKind::real:
    case ParameterKind::percent:
      if (real_maximum == std::numeric_limits<double>::max()) return {};
      return fmt::format("{}..{}", real_minimum, real_maximum);
    case ParameterKind::text:
    case ParameterKind::shape:
    case ParameterKind::table: return {};
    default: break;
  }
  const bool open = maximum == std::numeric_limits<std::uint64_t>::max();
  if (open && minimum == 0) return {};
  // the longest bit is the slowest rate
  const bool rate = kind == ParameterKind::bit_rate;
  const std::string range = open ? fmt::format("{} or more", whole_text(kind, minimum))
                                 : fmt::format("{}..{}", whole_text(kind, rate ? maximum : minimum),
                                               whole_text(kind, rate ? minimum : maximum));
  if (!zero_allowed || minimum == 0) return range;
  return range + (kind == ParameterKind::time ? ", or 0 ns" : ", or 0");
}

std::string ParameterInfo::default_text() const {
  return default_note.empty() ? format_value(*this, default_value) : default_note;
}

std::string format_value(const ParameterInfo& info, const ParameterValue& value) {
  switch (info.kind) {
    case ParameterKind::boolean: return std::get<bool>(value) ? "true" : "false";
    case ParameterKind::real: return fmt::format("{}", std::get<double>(value));
    case ParameterKind::percent: return fmt::format("{} %", std::get<double>(value));
    case ParameterKind::choice: return info.choices.at(std::get<std::uint64_t>(value));
    case ParameterKind::text: return std::get<std::string>(value);
    case ParameterKind::shape: return shape_text(std::get<Shape>(value));
    case ParameterKind::table:
      return table_text(std::get<std::shared_ptr<const Node>>(value).get());
    case ParameterKind::range: {
      const auto [first, last] = std::get<CountRange>(value);
      return first == last ? fmt::format("{}", first) : fmt::format("{}..{}", first, last);
    }
    default: return whole_text(info.kind, std::get<std::uint64_t>(value));
  }
}

ParameterValue read_value(const ParameterInfo& info, const Node& node) {
  switch (info.kind) {
    case ParameterKind::boolean: return read_boolean(node, info.name);
    case ParameterKind::real:
    case ParameterKind::percent: return read_real_kind(info, node);
    case ParameterKind::choice: return read_choice(info, node);
    case ParameterKind::text: return require_text(node, info.name);
    case ParameterKind::range: return read_range(info, node);
    case ParameterKind::shape:
      return read_shape(node, info.name, std::min<std::uint64_t>(info.maximum, max_nodes));
    case ParameterKind::table: return std::make_shared<const Node>(node);
    default: break;
  }
  const std::uint64_t value = read_whole_kind(info, node);
  require_in_range(info, node, value);
  return value;
}

}  // namespace weft
