// Tokens and utilisation of one direction of a link.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hw/common/time.hpp"
#include "testbench/events/event.hpp"

namespace weft {

/// Sink of what one link end transmits. It counts tokens that end after the warm-up; of one
/// that lies across its end, the time after it.
class LinkMeter final : public EventSink {
 public:
  /// What it listens to.
  static constexpr EventKinds kinds{EventKind::token};

  /// `warm_up` in ps.
  explicit LinkMeter(Time warm_up = 0) : warm_up_(warm_up) {}

  void write(const Event& event) override { write(*std::get<const TokenEvent*>(event.report)); }
  void write(const TokenEvent& event) {
    if (event.end <= warm_up_) return;
    ++tokens_[static_cast<unsigned>(event.token.kind)];
    if (event.token.kind == TokenKind::null) return;
    busy_ += event.end - std::max(event.begin, warm_up_);
  }

  /// Idle stretches are reported as one NUL each, so that `TokenKind::null` counts those.
  std::uint64_t tokens(TokenKind kind) const { return tokens_[static_cast<unsigned>(kind)]; }
  /// Time that data, EOP, EOM, FCTs and time-codes occupied the link, ps.
  Time busy() const { return busy_; }
  /// The part of the time from the warm-up to `now` that it was busy, 0..1.
  double utilisation(Time now) const {
    if (now <= warm_up_) return 0;
    // the last token may reach beyond the end of the run
    return std::min(1.0, static_cast<double>(busy_) / static_cast<double>(now - warm_up_));
  }

 private:
  Time warm_up_;
  Time busy_ = 0;
  std::array<std::uint64_t, 6> tokens_{};  // by kind
};

}  // namespace weft
