// Numbers with units, without rounding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/node.hpp"

namespace weft {

/// A decimal number and what follows it: "2.5 us" is 25 / 10 and "us".
struct Quantity {
  std::uint64_t digits = 0;
  std::uint64_t divisor = 1;  ///< A power of ten.
  std::string unit;           ///< Empty if there is none.
};

/// Nothing if the text does not begin with a decimal number of at most 18 digits, without sign,
/// exponent or leading zeros.
std::optional<Quantity> parse_quantity(std::string_view text);

/// A whole number. Nothing if the text is anything else.
std::optional<std::uint64_t> parse_whole(std::string_view text);

// These throw InputError at the node.

/// A time in ps; `ps`, `ns`, `us`, `ms` and `s`.
std::uint64_t read_time(const Node& node, std::string_view what);
/// ps of one bit; `kbit/s`, `Mbit/s` and `Gbit/s`, or the time of a bit in `ps` or `ns`.
std::uint64_t read_bit_time(const Node& node, std::string_view what);
/// A whole number, after which `unit` may stand unless it is empty.
std::uint64_t read_whole(const Node& node, std::string_view what, std::string_view unit = {});
/// A whole number within bounds, both included.
std::uint64_t read_whole_in(const Node& node, std::string_view what, std::uint64_t minimum,
                            std::uint64_t maximum);
bool read_boolean(const Node& node, std::string_view what);
double read_real(const Node& node, std::string_view what);
/// A number, after which `%` may stand; 1.5 for "1.5 %".
double read_percent(const Node& node, std::string_view what);

/// "10 ns", in the largest unit that leaves a whole number.
std::string time_text(std::uint64_t ps);
/// "100 Mbit/s", or "33333 ps" where the rate is no short decimal number.
std::string bit_rate_text(std::uint64_t bit_time);

}  // namespace weft
