#include "platforms/registry/quantity.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"

namespace weft {
namespace {

// Wide enough for every product here: 18 digits times 1e12.
__extension__ using Wide = unsigned __int128;

struct Unit {
  std::string_view name;
  std::uint64_t size;
};

constexpr std::array time_units{Unit{"ps", 1}, Unit{"ns", 1'000}, Unit{"us", 1'000'000},
                                Unit{"ms", 1'000'000'000}, Unit{"s", 1'000'000'000'000}};
constexpr std::array rate_units{Unit{"kbit/s", 1'000}, Unit{"Mbit/s", 1'000'000},
                                Unit{"Gbit/s", 1'000'000'000}};
constexpr std::uint64_t ps_in_a_second = 1'000'000'000'000;
constexpr std::size_t most_digits = 18;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <std::size_t n>
const Unit* find_unit(const std::array<Unit, n>& units, std::string_view name) {
  for (const Unit& unit : units) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

template <std::size_t n>
std::vector<std::string> unit_names(const std::array<Unit, n>& units) {
  std::vector<std::string> names;
  for (const Unit& unit : units) names.emplace_back(unit.name);
  return names;
}

Quantity require_quantity(const Node& node, std::string_view what, std::string_view example) {
  if (node.is_scalar()) {
    if (auto quantity = parse_quantity(node.text)) return *quantity;
  }
  throw InputError(node.place, fmt::format("{} for '{}'", node.description(), what),
                   fmt::format("expected a number with a unit, such as {}", example));
}

[[noreturn]] void wrong_unit(const Node& node, std::string_view what, const Quantity& quantity,
                             const std::vector<std::string>& names) {
  const std::string found =
      quantity.unit.empty()
          ? fmt::format("{} for '{}', without a unit", node.description(), what)
          : fmt::format("{} for '{}', with the unit '{}'", node.description(), what, quantity.unit);
  throw InputError(node.place, found, "expected one of the units " + list_names(names),
                   nearest_name(quantity.unit, names));
}

std::uint64_t whole_ps(const Node& node, std::string_view what, const Quantity& quantity,
                       const Unit& unit) {
  const Wide ps = Wide{quantity.digits} * unit.size;
  if (ps % quantity.divisor != 0) {
    throw InputError(node.place, fmt::format("{} for '{}'", node.description(), what),
                     "expected a whole number of ps");
  }
  if (ps / quantity.divisor > std::numeric_limits<std::int64_t>::max()) {
    throw InputError(node.place, fmt::format("{} for '{}'", node.description(), what),
                     "expected at most 9000000 s");
  }
  return static_cast<std::uint64_t>(ps / quantity.divisor);
}

}  // namespace

std::optional<Quantity> parse_quantity(std::string_view text) {
  Quantity quantity;
  std::size_t digits = 0;
  std::size_t i = 0;
  const auto take_digits = [&] {
    const std::size_t begin = i;
    for (; i < text.size() && is_digit(text[i]); ++i, ++digits) {
      if (digits >= most_digits) return false;
      quantity.digits = quantity.digits * 10 + static_cast<std::uint64_t>(text[i] - '0');
    }
    return i > begin;
  };
  if (!take_digits()) return {};
  if (i > 1 && text[0] == '0') return {};
  if (i < text.size() && text[i] == '.') {
    const std::size_t begin = ++i;
    if (!take_digits()) return {};
    for (std::size_t k = begin; k < i; ++k) quantity.divisor *= 10;
  }
  while (i < text.size() && text[i] == ' ') ++i;
  quantity.unit = text.substr(i);
  return quantity;
}

std::optional<std::uint64_t> parse_whole(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, value);
  const bool leading_zero = text.size() > 1 && text[0] == '0';
  if (error != std::errc{} || behind != end || leading_zero) return {};
  return value;
}

std::uint64_t read_time(const Node& node, std::string_view what) {
  const Quantity quantity = require_quantity(node, what, "10 ns");
  const Unit* unit = find_unit(time_units, quantity.unit);
  if (unit == nullptr) wrong_unit(node, what, quantity, unit_names(time_units));
  return whole_ps(node, what, quantity, *unit);
}

std::uint64_t read_bit_time(const Node& node, std::string_view what) {
  const Quantity quantity = require_quantity(node, what, "100 Mbit/s");
  if (const Unit* unit = find_unit(time_units, quantity.unit);
      unit != nullptr && unit->size < 10'000) {
    return whole_ps(node, what, quantity, *unit);
  }
  const Unit* unit = find_unit(rate_units, quantity.unit);
  if (unit == nullptr) wrong_unit(node, what, quantity, unit_names(rate_units));
  const Wide bits = Wide{quantity.digits} * unit->size;
  const Wide ps = Wide{quantity.divisor} * ps_in_a_second;
  if (bits == 0 || ps < bits || ps / bits > ps_in_a_second) {
    throw InputError(node.place, fmt::format("{} for '{}'", node.description(), what),
                     "expected from 1 bit/s to 1000 Gbit/s");
  }
  if (ps % bits != 0) {
    const auto nearest = static_cast<std::uint64_t>((ps + bits / 2) / bits);
    throw InputError(
        node.place,
        fmt::format("{} for '{}', whose bit is not a whole number of ps", node.description(), what),
        fmt::format("the nearest is {} ps a bit", nearest), fmt::format("{} ps", nearest));
  }
  return static_cast<std::uint64_t>(ps / bits);
}

std::uint64_t read_whole(const Node& node, std::string_view what, std::string_view unit) {
  if (node.is_scalar()) {
    if (const auto value = parse_whole(node.text)) return *value;
    const auto quantity = parse_quantity(node.text);
    const bool whole = quantity && quantity->divisor == 1 && node.text.back() != ' ';
    if (whole && (quantity->unit.empty() || quantity->unit == unit)) return quantity->digits;
    if (whole && !unit.empty()) {
      throw InputError(
          node.place,
          fmt::format("{} for '{}', with the unit '{}'", node.description(), what, quantity->unit),
          fmt::format("expected '{}' or no unit", unit));
    }
  }
  const bool digits_alone = node.is_scalar() && !node.text.empty() && node.text[0] != '0' &&
                            node.text.find_first_not_of("0123456789") == std::string::npos;
  throw InputError(
      node.place, fmt::format("{} for '{}'", node.description(), what),
      digits_alone ? fmt::format("expected at most {}", std::numeric_limits<std::uint64_t>::max())
                   : "expected a whole number in decimal digits");
}

std::uint64_t read_whole_in(const Node& node, std::string_view what, std::uint64_t minimum,
                            std::uint64_t maximum) {
  const std::uint64_t value = read_whole(node, what);
  if (value >= minimum && value <= maximum) return value;
  throw InputError(node.place, fmt::format("{} for '{}'", node.description(), what),
                   fmt::format("expected {}..{}", minimum, maximum));
}

bool read_boolean(const Node& node, std::string_view what) {
  if (node.is_scalar() && node.text == "true") return true;
  if (node.is_scalar() && node.text == "false") return false;
  throw InputError(node.place, fmt::format("{} for '{}'", node.description(), what),
                   "expected true or false",
                   node.is_scalar() ? nearest_name(node.text, {"true", "false"}) : "");
}

double read_real(const Node& node, std::string_view what) {
  double value = 0;
  const char* const end = node.text.data() + node.text.size();
  const auto [last, error] = std::from_chars(node.text.data(), end, value);
  if (node.is_scalar() && error == std::errc{} && last == end && std::isfinite(value)) return value;
  throw InputError(node.place, fmt::format("{} for '{}'", node.description(), what),
                   "expected a number");
}

double read_percent(const Node& node, std::string_view what) {
  if (node.is_scalar()) {
    const auto quantity = parse_quantity(node.text);
    const bool percent = quantity && (quantity->unit.empty() || quantity->unit == "%");
    if (percent) {
      return static_cast<double>(quantity->digits) / static_cast<double>(quantity->divisor);
    }
  }
  throw InputError(node.place, fmt::format("{} for '{}'", node.description(), what),
                   "expected a number of percent, such as 1 %");
}

std::string time_text(std::uint64_t ps) {
  if (ps == 0) return "0 ns";
  const Unit* largest = &time_units.front();
  for (const Unit& unit : time_units) {
    if (ps % unit.size == 0) largest = &unit;
  }
  return fmt::format("{} {}", ps / largest->size, largest->name);
}

std::string bit_rate_text(std::uint64_t bit_time) {
  constexpr std::uint64_t thousandth_of_a_megabit = 1'000;
  if (bit_time == 0) return "0 ps";
  if (ps_in_a_second % bit_time != 0 || ps_in_a_second / bit_time % thousandth_of_a_megabit != 0) {
    return fmt::format("{} ps", bit_time);
  }
  return fmt::format("{} Mbit/s", static_cast<double>(ps_in_a_second / bit_time) / 1e6);
}

}  // namespace weft
