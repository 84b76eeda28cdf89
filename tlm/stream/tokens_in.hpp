// The tokens of the packets that flow in at a link end.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/common/time.hpp"
#include "hw/common/token.hpp"

namespace weft {

/// Counts the tokens of what comes in, though only its begins, pauses and ends are told: it flows
/// for 10 bits a data token, and 4 for the end of a packet. A token counts once it is verified, by
/// the first bit of the next one: the end of a packet does a bit after the packet has ended, all
/// before it earlier. So it makes no difference which of the two ends of a link is told first of
/// what happens at one time.
class TokensIn {
 public:
  explicit TokensIn(Time bit_time) : bit_time_(bit_time) {}

  // --- what is told; `has_answers` is to be asked before, and what there is to be taken
  /// A packet begins, or goes on.
  void flow(Time now) {
    next_ += now + bit_time_ - last_;
    last_ = never;
  }
  void pause(Time now) { last_ = now + bit_time_; }
  void end(Time now) {
    next_ -= (token_bits - bit_count(eop_token)) * bit_time_;  // the end is a token as well
    pause(now);
  }

  // --- flow control tokens: one for each eight tokens that were verified before now
  bool has_answers(Time now) const { return next_ < now && next_ <= last_; }
  /// Those that there are, one or more.
  std::uint32_t take_answers(Time now) {
    const Time answers = (std::min(last_, now - 1) - next_) / eight() + 1;
    next_ += answers * eight();
    return static_cast<std::uint32_t>(answers);
  }
  /// When the last token that was answered had been verified.
  Time answered() const { return next_ - eight(); }

  Time bit_time() const { return bit_time_; }

 private:
  static constexpr Time token_bits = bit_count(data_token(0));

  Time eight() const { return 8 * token_bits * bit_time_; }

  Time bit_time_;
  Time next_ = eight() + bit_time_;  // an eighth token will be verified, if what comes in goes on
  Time last_ = bit_time_;            // one was, while nothing comes in; else `never`
};

}  // namespace weft
