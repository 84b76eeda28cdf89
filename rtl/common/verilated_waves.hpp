// InnerWaves of a class made by `verilator --trace`.
#pragma once

#include <memory>

#include <verilated_vcd_c.h>

#include "rtl/common/inner_waves.hpp"

namespace weft::rtl {

/// Asks the class for its signals when it is made: to be made only where waves are wanted.
class VerilatedWaves final : public InnerWaves {
 public:
  /// `top` must outlive it.
  template <class Top>
  explicit VerilatedWaves(Top& top) {
    top.contextp()->traceEverOn(true);
    top.trace(&file_, 0);
  }

  const std::vector<InnerSignal>& signals() const override { return file_.spTrace()->signals(); }
  void watch(std::size_t signal) override { file_.spTrace()->watch(signal); }
  void sample(const Changed& changed) override { file_.spTrace()->sample(changed); }

 private:
  mutable VerilatedVcdC file_;
};

/// Makes `waves` of a class when they are first asked for; null if Verilator made it without.
template <class Top>
InnerWaves* waves_of(Top& top, std::unique_ptr<VerilatedWaves>& waves) {
  if constexpr (requires(VerilatedVcdC * file) { top.trace(file, 0); }) {
    if (!waves) waves = std::make_unique<VerilatedWaves>(top);
  }
  return waves.get();
}

}  // namespace weft::rtl
