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
  /// `words` of each, 1..128.
  ChannelQueues(unsigned channels, unsigned words)
      : words_(words), items_(std::size_t{channels} * std::bit_ceil(words)) {
    const unsigned places = std::bit_ceil(words);
    for (unsigned channel = 0; channel < channels; ++channel) {
      queues_[channel].places = items_.data() + std::size_t{channel} * places;
      queues_[channel].mask = static_cast<std::uint8_t>(places - 1);
    }
  }
  ChannelQueues(const ChannelQueues&) = delete;
  ChannelQueues& operator=(const ChannelQueues&) = delete;

  bool empty(unsigned channel) const { return queues_[channel].size == 0; }
  bool full(unsigned channel) const { return queues_[channel].size == words_; }
  unsigned size(unsigned channel) const { return queues_[channel].size; }
  /// Words for which there is room.
  unsigned room(unsigned channel) const { return words_ - queues_[channel].size; }
  Word& front(unsigned channel) {
    Queue& queue = queues_[channel];
    return queue.place(queue.head);
  }
  /// The word behind so many others.
  const Word& at(unsigned channel, unsigned position) const {
    const Queue& queue = queues_[channel];
    return queue.place(queue.head + position);
  }
  /// There must be room.
  void push(unsigned channel, Word word) {
    store(channel, word);
    show(channel);
  }
  /// False if there is no room.
  bool store(unsigned channel, const Word& word) {
    Queue& queue = queues_[channel];
    const auto taken = static_cast<std::uint8_t>(queue.tail - queue.head);
    if (taken >= words_) return false;
    queue.place(queue.tail++) = word;
    return true;
  }
  /// The first word that was stored and not yet shown; the words that are shown then.
  unsigned show(unsigned channel) { return ++queues_[channel].size; }
  /// Takes the word back that was stored last, and not yet shown.
  Word take_back(unsigned channel) {
    Queue& queue = queues_[channel];
    return queue.place(--queue.tail);
  }
  /// There must be a word. It stays where it is until another one is stored.
  const Word& pop(unsigned channel) {
    Queue& queue = queues_[channel];
    --queue.size;
    return queue.place(queue.head++);
  }

 private:
  struct Queue {
    Word& place(unsigned number) const { return places[number & mask]; }

    Word* places = nullptr;
    std::uint8_t mask = 0;
    std::uint8_t size = 0;
    std::uint8_t head = 0;  // runs on; the place is its low bits
    std::uint8_t tail = 0;
  };

  unsigned words_;
  std::array<Queue, most_channels> queues_{};
  std::vector<Word> items_;
};

}  // namespace weft
