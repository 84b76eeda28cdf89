// What a packet chip has to do at ticks to come.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/hypercube/routes.hpp"

namespace weft {

/// Sets of ports by the tick at which each is to be looked at: a ring of ticks, as long as anything
/// is noted ahead. To note, to take and to find the next one cost the same for any number of ports.
class HypercubeChipCalendar {
 public:
  /// `tick` in ps; `ahead` ticks at most lie between the present and what is noted.
  HypercubeChipCalendar(Time tick, unsigned ahead)
      : tick_(tick), mask_(std::bit_ceil(ahead + 1) - 1) {
    if (mask_ < word_bits - 1) mask_ = word_bits - 1;
    sets_.resize(std::size_t{mask_} + 1);
    occupied_.resize(sets_.size() / word_bits);
  }

  /// `time` is a tick after the present.
  void note(StepSet ports, Time time) {
    const unsigned slot = slot_of(time);
    sets_[slot] = static_cast<std::uint16_t>(sets_[slot] | ports);
    occupied_[slot / word_bits] |= std::uint64_t{1} << (slot % word_bits);
  }
  /// What is noted for this tick.
  StepSet at(Time time) const { return sets_[slot_of(time)]; }
  /// The same, and forgets it.
  StepSet take(Time now) {
    const unsigned slot = slot_of(now);
    const StepSet ports = sets_[slot];
    sets_[slot] = 0;
    occupied_[slot / word_bits] &= ~(std::uint64_t{1} << (slot % word_bits));
    return ports;
  }
  /// The first tick after this one for which something is noted; `never` if there is none.
  Time next(Time now) const {
    const unsigned from = slot_of(now) + 1;
    if (occupied_.size() > 1) return next_of_many(now, from);
    if (occupied_[0] == 0) return never;
    const std::uint64_t bits = std::rotr(occupied_[0], static_cast<int>(from % word_bits));
    return now + (1 + static_cast<unsigned>(std::countr_zero(bits))) * tick_;
  }

 private:
  static constexpr unsigned word_bits = 64;

  Time next_of_many(Time now, unsigned from) const {
    for (unsigned passed = 0; passed <= mask_; ++passed) {
      const unsigned slot = (from + passed) & mask_;
      if (sets_[slot] != 0) return now + (1 + passed) * tick_;
    }
    return never;
  }
  unsigned slot_of(Time time) const { return static_cast<unsigned>(time / tick_) & mask_; }

  Time tick_;
  unsigned mask_;
  std::vector<std::uint16_t> sets_;      // by tick, modulo their number
  std::vector<std::uint64_t> occupied_;  // bits of those that are not empty
};

}  // namespace weft
