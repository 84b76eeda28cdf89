// What a neighbour has told.
#pragma once

#include <utility>

#include "hw/common/time.hpp"

namespace weft {

/// A value that changes at a tick from outside, and counts from a later one on: so it does not
/// matter which of two neighbours is evaluated first.
template <class Value>
class Told {
 public:
  explicit Told(Value value) : present_(value), next_(std::move(value)) {}

  /// At `now`; counts from `from` on, a later tick.
  void tell(Value value, Time now, Time from) {
    if (from_ <= now) present_ = next_;
    next_ = std::move(value);
    from_ = from;
  }
  const Value& at(Time now) const { return from_ <= now ? next_ : present_; }
  /// The last one that was told, which may not count yet.
  const Value& last() const { return next_; }
  /// When it will count, if it does not yet; else `never`.
  Time changes(Time now) const { return from_ > now ? from_ : never; }

 private:
  Value present_;
  Value next_;
  Time from_ = 0;
};

}  // namespace weft
