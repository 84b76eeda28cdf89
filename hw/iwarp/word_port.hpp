// Where the transmitter of an iWarp bus reports its words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/common/observer_port.hpp"
#include "hw/common/time.hpp"
#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/word.hpp"

namespace weft {

/// A word on an output bus.
struct WordEvent {
  Time begin = 0;        ///< Its first phase, ps; four phases take two clocks.
  unsigned channel = 0;  ///< Number on the bus.
  Word word;

  friend bool operator==(const WordEvent&, const WordEvent&) = default;
};

/// Whether all that the ports of a cell are told of its busses is to be counted.
struct OnlyCounts {
  bool unobserved = true;  ///< No port has an observer.
  Time measured_from = 0;  ///< All that begins from then on is measured, at each port; ps.

  bool at(Time now) const { return unobserved && now >= measured_from; }
};

/// An analysis port that counts, as every run counts every word: one that nobody else wants costs
/// no call. Who transmits may have the count where that lies best (`count_in`), and counts there by
/// itself what need only be counted (`OnlyCounts`).
class WordPort : public ObserverPort<WordEvent> {
 public:
  WordPort() = default;
  explicit WordPort(OnlyCounts& only) : ObserverPort(only.unobserved), only_(&only) {}
  WordPort(const WordPort&) = delete;
  WordPort& operator=(const WordPort&) = delete;

  /// Words that begin then or later are measured, ps. To be called before the first one.
  void measure_from(Time begin) {
    measured_from_ = begin;
    if (only_ != nullptr) only_->measured_from = std::max(only_->measured_from, begin);
  }
  void count_in(std::uint64_t& words) { words_ = &words; }

  void write(const WordEvent& event) { carry(event.begin, event.channel, event.word); }
  /// The same of an event that is made, and of a channel that is read, only if somebody wants it.
  template <class Channel>
  void carry(Time begin, const Channel& channel, Word word) {
    ++*words_;
    if (begin < measured_from_) ++before_;
    if (word.tag != WordTag::data) note_marker(channel, word.tag);
    if (bound()) ObserverPort<WordEvent>::write({begin, channel, word});
  }

  /// Words from the start on.
  std::uint64_t words() const { return *words_; }
  std::uint64_t measured() const { return *words_ - before_; }
  /// Begin markers on a channel, by its number, whose pathway was open.
  std::uint64_t begun_again(unsigned channel) const {
    return channel < begun_again_.size() ? begun_again_[channel] : 0;
  }

 private:
  void note_marker(unsigned channel, WordTag tag) {
    if (tag == WordTag::pathway_end) open_ &= ~bit(channel);
    if (tag != WordTag::pathway_begin) return;
    if ((open_ & bit(channel)) != 0) {
      begun_again_.resize(most_channels);
      ++begun_again_[channel];
    }
    open_ |= bit(channel);
  }

  OnlyCounts* only_ = nullptr;
  Time measured_from_ = 0;
  std::uint64_t here_ = 0;  // the count, if it is nowhere else
  std::uint64_t* words_ = &here_;
  std::uint64_t before_ = 0;  // they are measured
  ChannelSet open_ = 0;       // pathways that have begun
  std::vector<std::uint64_t> begun_again_;
};

}  // namespace weft
