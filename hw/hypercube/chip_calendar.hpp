// What packet chips have to do at ticks to come.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/time.hpp"
#include "hw/hypercube/parameters.hpp"
#include "hw/hypercube/routes.hpp"

namespace weft {

class HypercubeChipCore;

/// Sets of ports by tick and chip: a ring of ticks, as long as anything is noted ahead. All chips
/// of a clock can share one. What they have to do at one tick lies together, and to note it costs
/// the same for any number of them.
class HypercubeChipCalendar {
 public:
  /// For chips of these parameters; `driver` is asked for the ticks at which `turn` is to be
  /// called.
  HypercubeChipCalendar(const HypercubeChipParameters& parameters, CycleDriver& driver);
  HypercubeChipCalendar(const HypercubeChipCalendar&) = delete;
  HypercubeChipCalendar& operator=(const HypercubeChipCalendar&) = delete;

  /// One more chip, which gets this number here. It must live as long as `turn` is called.
  std::uint32_t enter(HypercubeChipCore& chip);
  /// Something is to be done at `time`, a tick after the present.
  void note(std::uint32_t chip, StepSet what, Time time) {
    const unsigned slot = slot_of(time);
    auto& set = sets_[slot * chips_there_ + chip];
    set = static_cast<std::uint16_t>(set | what);
    busy_[slot * busy_words_ + chip / word_bits] |= bit_of(chip);
    occupied_[slot / word_bits] |= bit_of(slot);
    if (time < called_for_) call(time);
  }
  /// Evaluates all chips for which something is noted at this tick, in the order of their numbers.
  /// Gives the next tick for which something is noted; `never` if there is none.
  Time turn(Time now);
  /// The same; asks the driver for that tick.
  void drive(Time now) {
    if (const Time next = turn(now); next != never) driver_->evaluate_at(next);
  }

 private:
  static constexpr unsigned word_bits = 64;

  static std::uint64_t bit_of(unsigned number) { return std::uint64_t{1} << (number % word_bits); }
  unsigned slot_of(Time time) const { return static_cast<unsigned>(time / tick_) & mask_; }
  void call(Time time);
  void make_room(std::size_t chips);
  Time next(Time now) const;

  CycleDriver* driver_;
  Time tick_;
  unsigned mask_;            // of slots: ticks modulo their number
  Time called_for_ = never;  // by the driver; 0 within `turn`, which gives the next one at its end
  std::size_t chips_there_ = 0;  // for which there is room
  std::size_t busy_words_ = 0;
  std::vector<HypercubeChipCore*> chips_;
  std::vector<std::uint16_t> sets_;      // by slot, then by chip
  std::vector<std::uint64_t> busy_;      // likewise, bits of chips that have any
  std::vector<std::uint64_t> occupied_;  // bits of slots that have any
};

}  // namespace weft
