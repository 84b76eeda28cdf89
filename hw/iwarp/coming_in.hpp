// What is on its way in over the busses of a cell, and when it will be there.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "hw/common/time.hpp"
#include "hw/iwarp/channel_map.hpp"

namespace weft {

/// The times at which last phases end, in order, and the logical channels that have a word or a
/// dequeue signal then. Of each of the eight lines two can be on their way or unseen. At one time a
/// channel has one word and one signal at most: it is on one bus.
class ComingIn {
 public:
  ComingIn() = default;
  ComingIn(const ComingIn&) = delete;
  ComingIn& operator=(const ComingIn&) = delete;

  struct Lines {
    Time in = 0;
    ChannelSet words = 0;     ///< Logical inputs.
    ChannelSet dequeues = 0;  ///< Logical outputs.
  };

  bool empty() const { return head_ == tail_; }
  /// The earliest time; `never` if nothing is on its way.
  Time first() const { return first_; }
  /// What ends then, which is taken.
  Lines pop() {
    const Lines lines = at(head_++);
    first_ = empty() ? never : at(head_).in;
    return lines;
  }

  /// What ends at the time that was told last, if it is this one: most are told in that order.
  Lines* last_ending_at(Time in) { return last_->in == in ? last_ : nullptr; }
  /// What ends at a time, to be filled in; `in` may be any that is not before the present.
  Lines& ending_at(Time in) {
    if (last_->in >= in) return earlier_ending_at(in);
    if (first_ == never) first_ = in;
    last_ = &at(tail_++);
    *last_ = {in, 0, 0};
    return *last_;
  }

  /// Calls `take(input, in)` for each word that ends after `now`, the latest first, and forgets it.
  template <class Take>
  void take_back_words(Time now, Take take) {
    for (unsigned place = tail_; place != head_ && at(place - 1).in > now; --place) {
      Lines& lines = at(place - 1);
      for (ChannelSet left = lines.words; left != 0; left &= left - 1) {
        take(static_cast<unsigned>(std::countr_zero(left)), lines.in);
      }
      lines.words = 0;
    }
  }

 private:
  // More than there are times, so that the place behind the last one is always free.
  static constexpr unsigned places = 8 * bus_count;

  Lines& at(unsigned number) { return lines_[number % places]; }

  Lines& earlier_ending_at(Time in) {
    unsigned place = tail_;
    while (place != head_ && at(place - 1).in > in) --place;
    if (place != head_ && at(place - 1).in == in) return at(place - 1);
    for (unsigned later = tail_++; later != place; --later) at(later) = at(later - 1);
    at(place) = {in, 0, 0};
    first_ = at(head_).in;
    last_ = &at(tail_ - 1);
    return at(place);
  }

  std::array<Lines, places> lines_{};
  Time first_ = never;
  unsigned head_ = 0;  // runs on
  unsigned tail_ = 0;
  Lines* last_ = lines_.data();
};

}  // namespace weft
