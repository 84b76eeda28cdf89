// How a word and a dequeue signal look on the lines of a bus.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "hw/iwarp/word.hpp"

namespace weft {

/// A bus has eight data lines and five control lines, at 40 MHz (section 4). The paper does not
/// tell what the control lines mean; ours: three go with the data (`control`), two go back to the
/// transmitter (`dequeue`). A word takes four phases of 25 ns, least significant byte first, and so
/// does a dequeue signal; both begin at an edge of the 20 MHz clock.
///
/// | phase | data | control 2, 1, 0 | dequeue 1, 0 |
/// |---|---|---|---|
/// | 0 | byte 0 | 1, channel 4, 3 | 1, channel 4 |
/// | 1 | byte 1 | channel 2, 1, 0 | channel 3, 2 |
/// | 2 | byte 2 | tag 2, 1, 0 | channel 1, 0 |
/// | 3 | byte 3 | 0 | 0 |
///
/// Between words and signals all control lines are 0; a 1 on line 2 (line 1 of dequeue) is a start.
/// `channel` is the number of the logical channel on this bus, `tag` is that of WordTag.
inline constexpr unsigned phases_per_word = 4;
inline constexpr unsigned word_start = 4;     // on the control lines
inline constexpr unsigned dequeue_start = 2;  // on the lines back

/// The lines from the transmitter to the receiver.
struct BusLevels {
  std::uint8_t data = 0;
  std::uint8_t control = 0;  ///< Three lines.

  /// Of all lines at once: a cell compares what it drives at each phase.
  friend constexpr bool operator==(BusLevels a, BusLevels b) {
    return std::bit_cast<std::uint16_t>(a) == std::bit_cast<std::uint16_t>(b);
  }
};

/// The two lines back.
struct DequeueLevels {
  std::uint8_t lines = 0;

  friend constexpr bool operator==(DequeueLevels, DequeueLevels) = default;
};

/// The first phase of a word or a signal, between others.
constexpr bool is_start(BusLevels lines) { return (lines.control & word_start) != 0; }
constexpr bool is_start(DequeueLevels lines) { return (lines.lines & dequeue_start) != 0; }

/// A word with the number of its channel on the bus.
struct BusWord {
  unsigned channel = 0;
  Word word;

  friend constexpr bool operator==(const BusWord&, const BusWord&) = default;
};

using WordPhases = std::array<BusLevels, phases_per_word>;
using DequeuePhases = std::array<DequeueLevels, phases_per_word>;

inline WordPhases phases_of(const BusWord& word) {
  const std::uint32_t value = word.word.value;
  const auto byte = [value](unsigned number) {
    return static_cast<std::uint8_t>(value >> 8 * number);
  };
  return {{{byte(0), static_cast<std::uint8_t>(word_start | (word.channel >> 3 & 3U))},
           {byte(1), static_cast<std::uint8_t>(word.channel & 7U)},
           {byte(2), static_cast<std::uint8_t>(word.word.tag)},
           {byte(3), 0}}};
}

inline DequeuePhases phases_of_dequeue(unsigned channel) {
  return {{{static_cast<std::uint8_t>(dequeue_start | (channel >> 4 & 1U))},
           {static_cast<std::uint8_t>(channel >> 2 & 3U)},
           {static_cast<std::uint8_t>(channel & 3U)},
           {0}}};
}

/// The word of four phases that begin with a start. A tag that does not exist counts as data.
inline BusWord word_of(const WordPhases& phases) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < phases_per_word; ++i) value |= std::uint32_t{phases[i].data} << 8 * i;
  const unsigned channel = (phases[0].control & 3U) << 3 | (phases[1].control & 7U);
  const unsigned tag = phases[2].control & 7U;
  const bool exists = tag <= static_cast<unsigned>(WordTag::application);
  return {channel, {value, exists ? static_cast<WordTag>(tag) : WordTag::data}};
}

inline unsigned dequeue_of(const DequeuePhases& phases) {
  return (phases[0].lines & 1U) << 4 | (phases[1].lines & 3U) << 2 | (phases[2].lines & 3U);
}

/// Drives words or signals on several busses, phase by phase. `Levels` are the lines of one.
template <class Levels, unsigned busses>
class PhaseDrivers {
 public:
  void load(unsigned bus, const std::array<Levels, phases_per_word>& phases) {
    for (unsigned i = 0; i < phases_per_word; ++i) {
      phases_[(next_ + i) % phases_per_word][bus] = phases[i];
    }
    left_ = phases_per_word;
  }
  /// On any of them.
  bool active() const { return left_ != 0; }
  /// The lines in the next phase; all low between words.
  std::array<Levels, busses> drive() {
    if (left_ != 0) --left_;
    return std::exchange(phases_[next_++ % phases_per_word], {});
  }

 private:
  std::array<std::array<Levels, busses>, phases_per_word> phases_{};  // a ring
  unsigned next_ = 0;                                                 // in it; runs on
  unsigned left_ = 0;
};

/// The same of one bus.
template <class Levels>
class PhaseDriver {
 public:
  void load(const std::array<Levels, phases_per_word>& phases) { lines_.load(0, phases); }
  bool active() const { return lines_.active(); }
  Levels drive() { return lines_.drive()[0]; }

 private:
  PhaseDrivers<Levels, 1> lines_;
};

/// Reads words or signals from the lines of several busses, phase by phase.
template <class Levels, unsigned busses>
class PhaseReceivers {
 public:
  /// On any of them.
  bool active() const { return active_ != 0; }
  /// The lines in one phase; the set of busses on which it was the last.
  unsigned sample(const std::array<Levels, busses>& lines) {
    unsigned starts = 0;
    for (unsigned bus = 0; bus < busses; ++bus) starts |= unsigned{is_start(lines[bus])} << bus;
    starts &= ~active_;
    const unsigned now = next_++ % phases_per_word;
    seen_[now] = lines;
    ends_[(now + phases_per_word - 1) % phases_per_word] = starts;
    active_ = (active_ | starts) & ~ends_[now];
    return ends_[now];
  }
  /// Of a bus on which the last of them was just now.
  std::array<Levels, phases_per_word> phases(unsigned bus) const {
    std::array<Levels, phases_per_word> phases;
    for (unsigned i = 0; i < phases_per_word; ++i) {
      phases[i] = seen_[(next_ + i) % phases_per_word][bus];
    }
    return phases;
  }

 private:
  unsigned next_ = 0;                             // place in the rings; runs on
  unsigned active_ = 0;                           // busses
  std::array<unsigned, phases_per_word> ends_{};  // busses, by the phase that is their last
  std::array<std::array<Levels, busses>, phases_per_word> seen_{};
};

/// Reads a word from the lines.
class WordReceiver {
 public:
  bool active() const { return lines_.active(); }
  /// The lines in one phase; the word, if this was its last.
  std::optional<BusWord> sample(BusLevels lines) {
    if (lines_.sample({lines}) == 0) return std::nullopt;
    return word_of(lines_.phases(0));
  }

 private:
  PhaseReceivers<BusLevels, 1> lines_;
};

/// Reads a dequeue signal from the lines.
class DequeueReceiver {
 public:
  bool active() const { return lines_.active(); }
  /// The lines in one phase; the channel, if this was the last of a signal.
  std::optional<unsigned> sample(DequeueLevels lines) {
    if (lines_.sample({lines}) == 0) return std::nullopt;
    return dequeue_of(lines_.phases(0));
  }

 private:
  PhaseReceivers<DequeueLevels, 1> lines_;
};

}  // namespace weft
