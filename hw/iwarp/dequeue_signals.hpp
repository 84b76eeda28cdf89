// Dequeue signals that a receiver still has to give.
#pragma once

#include <array>
#include <cstdint>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/round_robin.hpp"

namespace weft {

/// Of one input bus. The control lines carry one signal in the time of a word, but several queues
/// of the bus may be read at once: signals wait here and go out channel by channel in turn.
class DequeueSignals {
 public:
  bool pending() const { return channels_ != 0; }
  ChannelSet channels() const { return channels_; }
  void add(unsigned input) {
    ++count_[input];
    channels_ |= bit(input);
  }
  /// The channel whose signal goes out now; there must be one.
  unsigned take() {
    last_ = next_in_turn(channels_, last_);
    if (--count_[last_] == 0) channels_ &= ~bit(last_);
    return last_;
  }

 private:
  ChannelSet channels_ = 0;
  unsigned last_ = most_channels - 1;
  std::array<std::uint8_t, most_channels> count_{};
};

}  // namespace weft
