// What is on its way in over the lines of a bus.
#pragma once

#include <array>

#include "hw/common/time.hpp"

namespace weft {

/// Words, or dequeue signals, told by the far end before or when they are in. No more than two can
/// be on their way or unseen at a time, as each takes two clocks on the lines.
template <class T>
class Arrivals {
 public:
  struct Arrival {
    Time in = 0;
    unsigned channel = 0;
    T what{};
  };

  bool empty() const { return head_ == tail_; }
  const Arrival& front() const { return items_[head_ % items_.size()]; }
  void push(const Arrival& arrival) { items_[tail_++ % items_.size()] = arrival; }
  void pop() { ++head_; }

 private:
  std::array<Arrival, 4> items_{};
  unsigned head_ = 0;
  unsigned tail_ = 0;
};

}  // namespace weft
