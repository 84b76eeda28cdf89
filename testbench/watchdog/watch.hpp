// One who looks at a running system for what stands still.
#pragma once

#include <string>

#include "hw/common/time.hpp"
#include "testbench/watchdog/alarm.hpp"

namespace weft {

/// Of a family of components, or of all links. Looking changes nothing.
class Watch {
 public:
  virtual ~Watch() = default;
  Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// To be called now and then. What stands still since the call before, in lines of text; empty if
  /// nothing does.
  virtual std::string look(Time now) = 0;
  /// The same where nothing has happened since the call before and the one before that: only time
  /// has passed.
  virtual std::string look_again(Time now) { return look(now); }
  /// At the end of the run: what went wrong and nobody has noticed; empty if nothing did.
  virtual std::string unseen_errors() const { return {}; }
  /// At the end of the run, `now`: what its results do not tell.
  virtual Alarms alarms(Time /*now*/) const { return {}; }
};

}  // namespace weft
