// What packet chips have to do at ticks to come.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/huge_pages.hpp"
#include "hw/common/time.hpp"
#include "hw/hypercube/packet_store.hpp"
#include "hw/hypercube/parameters.hpp"
#include "hw/hypercube/routes.hpp"

namespace weft {

class HypercubeChipCore;
class HypercubeLine;

/// What chips of one clock have in common; ps.
struct HypercubeChipTimes {
  explicit HypercubeChipTimes(const HypercubeChipParameters& parameters);

  Time tick;
  Time lead;         ///< Of asking before the packet and the link are ready.
  Time packet;       ///< That a packet takes on a link.
  Time asks_after;   ///< From its first byte until it can ask for its next hop.
  Time after_grant;  ///< From a grant to the first byte; of the last one on a unidirectional link.
  unsigned ahead;    ///< Ticks between the present and what a chip has to do, at most.

  auto operator<=>(const HypercubeChipTimes&) const = default;
};

/// Sets of ports by tick and chip: a ring of ticks, as long as anything is noted ahead. All chips
/// of a clock can share one. What they have to do at one tick lies together, and to note it costs
/// the same for any number of them.
class HypercubeChipCalendar {
 public:
  /// For so many chips at most; `driver` is asked for the ticks at which `turn` is to be called.
  HypercubeChipCalendar(const HypercubeChipTimes& times, std::size_t chips, CycleDriver& driver);
  HypercubeChipCalendar(const HypercubeChipCalendar&) = delete;
  HypercubeChipCalendar& operator=(const HypercubeChipCalendar&) = delete;

  const HypercubeChipTimes& times() const { return times_; }
  /// For what its chips use all the time, side by side.
  std::pmr::memory_resource* memory() { return &memory_; }
  /// Those in its chips.
  HypercubePacketStore& packets() { return packets_; }
  /// One more chip, which gets this number here. It must live as long as `turn` is called. Throws
  /// std::logic_error for one too many.
  std::uint32_t enter(HypercubeChipCore& chip);
  /// Something is to be done at `time`, a tick after the present.
  void note(std::uint32_t chip, StepSet what, Time time) {
    const unsigned slot = slot_of(time);
    auto& set = sets_[slot * most_chips_ + chip];
    set = static_cast<std::uint16_t>(set | what);
    busy_[slot * busy_words_ + chip / word_bits] |= bit_of(chip);
    occupied_[slot / word_bits] |= bit_of(slot);
    if (time < called_for_) call(time);
  }
  /// A line is told which packet its chip sends, for who looks on: at the end of `turn`, all of
  /// them together, or at once if that is not under way.
  void tell(HypercubeLine* const& line, std::uint32_t packet, Time begin);
  /// Evaluates all chips for which something is noted at this tick, in the order of their numbers.
  /// Gives the next tick for which something is noted; `never` if there is none.
  Time turn(Time now);
  /// The same; asks the driver for that tick.
  void drive(Time now) {
    if (const Time next = turn(now); next != never) driver_->evaluate_at(next);
  }

 private:
  static constexpr unsigned word_bits = 64;

  /// A chip that has something to do at this tick.
  struct Due {
    HypercubeChipCore* chip;
    StepSet what;
  };

  struct Sent {
    HypercubeLine* const* line;  // where that stands
    std::uint32_t packet;
    Time begin;
  };

  static std::uint64_t bit_of(unsigned number) { return std::uint64_t{1} << (number % word_bits); }
  unsigned slot_of(Time time) const { return static_cast<unsigned>(time / times_.tick) & mask_; }
  void call(Time time);
  void collect(unsigned slot);
  void fetch_behind(std::size_t place) const;
  void tell_lines();
  Time next(Time now) const;

  HypercubeChipTimes times_;
  CycleDriver* driver_;
  unsigned mask_;            // of slots: ticks modulo their number
  Time called_for_ = never;  // by the driver; 0 within `turn`, which gives the next one at its end
  std::size_t most_chips_;
  bool fetches_;  // chips before their turn
  std::size_t busy_words_;
  std::vector<HypercubeChipCore*> chips_;
  std::vector<std::uint16_t> sets_;      // by slot, then by chip
  std::vector<std::uint64_t> busy_;      // likewise, bits of chips that have any
  std::vector<std::uint64_t> occupied_;  // bits of slots that have any
  std::vector<Due> due_;
  std::vector<Sent> sent_;
  HugePages pages_;
  std::pmr::monotonic_buffer_resource memory_;
  HypercubePacketStore packets_{pages_};
};

}  // namespace weft
