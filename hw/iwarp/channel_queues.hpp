// The word queues of the logical input channels.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/word.hpp"

namespace weft {

/// One queue for each logical input channel (section 5); all in one block of memory. A word that is
/// still on the lines of a bus has its place already, and is shown when it is in.
class ChannelQueues {
 public:
  ChannelQueues(unsigned channels, unsigned words)
      : words_(words), stride_(std::bit_ceil(words)), items_(std::size_t{channels} * stride_) {}

  bool empty(unsigned channel) const { return size_[channel] == 0; }
  bool full(unsigned channel) const { return size_[channel] == words_; }
  unsigned size(unsigned channel) const { return size_[channel]; }
  /// Words for which there is room.
  unsigned room(unsigned channel) const { return words_ - size_[channel]; }
  Word& front(unsigned channel) {
    return items_[channel * stride_ + (head_[channel] & (stride_ - 1))];
  }
  /// The word behind so many others.
  const Word& at(unsigned channel, unsigned position) const {
    return items_[channel * stride_ + ((head_[channel] + position) & (stride_ - 1))];
  }
  /// There must be room.
  void push(unsigned channel, Word word) {
    store(channel, word);
    show(channel);
  }
  /// False if there is no room.
  bool store(unsigned channel, Word word) {
    const auto taken = static_cast<std::uint8_t>(tail_[channel] - head_[channel]);
    if (taken >= words_) return false;
    items_[channel * stride_ + (tail_[channel]++ & (stride_ - 1))] = word;
    return true;
  }
  /// The first word that was stored and not yet shown.
  void show(unsigned channel) { ++size_[channel]; }
  /// Takes the word back that was stored last, and not yet shown.
  Word take_back(unsigned channel) {
    return items_[channel * stride_ + (--tail_[channel] & (stride_ - 1))];
  }
  /// There must be a word.
  Word pop(unsigned channel) {
    const Word word = front(channel);
    ++head_[channel];
    --size_[channel];
    return word;
  }

 private:
  unsigned words_;
  unsigned stride_;
  std::array<std::uint8_t, most_channels> size_{};
  std::array<std::uint8_t, most_channels> head_{};  // runs on; the place is its low bits
  std::array<std::uint8_t, most_channels> tail_{};
  std::vector<Word> items_;
};

}  // namespace weft
