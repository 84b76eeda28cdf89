// The word queues of the logical input channels.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/round_robin.hpp"
#include "hw/iwarp/word.hpp"

namespace weft {

/// One queue for each logical input channel (section 5). A word that is still on the lines of a bus
/// has its place already, and is shown when it is in. Sizes are those of what is shown. A queue of
/// up to eight words is one line of the cache with all that is known of it.
class ChannelQueues {
 public:
  /// `words` of each, 1..128.
  ChannelQueues(unsigned channels, unsigned words) : words_(static_cast<std::uint8_t>(words)) {
    const unsigned places = std::bit_ceil(words);
    if (places > Queue::near) {
      far_values_.resize(std::size_t{channels} * places);
      far_tags_.resize(far_values_.size());
    }
    for (unsigned channel = 0; channel < channels; ++channel) {
      Queue& queue = queues_[channel];
      const std::size_t first = std::size_t{channel} * places;
      queue.values = far_values_.empty() ? queue.near_values.data() : &far_values_[first];
      queue.tags = far_tags_.empty() ? queue.near_tags.data() : &far_tags_[first];
      queue.mask = static_cast<std::uint8_t>(places - 1);
    }
  }
  ChannelQueues(const ChannelQueues&) = delete;
  ChannelQueues& operator=(const ChannelQueues&) = delete;

  bool empty(unsigned channel) const { return (filled_ & bit(channel)) == 0; }
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
  unsigned size(unsigned channel) const { return queues_[channel].size(); }
  /// Words for which there is room.
  unsigned room(unsigned channel) const { return words_ - size(channel); }
  Word front(unsigned channel) const { return at(channel, 0); }
  /// Makes another one of it.
  void change_front(unsigned channel, Word word) {
    Queue& queue = queues_[channel];
    queue.put(queue.head, word);
    with_markers_ |= bit(channel);
  }
  /// The word behind so many others.
  Word at(unsigned channel, unsigned position) const {
    const Queue& queue = queues_[channel];
    const unsigned place = queue.place(queue.head + position);
    return {queue.values[place], queue.tags[place]};
  }
  /// There must be room.
  void push(unsigned channel, Word word) {
    store(channel, word);
    ++queues_[channel].shown;
    filled_ |= bit(channel);
  }
  /// False if there is no room.
  bool store(unsigned channel, Word word) {
    Queue& queue = queues_[channel];
    const std::uint8_t place = queue.tail;
    if (!store_data(channel, word.value)) return false;
    if (word.tag != WordTag::data) {
      queue.put(place, word);
      with_markers_ |= bit(channel);
    }
    return true;
  }
  /// The same of a word that is no marker.
  bool store_data(unsigned channel, std::uint32_t value) {
    Queue& queue = queues_[channel];
    if (static_cast<std::uint8_t>(queue.tail - words_) == queue.head) return false;
    queue.values[queue.place(queue.tail++)] = value;
    return true;
  }
  /// Of each of these the first word that was stored and not yet shown.
  void show(ChannelSet channels) {
    filled_ |= channels;
    while (channels != 0) ++queues_[take_first(channels)].shown;
  }
  /// Takes the word back that was stored last, and not yet shown.
  Word take_back(unsigned channel) {
    Queue& queue = queues_[channel];
    return queue.take(--queue.tail);
  }
  /// There must be a word.
  Word pop(unsigned channel) {
    Queue& queue = queues_[channel];
    const Word word = queue.take(queue.head++);
    if (queue.head == queue.shown) filled_ &= ~bit(channel);
    return word;
  }
  /// The same of a queue that holds data alone.
  std::uint32_t pop_data(unsigned channel) {
    Queue& queue = queues_[channel];
    const std::uint32_t value = queue.values[queue.place(queue.head++)];
    if (queue.head == queue.shown) filled_ &= ~bit(channel);
    return value;
  }
  /// A marker has been taken: there may be none any more.
  void look_for_markers(unsigned channel) {
    if (queues_[channel].tail == queues_[channel].head) with_markers_ &= ~bit(channel);
  }

 private:
  struct alignas(64) Queue {
    static constexpr unsigned near = 8;

    unsigned place(unsigned number) const { return number & mask; }
    unsigned size() const { return static_cast<std::uint8_t>(shown - head); }
    void put(unsigned number, Word word) {
      values[place(number)] = word.value;
      tags[place(number)] = word.tag;
    }
    Word take(unsigned number) {
      const unsigned free = place(number);
      return {values[free], std::exchange(tags[free], WordTag::data)};
    }

    std::uint32_t* values = nullptr;
    WordTag* tags = nullptr;  // `data` wherever no marker is
    std::uint8_t mask = 0;
    // They run on; the place is the low bits:
    std::uint8_t head = 0;
    std::uint8_t shown = 0;  // the first word that is still on the lines
    std::uint8_t tail = 0;
    std::array<std::uint32_t, near> near_values{};
    std::array<WordTag, near> near_tags{};
  };

  std::uint8_t words_;
  ChannelSet filled_ = 0;
  ChannelSet with_markers_ = 0;
  std::array<Queue, most_channels> queues_{};
  // Of longer ones:
  std::vector<std::uint32_t> far_values_;
  std::vector<WordTag> far_tags_;
};

}  // namespace weft
