// A far end of a DS-Link that keeps to nothing: what stands on its wires is what a test wants.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>

#include "hw/common/random.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/dslink/link_wires.hpp"

namespace weft::test {

/// Drives D and S of one direction. Bits and pauses that are put in stand on the wires one behind
/// the other; with nothing put in it asks what comes next. Its coding is its own, not that of
/// BitEncoder.
class WildEnd {
 public:
  /// How it sends from now on. Times in ps, multiples of the clock at which it is driven.
  struct Line {
    Time bit = 10 * nanosecond;
    Time jitter = 0;  ///< Each edge comes so much later at most,
    Time skew = 0;    ///< and one of S always so much.
  };

  /// `clock` is the least time between two edges of a wire.
  WildEnd(WirePair& wires, Time clock, std::uint64_t seed)
      : clock_(clock), random_(seed, "jitter"), d_(wires.d), s_(wires.s) {}

  /// To be called before anything is driven.
  void when_idle(std::function<void()> action) { idle_ = std::move(action); }
  void set(const Line& line) { line_ = line; }

  // --- what comes next
  void put(Token token) {
    switch (token.kind) {
      case TokenKind::data: return put_data(token.value);
      case TokenKind::fct: return put_control(0b00);
      case TokenKind::eop: return put_control(0b10);
      case TokenKind::eom: return put_control(0b01);
      case TokenKind::null: put_escape(); return put_control(0b00);
      case TokenKind::time_code: put_escape(); return put_data(token.value);
    }
  }
  /// ESC alone: two are half of nothing.
  void put_escape() { put_control(0b11); }
  /// The parity bit of the next token is inverted.
  void spoil_parity() { parity_ = !parity_; }
  void put_bit(bool bit) {
    advance();
    if (bit != d_.newest) {
      d_.put(edge_time(0), bit, clock_);
    } else {
      s_.put(edge_time(line_.skew), !s_.newest, clock_);
    }
  }
  /// D and S change together, which is no bit.
  void put_both() {
    advance();
    const Time at = std::max({time_, d_.last + clock_, s_.last + clock_});
    d_.put(at, !d_.newest, clock_);
    s_.put(at, !s_.newest, clock_);
  }
  void pause(Time time) { time_ += time; }
  /// As after power-on: S goes low, then D, and what comes behind is a new stream.
  void reset() {
    advance();
    if (s_.newest) s_.put(edge_time(line_.skew), false, clock_);
    advance();
    if (d_.newest) d_.put(edge_time(0), false, clock_);
    parity_ = false;
  }

  /// To be called at every multiple of the clock.
  void drive(Time now) {
    while (time_ <= now + 2 * line_.bit) {
      const Time before = time_;
      idle_();
      if (time_ == before) advance();  // nothing to say
    }
    d_.drive(now);
    s_.drive(now);
  }

 private:
  struct Wire {
    explicit Wire(sc_core::sc_signal<bool>& to) : signal(&to) {}

    void put(Time at, bool value, Time clock) {
      last = std::max(at, last + clock);
      newest = value;
      changes.emplace_back(last, value);
    }
    void drive(Time now) {
      while (!changes.empty() && changes.front().first <= now) {
        signal->write(changes.front().second);
        changes.pop_front();
      }
    }

    sc_core::sc_signal<bool>* signal;
    std::deque<std::pair<Time, bool>> changes;
    bool newest = false;
    Time last = 0;
  };

  void advance() { time_ += line_.bit; }
  Time edge_time(Time skew) {
    const Time jitter = clock_ * random_.below(line_.jitter / clock_ + 1);
    return time_ + jitter + skew;
  }
  // Parity makes the number of ones odd over the payload before, itself and the control flag.
  void put_control(unsigned code) {
    put_bit(parity_);
    put_bit(true);
    put_bit((code & 1U) != 0);
    put_bit((code & 2U) != 0);
    parity_ = code == 0b01 || code == 0b10;
  }
  void put_data(std::uint8_t value) {
    put_bit(!parity_);
    put_bit(false);
    parity_ = false;
    for (unsigned bit = 0; bit < 8; ++bit) {
      const bool one = ((value >> bit) & 1U) != 0;
      put_bit(one);
      parity_ = parity_ != one;
    }
  }

  Time clock_;
  RandomStream random_;
  Line line_;
  Time time_ = 0;
  bool parity_ = false;  // of the payload of the last token
  Wire d_;
  Wire s_;
  std::function<void()> idle_;
};

/// What a wild end says: for a while what it should, so that the link gets to Run, then something
/// that nobody may. All is drawn.
class WildTalk {
 public:
  /// `other` is the end that listens; `parameters` are those of that.
  WildTalk(WildEnd& end, const LinkCore& other, const DsLinkParameters& parameters, Time clock,
           std::uint64_t seed)
      : end_(&end), other_(&other), parameters_(&parameters), clock_(clock), random_(seed, "wild") {
    end.when_idle([this] { next(); });
    draw_line();
  }

