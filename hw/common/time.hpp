// Simulated time of the cores: whole picoseconds since the start of the run.
#pragma once

#include <cstdint>
#include <limits>

namespace weft {

/// A simulated time or a duration in picoseconds. SystemC runs at 1 ps resolution, so one unit of
/// `sc_time::value()` is one unit here.
using Time = std::uint64_t;

/// Later than every time of a run: "no deadline".
inline constexpr Time never = std::numeric_limits<Time>::max();

inline constexpr Time nanosecond = 1'000;
inline constexpr Time microsecond = 1'000'000;
inline constexpr Time millisecond = 1'000'000'000;
inline constexpr Time second = 1'000'000'000'000;

/// The first edge of a clock (period `period`, edges at its multiples) that is not before `time`.
constexpr Time edge_from(Time time, Time period) { return (time + period - 1) / period * period; }

/// The first edge of a clock (period `period`, edges at its multiples) that is later than `time`.
constexpr Time edge_after(Time time, Time period) { return (time / period + 1) * period; }

}  // namespace weft
