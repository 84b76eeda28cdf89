// Bits inverted on the wire, for tests of what errors do.
#pragma once

#include <cstdint>
#include <string>

#include "hw/common/random.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/parameters.hpp"

namespace weft {

/// The times of injected errors of one transmitter: each inverts the first bit that begins at or
/// after it. Errors that fall into silence are forgotten.
class BitErrors {
 public:
  /// `seed` is the component's own, `port` the link's number in it.
  BitErrors(const DsLinkParameters& parameters, std::uint64_t seed, unsigned port)
      : interval_(parameters.error_interval), stream_(seed, "errors" + std::to_string(port)) {
    if (parameters.error_at != 0) {
      next_ = parameters.error_at;
    } else if (interval_ != 0) {
      next_ = stream_.exponential(interval_);
    }
  }

  /// Time of the next error; `never` when there is none.
  Time next() const { return next_; }

  /// To be called when a bit that began at `now` was inverted.
  void struck(Time now) { advance_past(now); }

  /// The transmitter was silent until now.
  void skip_to(Time now) {
    if (next_ < now) advance_past(now - 1);
  }

 private:
  // No token is struck twice.
  static constexpr Time spacing = 10 * microsecond;

  void advance_past(Time now) {
    while (next_ <= now) {
      next_ = interval_ == 0 ? never : next_ + spacing + stream_.exponential(interval_);
    }
  }

  Time next_ = never;
  Time interval_;
  RandomStream stream_;
};

}  // namespace weft
