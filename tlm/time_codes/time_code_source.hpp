// Time-codes where tokens are not modelled: at `packet` and at `stream`.
#pragma once

#include <cstdint>

#include "hw/common/token.hpp"
#include "hw/dslink/time_codes.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

/// A link end that sends time-codes.
class TimeCodeLine {
 public:
  /// Takes its transmitter for the 14 bits of one, and says when they begin, now or later; `never`
  /// outside Run, where it is dropped.
  virtual Time take_time_code(Time now) = 0;
  /// It is at the far end, verified.
  virtual void time_code_arrives(std::uint8_t value) = 0;

 protected:
  ~TimeCodeLine() = default;
};

/// What a master of time (DsLinkParameters::time_code_interval) has to send: at each multiple of
/// the interval one code with the number of the multiple modulo 64. Of those that become due while
/// one is on its way the last is sent. Two entries of the wheel a code.
class TimeCodeSource {
 public:
  /// `interval` and `bit_time` in ps, not 0.
  TimeCodeSource(Time interval, Time bit_time, TimeCodeLine& line, Wheel& wheel)
      : interval_(interval),
        bit_time_(bit_time),
        line_(&line),
        wheel_(&wheel),
        step_(WheelEntry::calling<&TimeCodeSource::step>(this, Phase::act)) {}

  /// Once, when the simulation starts.
  void start() { wheel_->schedule(step_, interval_); }

  /// For how long a code has the link.
  Time length() const { return code_bits * bit_time_; }
  /// Codes alone do not fill the link.
  bool leaves_room() const { return interval_ > length() + bit_time_; }
  /// Data that flow from `begin` on find a code before some of their tokens, the last of which
  /// begins at `last`: how many codes; none unless these leave room.
  Time codes_within(Time begin, Time last) const {
    if (!leaves_room()) return 0;
    Time count = 0;
    for (Time due = (begin + interval_ - 1) / interval_ * interval_; due < last + count * length();
         due += interval_) {
      ++count;
    }
    return count;
  }

 private:
  static constexpr unsigned code_bits = bit_count(time_code_token(0));

  void step() {
    const Time now = wheel_->now();
    if (on_the_way_) line_->time_code_arrives(code_time(number_));
    on_the_way_ = false;
    if (const Time due = now / interval_; number_ < due) {
      number_ = due;
      const Time begin = line_->take_time_code(now);
      on_the_way_ = begin != never;
      // the next token verifies it
      if (on_the_way_) return wheel_->schedule(step_, begin + length() + bit_time_);
    }
    wheel_->schedule(step_, (number_ + 1) * interval_);
  }

  Time interval_;
  Time bit_time_;
  TimeCodeLine* line_;
  Wheel* wheel_;
  WheelEntry step_;
  Time number_ = 0;  // of the multiple that was served last
  bool on_the_way_ = false;
};

}  // namespace weft
