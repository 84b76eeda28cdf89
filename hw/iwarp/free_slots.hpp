// The transmitter's counters of free slots in the queues at the far ends.
#pragma once

#include <array>
#include <cstdint>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/round_robin.hpp"

namespace weft {

/// A counter for each logical output channel (section 5.2): one less with every word sent, one
/// more with every dequeue signal.
class FreeSlots {
 public:
  explicit FreeSlots(unsigned queue_words)
      : queue_words_(static_cast<std::uint8_t>(queue_words)), room_(~ChannelSet{0}) {
    count_.fill(queue_words_);
  }

  /// Channels with room at the far end.
  ChannelSet room() const { return room_; }
  unsigned count(unsigned output) const { return count_[output]; }
  void word_sent(unsigned output) {
    if (--count_[output] == 0) room_ &= ~bit(output);
  }
  /// Of each of these. A signal for a queue that is empty already is ignored.
  void dequeued(ChannelSet outputs) {
    room_ |= outputs;
    while (outputs != 0) {
      std::uint8_t& count = count_[take_first(outputs)];
      if (count != queue_words_) ++count;
    }
  }

 private:
  std::uint8_t queue_words_;
  ChannelSet room_;
  std::array<std::uint8_t, most_channels> count_{};
};

}  // namespace weft
