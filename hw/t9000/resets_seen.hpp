// Which resets of its processor something knows of.
#pragma once

#include "hw/t9000/run_queue.hpp"

namespace weft {

/// For what stands in the memory of a processor and looks for a reset when it is used.
class ResetsSeen {
 public:
  explicit ResetsSeen(const RunQueue& processor)
      : processor_(&processor), seen_(processor.resets()) {}

  /// There was a reset that it does not know of.
  bool missed() const { return seen_ != processor_->resets(); }
  /// The same, and it knows of it from now on.
  bool catch_up() {
    const bool has_missed = missed();
    seen_ = processor_->resets();
    return has_missed;
  }

 private:
  const RunQueue* processor_;
  unsigned seen_;
};

}  // namespace weft
