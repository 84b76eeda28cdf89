// When what is on its way in over the busses of a cell will be there.
#pragma once

#include <array>
#include <cstdint>

#include "hw/common/time.hpp"
#include "hw/iwarp/bus.hpp"

namespace weft {

/// The times at which last phases end, in order, and on which busses: a word
/// and a dequeue signal of each bus can end at a time. Of each of the eight
/// lines two can be on their way or unseen.
class ComingIn {
 public:
  /// Sets of busses, one bit each.
  struct Lines {
    Time in = never;
    std::uint8_t words = 0;
    std::uint8_t dequeues = 0;
  };

  bool empty() const { return head_ == tail_; }
  /// The earliest time; `never` if nothing is on its way.
  Time first() const { return empty() ? never : at(head_).in; }
  /// What ends then, which is taken.
  Lines pop() { return at(head_++); }

  void add_word(unsigned bus, Time in) { place_for(in).words |= bit_of(bus); }
  void add_dequeue(unsigned bus, Time in) { place_for(in).dequeues |= bit_of(bus); }

 private:
  static constexpr unsigned most = 4 * bus_count;

  static constexpr std::uint8_t bit_of(unsigned bus) {
    return static_cast<std::uint8_t>(1U << bus);
  }
  Lines& at(unsigned number) { return lines_[number % most]; }
  const Lines& at(unsigned number) const { return lines_[number % most]; }

  // Most are told in the order of their times.
  Lines& place_for(Time in) {
    unsigned place = tail_;
    while (place != head_ && at(place - 1).in > in) --place;
    if (place != head_ && at(place - 1).in == in) return at(place - 1);
    for (unsigned later = tail_++; later != place; --later) at(later) = at(later - 1);
    at(place) = {in, 0, 0};
    return at(place);
  }

  std::array<Lines, most> lines_{};
  unsigned head_ = 0;  // runs on
  unsigned tail_ = 0;
};

}  // namespace weft
