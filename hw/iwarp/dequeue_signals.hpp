// Dequeue signals that a receiver still has to give.
#pragma once

#include <array>
#include <cstdint>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/round_robin.hpp"

namespace weft {

/// Of all logical input channels. The control lines of a bus carry one signal in the time of a
/// word, but several of its queues may be read at once: signals wait here.
class DequeueSignals {
 public:
  /// Channels of which a signal waits.
  ChannelSet waiting() const { return waiting_; }
  /// One more of this channel.
  void add_one(unsigned input) {
    if ((waiting_ & bit(input)) != 0) {
      ++more_[input];
      several_ |= bit(input);
    }
    waiting_ |= bit(input);
  }
  /// One more of each of these.
  void add(ChannelSet inputs) {
    for (ChannelSet left = inputs & waiting_; left != 0;) add_one(take_first(left));
    waiting_ |= inputs;
  }
  /// One of each of these goes out; it must wait.
  void take(ChannelSet inputs) {
    waiting_ &= ~(inputs & ~several_);
    for (ChannelSet left = inputs & several_; left != 0;) {
      const unsigned input = take_first(left);
      if (--more_[input] == 0) several_ &= ~bit(input);
    }
  }

 private:
  ChannelSet waiting_ = 0;
  ChannelSet several_ = 0;                          // of which more than one waits
  std::array<std::uint8_t, most_channels> more_{};  // than one
};

}  // namespace weft
