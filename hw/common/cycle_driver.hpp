// How a core asks to be evaluated.
#pragma once

#include "hw/common/time.hpp"

namespace weft {

/// Calls a core's `evaluate(now)` at the times that the core asks for: a method process where links
/// are wires, the event wheel at the TLM levels, by itself or by the edges of a clock. It calls at
/// the earliest time asked for, after whatever was received or transmitted at that time, and
/// forgets the others: `evaluate` asks anew.
class CycleDriver {
 public:
  virtual void evaluate_at(Time time) = 0;

 protected:
  ~CycleDriver() = default;
};

}  // namespace weft
