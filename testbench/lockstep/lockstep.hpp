// Two implementations of one block, side by side, compared pin by pin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/common/time.hpp"

namespace weft {

/// A pin differs; `what()` tells the time, the pin, both values and where the waves are.
class LockstepDifference : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Compares the pins that a signal-level model and RTL share, at every clock edge, and remembers
/// the last ones. Pins are of 1 to 64 bits.
class Lockstep {
 public:
  struct Pin {
    std::string name;
    unsigned bits = 1;
  };

  /// At a difference the values of the last `clocks` edges are written to `vcd`: each pin as
  /// `signal.<name>` and `rtl.<name>`.
  Lockstep(std::string vcd, std::vector<Pin> pins, std::size_t clocks = 1'000);

  std::uint64_t& signal(std::size_t pin) { return row()[2 * pin]; }
  std::uint64_t& rtl(std::size_t pin) { return row()[2 * pin + 1]; }

  /// All pins of this edge have been set. Throws LockstepDifference.
  void compare(Time now);

  std::uint64_t compared() const { return edges_; }

 private:
  std::uint64_t* row() { return &values_[edges_ % clocks_ * 2 * pins_.size()]; }
  void write_waves();
  [[noreturn]] void fail(std::size_t pin, Time now);

  std::string vcd_;
  std::vector<Pin> pins_;
  std::size_t clocks_;
  std::uint64_t edges_ = 0;
  std::vector<std::uint64_t> values_;
  std::vector<Time> times_;
};

}  // namespace weft
