// When a process of random traffic sends.
#pragma once

#include <cstdint>

#include "hw/common/random.hpp"
#include "hw/common/time.hpp"
#include "testbench/workloads/random_traffic_parameters.hpp"

namespace weft {

/// The times between the messages of one process; their mean is RandomTrafficParameters::interval
/// whatever the distribution (but for normal ones that are cut off at 0).
class InjectionProcess {
 public:
  explicit InjectionProcess(const RandomTrafficParameters& parameters) : parameters_(&parameters) {}

  /// Time before the first message, ps. Where intervals do not forget what was before them it is a
  /// random part of one, or else all processes would send at the same time.
  Time first(RandomStream& stream);
  /// Time between two messages, ps.
  Time next(RandomStream& stream);

 private:
  Time slots(RandomStream& stream) const;
  Time pause(RandomStream& stream) const;

  const RandomTrafficParameters* parameters_;
  std::uint64_t left_in_burst_ = 0;
};

}  // namespace weft
