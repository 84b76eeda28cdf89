// How a word and a dequeue signal look on the lines of a bus.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

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

/// The lines from the transmitter to the receiver.
struct BusLevels {
  std::uint8_t data = 0;
  std::uint8_t control = 0;  ///< Three lines.

  friend constexpr bool operator==(BusLevels, BusLevels) = default;
};

/// The two lines back.
struct DequeueLevels {
  std::uint8_t lines = 0;

  friend constexpr bool operator==(DequeueLevels, DequeueLevels) = default;
};

/// A word with the number of its channel on the bus.
struct BusWord {
  unsigned channel = 0;
  Word word;

  friend constexpr bool operator==(const BusWord&, const BusWord&) = default;
};

/// Drives the lines of a word or signal, phase by phase. `Levels` are the lines.
template <class Levels>
class PhaseDriver {
 public:
  void load(const std::array<Levels, phases_per_word>& phases) {
    phases_ = phases;
    next_ = 0;
  }
  bool active() const { return next_ < phases_per_word; }
  /// The lines in the next phase; all low between words.
  Levels drive() { return active() ? phases_[next_++] : Levels{}; }

 private:
  std::array<Levels, phases_per_word> phases_{};
  unsigned next_ = phases_per_word;
};

std::array<BusLevels, phases_per_word> phases_of(const BusWord& word);
std::array<DequeueLevels, phases_per_word> phases_of_dequeue(unsigned channel);

/// Reads a word from the lines.
class WordReceiver {
 public:
  bool active() const { return phase_ != 0; }
  /// The lines in one phase; the word, if this was its last. A tag that does not exist counts as
  /// data.
  std::optional<BusWord> sample(BusLevels lines);

 private:
  BusWord word_;
  unsigned phase_ = 0;
};

/// Reads a dequeue signal from the lines.
class DequeueReceiver {
 public:
  bool active() const { return phase_ != 0; }
  /// The lines in one phase; the channel, if this was the last of a signal.
  std::optional<unsigned> sample(DequeueLevels lines);

 private:
  unsigned channel_ = 0;
  unsigned phase_ = 0;
};

}  // namespace weft
