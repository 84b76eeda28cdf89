// What will happen by itself.
#pragma once

#include "hw/common/time.hpp"

namespace weft {

/// Shown (MakeContext::show) by a component in which something can take long that nobody else
/// brings about: a program that sleeps, a header that is looked up, a packet that is on a link in
/// one piece. While any component or link expects an event a system does not stand still, however
/// long ago anything moved in it. Looking changes nothing.
class LaterEvents {
 public:
  /// Something will happen here after `now` whatever others do. What takes no more than some bits
  /// on a link, or some clocks, need not count.
  virtual bool expects_event(Time now) const = 0;

 protected:
  ~LaterEvents() = default;
};

}  // namespace weft
