// The inside of RTL, for waveforms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace weft::rtl {

/// A variable inside RTL, or 64 bits of a wider one.
struct InnerSignal {
  std::string name;       ///< Path below the top module: "link[0].ds.credit".
  unsigned bits = 1;      ///< 1..64
  unsigned lowest = 0;    ///< Number of its lowest bit.
  bool is_clock = false;  ///< The top's pin `clk`, or a wire that is joined to it.
};

/// The variables of one Verilated class: all but those with an underscore in front, memories of
/// more than 32 words, and what is wider than 256 bits.
class InnerWaves {
 public:
  using Changed = std::function<void(std::size_t signal, std::uint64_t value)>;

  virtual ~InnerWaves() = default;

  virtual const std::vector<InnerSignal>& signals() const = 0;
  /// Chooses a signal, by its place in `signals`; before the first `sample`.
  virtual void watch(std::size_t signal) = 0;
  /// Tells of each signal that is watched and has changed since the last call; the first call tells
  /// of all.
  virtual void sample(const Changed& changed) = 0;
};

}  // namespace weft::rtl
