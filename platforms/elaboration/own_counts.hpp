// What a component counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

/// Shown (MakeContext::show) by a component whose counts a run shall report: each as a result of
/// that component, from the end of the warm-up on.
class OwnCounts {
 public:
  struct Count {
    std::string quantity;     ///< "packets dropped"; it holds no comma.
    std::uint64_t value = 0;  ///< From the start on.
  };
  /// Always the same ones, in one order.
  virtual std::vector<Count> counts() const = 0;

 protected:
  ~OwnCounts() = default;
};

}  // namespace weft
