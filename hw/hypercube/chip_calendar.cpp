#include "hw/hypercube/chip_calendar.hpp"

#include <algorithm>

#include "hw/hypercube/packet.hpp"
#include "hw/hypercube/packet_chip_core.hpp"

namespace weft {

namespace {

// The tail of a packet that begins after all ticks of arbitration, and what comes of it.
unsigned ticks_ahead(const HypercubeChipParameters& parameters) {
  constexpr unsigned after = 4;
  return parameters.arbitration_ticks + hypercube_packet_bytes * parameters.byte_ticks + after;
}

}  // namespace

HypercubeChipCalendar::HypercubeChipCalendar(const HypercubeChipParameters& parameters,
                                             CycleDriver& driver)
    : driver_(&driver),
      tick_(parameters.tick),
      mask_(std::max(std::bit_ceil(ticks_ahead(parameters) + 1), word_bits) - 1),
      occupied_((mask_ + 1) / word_bits) {}

std::uint32_t HypercubeChipCalendar::enter(HypercubeChipCore& chip) {
  const auto number = static_cast<std::uint32_t>(chips_.size());
  chips_.push_back(&chip);
  if (chips_.size() > chips_there_) make_room(std::bit_ceil(chips_.size()));
  return number;
}

// What is noted stays.
void HypercubeChipCalendar::make_room(std::size_t chips) {
  const std::size_t slots = std::size_t{mask_} + 1;
  const std::size_t words = (chips + word_bits - 1) / word_bits;
  std::vector<std::uint16_t> sets(slots * chips);
  std::vector<std::uint64_t> busy(slots * words);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    std::copy_n(sets_.begin() + slot * chips_there_, chips_there_, sets.begin() + slot * chips);
    std::copy_n(busy_.begin() + slot * busy_words_, busy_words_, busy.begin() + slot * words);
  }
  sets_ = std::move(sets);
  busy_ = std::move(busy);
  chips_there_ = chips;
  busy_words_ = words;
}

void HypercubeChipCalendar::call(Time time) {
  called_for_ = time;
  driver_->evaluate_at(time);
}

Time HypercubeChipCalendar::turn(Time now) {
  called_for_ = 0;
  const unsigned slot = slot_of(now);
  if ((occupied_[slot / word_bits] & bit_of(slot)) != 0) {
    std::uint16_t* const sets = &sets_[slot * chips_there_];
    std::uint64_t* const busy = &busy_[slot * busy_words_];
    for (std::size_t word = 0; word < busy_words_; ++word) {
      for (; busy[word] != 0; busy[word] &= busy[word] - 1) {
        const std::size_t chip =
            word * word_bits + static_cast<unsigned>(std::countr_zero(busy[word]));
        const StepSet due = sets[chip];
        sets[chip] = 0;
        chips_[chip]->evaluate(now, due);
      }
    }
    occupied_[slot / word_bits] &= ~bit_of(slot);
  }
  called_for_ = next(now);
  return called_for_;
}

Time HypercubeChipCalendar::next(Time now) const {
  const unsigned first = (slot_of(now) + 1) & mask_;
  unsigned passed = 0;
  while (passed <= mask_) {
    const unsigned slot = (first + passed) & mask_;
    const std::uint64_t bits = occupied_[slot / word_bits] >> (slot % word_bits);
    if (bits != 0) {
      return now + (1 + passed + static_cast<unsigned>(std::countr_zero(bits))) * tick_;
    }
    passed += word_bits - slot % word_bits;
  }
  return never;
}

}  // namespace weft
