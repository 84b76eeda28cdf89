// The timers of a transputer.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"

namespace weft {

/// What a timer counts, one for each priority; it goes round (occam 2: INT).
using Ticks = std::uint32_t;

/// occam's AFTER: `time` is one of the 2^31 - 1 values that follow `other`.
constexpr bool is_after(Ticks time, Ticks other) {
  return time != other && time - other < Ticks{1} << 31U;
}

/// What a timer shows at `now`; it begins at 0 and counts one in each `tick` (both in ps).
constexpr Ticks timer_at(Time now, Time tick) { return static_cast<Ticks>(now / tick); }

/// The first time from `now` on at which the timer is AFTER `time`: a tick later than it shows
/// that.
constexpr Time time_after(Ticks time, Time now, Time tick) {
  const Ticks shown = timer_at(now, tick);
  if (is_after(shown, time)) return now;
  return (now / tick + (time - shown) + 1) * tick;
}

}  // namespace weft
