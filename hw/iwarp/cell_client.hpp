// What works in an iWarp cell beside its communication agent.
#pragma once

#include "hw/common/time.hpp"

namespace weft {

/// Works at the edges of the component's clock: computation agent, memory agent, observers.
class CellClient {
 public:
  /// At an edge, once the communication agent has moved its words.
  virtual void clock(Time now) = 0;
  /// When `clock` must be called next, whatever the communication agent does; it may come earlier.
  virtual Time next() const = 0;

 protected:
  ~CellClient() = default;
};

}  // namespace weft
