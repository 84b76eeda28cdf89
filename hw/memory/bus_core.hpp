// The bus between the masters of a node and its memory.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/memory/parameters.hpp"

namespace weft {

/// What a master has the bus for.
struct BusGrant {
  unsigned master = 0;
  MemoryClocks begin = 0;
  MemoryClocks end = 0;  ///< The first clock at which it is free again.

  bool operator==(const BusGrant&) const = default;
};

/// A bus that one master has at a time, in turn. A master that follows another one loses the clocks
/// of arbitration; one that goes on does not. What moves over it is known to others.
class BusCore {
 public:
  /// Throws ParameterError.
  explicit BusCore(const BusParameters& parameters);

  /// A master asks for the bus at `now`, for that many clocks, one or more. It has not asked before
  /// without being granted.
  void request(unsigned master, MemoryClocks clocks, MemoryClocks now);

  /// The first clock at which a grant may be given; nothing while nobody asks.
  std::optional<MemoryClocks> next_grant() const;

  /// At the edge of a clock: who has the bus next, if it is free and somebody has asked before that
  /// clock. The first behind the last master, by number, that asks.
  std::optional<BusGrant> evaluate(MemoryClocks now);

 private:
  struct Request {
    MemoryClocks clocks = 0;  // 0 for none
    MemoryClocks asked = 0;
  };

  BusParameters parameters_;
  std::vector<Request> requests_;
  std::optional<unsigned> last_;
  MemoryClocks free_ = 0;
};

}  // namespace weft
