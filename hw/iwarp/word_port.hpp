// Where the transmitter of an iWarp bus reports its words.
#pragma once

#include <array>
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

/// An analysis port that counts, as every run counts every word: one that nobody else wants costs
/// no call.
class WordPort : public ObserverPort<WordEvent> {
 public:
  /// Words that begin then or later are measured, ps.
  void measure_from(Time begin) { measured_from_ = begin; }

  void write(const WordEvent& event) { carry(event.begin, event.channel, event.word); }
  /// The same of an event that is made, and of a channel that is read, only if somebody wants it.
  template <class Channel>
  void carry(Time begin, const Channel& channel, Word word) {
    ++count_[begin >= measured_from_];
    if (word.tag != WordTag::data) note_marker(channel, word.tag);
    if (bound()) ObserverPort<WordEvent>::write({begin, channel, word});
  }

  /// Words from the start on.
  std::uint64_t words() const { return count_[0] + count_[1]; }
  std::uint64_t measured() const { return count_[1]; }
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

  Time measured_from_ = 0;
  std::array<std::uint64_t, 2> count_{};  // before that, and from then on
  ChannelSet open_ = 0;                   // pathways that have begun
  std::vector<std::uint64_t> begun_again_;
};

}  // namespace weft
