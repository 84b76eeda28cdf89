// Times before others.
#pragma once

#include "hw/common/time.hpp"

namespace weft {

/// A time that is `by` earlier, but not before 0, where times begin.
constexpr Time earlier_by(Time time, Time by) { return time < by ? 0 : time - by; }

}  // namespace weft
