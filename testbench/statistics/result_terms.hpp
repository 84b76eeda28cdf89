// The words in which results are told: units, kinds, statistics and scopes. Each has one name,
// which stands in tables, in JSON and in files of results.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

enum class Unit : std::uint8_t {
  none,  ///< Of what the quantity counts: "messages received".
  percent,
  nanoseconds,
  microseconds,
  bytes,
  routers,
  per_millisecond,
  megabytes_per_second,
  keys_per_second,
  megaflops,  ///< Millions of floating-point operations a second.
  roundings,  ///< Half of the last bit of a number of 32 bits, relative to it.
};
inline constexpr std::array<std::string_view, 11> unit_names{
    "", "%", "ns", "us", "bytes", "routers", "1/ms", "MB/s", "keys/s", "MFLOPS", "2^-24"};

/// How a result of a longer run comes from those of its parts.
enum class Kind : std::uint8_t {
  count,         ///< They add up.
  mean,          ///< They are weighed by ReportedValue::weight.
  rate,          ///< A count or a sum per unit of time: they are weighed by their times.
  distribution,  ///< A figure of many: an extreme, a percentile, a deviation. It does not.
  single,        ///< One measurement, such as the time of a step. It does not.
};
inline constexpr std::array<std::string_view, 5> kind_names{"count", "mean", "rate", "distribution",
                                                            "single"};

/// What of a quantity.
enum class Statistic : std::uint8_t {
  none,  ///< The quantity itself.
  mean,
  root_mean_square,
  standard_deviation,
  minimum,  ///< Of all samples, ...
  median,
  percentile_95,
  percentile_99,
  maximum,
  lowest,  ///< ... of all links, processors or channels.
  highest,
  highest_less_lowest,
  half_width_95,  ///< Half of the 95 % interval of the mean.
};
inline constexpr std::array<std::string_view, 13> statistic_names{
    "none",           "mean",   "root mean square", "standard deviation",
    "minimum",        "median", "95th percentile",  "99th percentile",
    "maximum",        "lowest", "highest",          "highest less lowest",
    "95 % half width"};

/// What a result is about.
struct Scope {
  enum class Of : std::uint8_t {
    run,      ///< All of the platform.
    link,     ///< One direction of a link.
    bus,      ///< A bus of an iWarp cell.
    channel,  ///< What a processor sends to another one.
    component,
  };
  Of of = Of::run;
  std::string name;  ///< Of the link, the bus, the channel or the component.

  friend bool operator==(const Scope&, const Scope&) = default;
};
inline constexpr std::array<std::string_view, 5> scope_names{"run", "link", "bus", "channel",
                                                             "component"};

constexpr std::string_view name_of(Unit unit) { return unit_names[static_cast<unsigned>(unit)]; }
constexpr std::string_view name_of(Kind kind) { return kind_names[static_cast<unsigned>(kind)]; }
constexpr std::string_view name_of(Statistic statistic) {
  return statistic_names[static_cast<unsigned>(statistic)];
}
constexpr std::string_view name_of(Scope::Of of) { return scope_names[static_cast<unsigned>(of)]; }

/// The term with this name in one of the lists above; nothing if there is none.
template <class Term, std::size_t count>
std::optional<Term> term_in(const std::array<std::string_view, count>& names,
                            std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return {};
  return static_cast<Term>(found - names.begin());
}

}  // namespace weft
