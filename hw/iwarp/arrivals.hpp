// What is on its way in over the lines of a bus.
#pragma once

#include <array>
#include <cstdint>

#include "hw/common/time.hpp"

namespace weft {

/// Words, or dequeue signals, told by the far end before or when they are in. No more than two can
/// be on their way or unseen at a time, as each takes two clocks on the lines.
class Arrivals {
 public:
  bool empty() const { return head_ == tail_; }
  /// End of the first one's last phase.
  Time in() const { return in_[head_ % 2]; }
  /// Where the next one is kept: 0 or 1.
  unsigned next_place() const { return tail_ % 2; }
  void push(unsigned channel, Time in) {
    in_[tail_ % 2] = in;
    channel_[tail_++ % 2] = static_cast<std::uint8_t>(channel);
  }
  /// The logical channel of the first one, which is taken.
  unsigned pop() { return channel_[head_++ % 2]; }

  /// End of the last phase of the one told last.
  Time last_in() const { return in_[(tail_ - 1U) % 2]; }
  /// Its channel; it is taken back.
  unsigned take_back() { return channel_[--tail_ % 2]; }

 private:
  std::array<Time, 2> in_{};
  std::array<std::uint8_t, 2> channel_{};
  std::uint8_t head_ = 0;
  std::uint8_t tail_ = 0;
};

}  // namespace weft
