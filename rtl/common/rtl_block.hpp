// A block of RTL while it runs, as those see it who look into it.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "rtl/common/inner_waves.hpp"
#include "rtl/common/verilated_run.hpp"

namespace weft::rtl {

/// What has one Verilated class and clocks it.
class RtlBlock {
 public:
  /// Of its inside; null if it was made without them.
  virtual InnerWaves* waves() = 0;
  /// Period of its clock, ps.
  virtual std::uint64_t clock() const = 0;
  /// `call` is called after each rising edge of the clock, once the RTL has settled; none if empty.
  void after_edges(std::function<void()> call) { after_edge_ = std::move(call); }

 protected:
  ~RtlBlock() = default;
  void edge_done() const {
    if (after_edge_) after_edge_();
  }
  /// Runs a step of the RTL at `now`, ps, in the module `name`: a RtlStopped is thrown on with
  /// both, and what ends the run leaves its last values to the waves.
  template <class Step>
  void run_rtl(std::uint64_t now, const char* name, Step step) const {
    try {
      step();
    } catch (const RtlStopped& stop) {
      edge_done();
      throw RtlStopped(fmt::format("{}, at {} ps in {}", stop.what(), now, name));
    }
  }

 private:
  std::function<void()> after_edge_;  // empty: nobody looks
};

}  // namespace weft::rtl
