// The word queues of the logical input channels.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/round_robin.hpp"
#include "hw/iwarp/word.hpp"

namespace weft {

/// One queue for each logical input channel (section 5); all in one block of memory. A word that is
/// still on the lines of a bus has its place already, and is shown when it is in. Sizes are those
/// of what is shown.
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
  /// Channels whose queues are not empty.
  ChannelSet filled() const { return filled_; }
  /// Of these channels one whose queue has room.
  bool any_has_room(ChannelSet channels) const {
    while (channels != 0) {
      if (room(take_first(channels)) != 0) return true;
    }
    return false;
  }
  bool all_have_room(ChannelSet channels) const {
    while (channels != 0) {
      if (room(take_first(channels)) == 0) return false;
    }
    return true;
  }
  /// Channels whose queues may hold a marker: the others hold data alone.
  ChannelSet with_markers() const { return with_markers_; }
  unsigned size(unsigned channel) const { return queues_[channel].size; }
  /// Words for which there is room.
  unsigned room(unsigned channel) const { return words_ - queues_[channel].size; }
  const Word& front(unsigned channel) const {
    const Queue& queue = queues_[channel];
    return queue.place(queue.head);
  }
  /// Makes another one of it.
  void change_front(unsigned channel, const Word& word) {
    Queue& queue = queues_[channel];
    queue.place(queue.head) = word;
    with_markers_ |= bit(channel);
  }
  /// The word behind so many others.
  const Word& at(unsigned channel, unsigned position) const {
    const Queue& queue = queues_[channel];
    return queue.place(queue.head + position);
  }
  /// There must be room.
  void push(unsigned channel, Word word) {
    store(channel, word);
    show(bit(channel));
  }
  /// False if there is no room.
  bool store(unsigned channel, Word word) {
    Queue& queue = queues_[channel];
    const auto taken = static_cast<std::uint8_t>(queue.tail - queue.head);
    if (taken >= words_) return false;
    queue.place(queue.tail++) = word;
    if (word.tag != WordTag::data) with_markers_ |= bit(channel);
    return true;
  }
  /// Of each of these the first word that was stored and not yet shown.
  void show(ChannelSet channels) {
    filled_ |= channels;
    while (channels != 0) ++queues_[take_first(channels)].size;
  }
  /// Takes the word back that was stored last, and not yet shown.
  Word take_back(unsigned channel) {
    Queue& queue = queues_[channel];
    return queue.place(--queue.tail);
  }
  /// There must be a word. It stays where it is until another one is stored.
  const Word& pop(unsigned channel) {
    Queue& queue = queues_[channel];
    if (--queue.size == 0) filled_ &= ~bit(channel);
    return queue.place(queue.head++);
  }
  /// A marker has been taken: there may be none any more.
  void look_for_markers(unsigned channel) {
    if (queues_[channel].tail == queues_[channel].head) with_markers_ &= ~bit(channel);
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
  ChannelSet filled_ = 0;
  ChannelSet with_markers_ = 0;
  std::array<Queue, most_channels> queues_{};
  std::vector<Word> items_;
};

}  // namespace weft