 private:
  void next() {
    follow();
    if (calm_ == 0) {
      calm_ = random_.exponential(random_.below(2) == 0 ? 40 : 400);
      return misbehave();
    }
    --calm_;
    keep_to_the_protocol();
  }

  // How much it may send: the other's FCTs since that was reset.
  void follow() {
    const LinkState state = other_->state();
    if (state == LinkState::run || state == LinkState::connecting || state == LinkState::started) {
      return;
    }
    before_ = other_->counters().fcts;
    sent_ = 0;
  }
  bool has_credit() const { return 8 * (other_->counters().fcts - before_) > sent_; }

  void keep_to_the_protocol() {
    switch (other_->state()) {
      case LinkState::halted:
        return end_->pause(random_.exponential(microsecond / clock_) * clock_);
      case LinkState::error_reset:
        if (random_.below(2) == 0) return end_->pause(100 * clock_);
        break;
      case LinkState::connecting: return give_credit();
      case LinkState::run: return talk();
      default: break;
    }
    end_->put(null_token);
  }
  void give_credit() {
    since_fct_ = 0;
    end_->put(fct_token);
    end_->put(null_token);
  }
  void talk() {
    constexpr unsigned on_the_way = 6;  // tokens until an FCT counts at the other end
    if (++since_fct_ > on_the_way && random_.below(8) == 0 &&
        other_->credit() + 8 <= parameters_->max_credit) {
      return give_credit();
    }
    if (parameters_->time_codes() && random_.below(40) == 0) {
      return end_->put(time_code_token(byte()));
    }
    if (!has_credit() || random_.below(3) == 0) return end_->put(null_token);
    put_data();
  }
  void put_data() {
    ++sent_;
    const std::uint64_t kind = random_.below(12);
    end_->put(kind == 0 ? eop_token : kind == 1 ? eom_token : data_token(byte()));
  }
  std::uint8_t byte() { return static_cast<std::uint8_t>(random_.below(256)); }

  void misbehave() {
    if (garbled_) return draw_line();
    switch (random_.below(14)) {
      case 0: return end_->put(fct_token);  // early, or above the cap
      case 1: return repeat(2 + random_.below(12), [this] { end_->put(fct_token); });
      case 2: return put_data();  // with credit or without
      case 3: return repeat(1 + random_.below(80), [this] { put_data(); });
      case 4: end_->put_escape(); return end_->put_escape();
      case 5: end_->put_escape(); return end_->put(eop_token);
      case 6: end_->put_escape(); return end_->put(eom_token);
      case 7: return end_->put(time_code_token(byte()));
      case 8:
        end_->spoil_parity();
        return random_.below(2) == 0 ? put_data() : end_->put(null_token);
      case 9:
        return repeat(1 + random_.below(30), [this] { end_->put_bit(random_.below(2) == 0); });
      case 10: return end_->put_both();
      case 11: {  // up to twice as long as the other end bears
        const std::uint64_t most = 2 * parameters_->disconnect_timeout / clock_;
        return end_->pause(clock_ * random_.below(most));
      }
      case 12: end_->reset(); return end_->pause(clock_ * random_.below(3'000));
      default: return draw_line();
    }
  }
  template <class Action>
  void repeat(std::uint64_t times, const Action& action) {
    for (std::uint64_t i = 0; i < times; ++i) action();
  }

  // Edges that keep their order, but for one line in ten, which lasts until something else happens.
  void draw_line() {
    const Time bits[] = {parameters_->bit_time, parameters_->bit_time,
                         parameters_->startup_bit_time, clock_ * (1 + random_.below(40))};
    WildEnd::Line line;
    line.bit = bits[random_.below(4)];
    garbled_ = random_.below(10) == 0;
    const std::uint64_t room = (garbled_ ? 2 : 1) * line.bit / clock_;
    line.skew = clock_ * random_.below(room);
    line.jitter = clock_ * random_.below(room - line.skew / clock_);
    end_->set(line);
  }

  WildEnd* end_;
  const LinkCore* other_;
  const DsLinkParameters* parameters_;
  Time clock_;
  RandomStream random_;
  bool garbled_ = false;
  std::uint64_t calm_ = 100;
  std::uint64_t since_fct_ = 0;
  std::uint64_t before_ = 0;  // FCTs of the other that do not count any more
  std::uint64_t sent_ = 0;    // against those that do
};

}  // namespace weft::test
