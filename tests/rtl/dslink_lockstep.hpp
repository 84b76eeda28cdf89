// A DS-Link end at `signal` and one in Verilog on the same wires.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <systemc>

#include "hw/common/random.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/link_endpoint.hpp"
#include "hw/dslink/link_wires.hpp"
#include "hw/dslink/wire_cable.hpp"
#include "rtl/dslink/dslink_model.hpp"
#include "testbench/lockstep/lockstep.hpp"
#include "tests/hw/wild_end.hpp"

namespace weft::test {

/// What the traffic does, in clocks; all drawn anew again and again.
struct LinkTraffic {
  std::uint64_t write_pause = 40;  ///< Mean clocks between tokens to transmit.
  std::uint64_t read_pause = 40;   ///< Mean clocks between tokens read.
  std::uint64_t stall = 3'000;     ///< Mean length of a stall, of either.
  unsigned packet = 12;            ///< Most data tokens of a packet.
};

/// Writes into a link end and reads from it, now and then.
class LinkTalker {
 public:
  LinkTalker(const LinkTraffic& traffic, Time clock, std::uint64_t seed)
      : traffic_(traffic), clock_(clock), random_(seed, "traffic") {}

  LinkEndpoint& end() { return end_; }
  RandomStream& random() { return random_; }
  /// Called with each token that is written.
  void on_write(std::function<void(Token, Time)> action) { on_write_ = std::move(action); }

  /// Tokens that it has read, 1 at most.
  unsigned act(Time now) {
    if (now >= write_ && end_.waiting() <= 100) write(now);
    if (now < read_) return 0;
    read_ = now + pause(traffic_.read_pause);
    if (end_.empty()) return 0;
    end_.read(now);
    return 1;
  }

 private:
  void write(Time now) {
    write_ = now + pause(traffic_.write_pause);
    if (left_ == 0) left_ = static_cast<unsigned>(random_.below(traffic_.packet + 1)) + 1;
    --left_;
    Token token = data_token(static_cast<std::uint8_t>(random_.below(256)));
    if (left_ == 0) token = random_.below(4) == 0 ? eom_token : eop_token;
    end_.write(token, now);
    if (on_write_) on_write_(token, now);
  }
  Time pause(std::uint64_t mean) {
    if (random_.below(200) == 0) return clock_ * random_.exponential(traffic_.stall);
    return clock_ * random_.exponential(mean);
  }

  LinkTraffic traffic_;
  Time clock_;
  RandomStream random_;
  LinkEndpoint end_;
  std::function<void(Token, Time)> on_write_;
  Time write_ = 0;
  Time read_ = 0;
  unsigned left_ = 0;  // tokens of the packet that is being written
};

/// What sends to the model and to the Verilog.
class FarEnd {
 public:
  virtual ~FarEnd() = default;
  /// At every edge of the clock.
  virtual void act(Time now) = 0;
  /// The wires that lead to both.
  virtual const WirePair& arriving() const = 0;
};

/// A link end at `signal`, with the cables that `parameters` have.
class ProperFarEnd final : public FarEnd {
 public:
  /// `back` are the wires from the model.
  ProperFarEnd(const DsLinkParameters& parameters, const LinkTraffic& traffic, Time clock,
               std::uint64_t seed, DsLink& model, WirePair& back)
      : talker_(traffic, clock, seed),
        link_("far", of(parameters), parameters.input_buffer, talker_.end(), 0, seed) {
    talker_.end().attach(link_.core());
    if (!parameters.has_cable()) {
      forth_.connect(link_, model);
      back.connect(model, link_);
      return;
    }
    cables_[0] = std::make_unique<WireCable>("cable_forth", model.core().parameters());
    cables_[1] = std::make_unique<WireCable>("cable_back", link_.core().parameters());
    entering_.connect(link_, *cables_[0]);
    forth_.connect(*cables_[0], model);
    back.connect(model, *cables_[1]);
    leaving_.connect(*cables_[1], link_);
  }

  const WirePair& arriving() const override { return forth_; }
  void act(Time now) override {
    if (link_.core().state() == LinkState::halted && talker_.random().below(2'000) == 0) {
      link_.restart();
    }
    talker_.act(now);
  }

 private:
  // It starts by itself and is never disabled, so that the link gets to Run.
  static DsLinkParameters of(DsLinkParameters parameters) {
    parameters.auto_start = false;
    parameters.disable_at = parameters.enable_at = 0;
    return parameters;
  }

  LinkTalker talker_;
  DsLink link_;
  WirePair forth_;
  std::array<std::unique_ptr<WireCable>, 2> cables_;
  WirePair entering_;  // the one cable
  WirePair leaving_;   // the other
};

/// One that misbehaves.
class WildFarEnd final : public FarEnd {
 public:
  /// `parameters` are those of the model.
  WildFarEnd(const DsLinkParameters& parameters, Time clock, std::uint64_t seed, DsLink& model,
             WirePair& back)
      : end_(wires_, clock, seed), talk_(end_, model.core(), parameters, clock, seed) {
    model.d_in(wires_.d);
    model.s_in(wires_.s);
    model.d_out(back.d);
    model.s_out(back.s);
  }

  const WirePair& arriving() const override { return wires_; }
  void act(Time now) override { end_.drive(now); }

 private:
  WirePair wires_;
  WildEnd end_;
  WildTalk talk_;
};

enum class FarEndKind : std::uint8_t { proper, wild };

/// Errors that have stopped an end, by what they were.
using ErrorCounts = std::array<std::uint64_t, 6>;

/// A far end sends to a link end at `signal` and to one in Verilog; what these send back is
/// compared at every clock edge, and so are the tokens that they receive, with their times. Only
/// the model's wires lead to the far end.
class DsLinkLockstep : public sc_core::sc_module, private tlm::tlm_analysis_if<LinkStateEvent> {
 public:
  SC_HAS_PROCESS(DsLinkLockstep);

  DsLinkLockstep(sc_core::sc_module_name name, const DsLinkParameters& parameters,
                 const LinkTraffic& traffic, std::uint64_t seed,
                 FarEndKind far = FarEndKind::proper,
                 std::unique_ptr<rtl::DsLinkModel> rtl = rtl::make_dslink_model())
      : sc_module(name),
        parameters_(parameters),
        clock_(rtl::common_clock({parameters})),
        talker_(traffic, clock_, seed),
        random_(seed, "restarts"),
        model_("model", parameters, parameters.input_buffer, talker_.end(), 1, seed),
        rtl_(std::move(rtl)),
        errors_(parameters, seed, 1),
        lockstep_(fmt::format("{}.vcd", basename()),
                  {{"d_out"}, {"s_out"}, {"received", 12}, {"d_in"}, {"s_in"}}) {
    if (far == FarEndKind::proper) {
      far_ = std::make_unique<ProperFarEnd>(parameters, traffic, clock_, seed + 1, model_, back_);
    } else {
      far_ = std::make_unique<WildFarEnd>(parameters_, clock_, seed + 1, model_, back_);
    }
    talker_.end().attach(model_.core());
    talker_.end().on_arrival([this](Time) { ++arrivals_; });
    talker_.on_write([this](Token token, Time now) { outgoing_.push_back({now, token}); });
    model_.states(*this);
    rtl_->set_straps(rtl::straps_of(parameters, clock_), parameters.input_buffer);
    rtl_->reset();
    SC_METHOD(edge);
  }

  const Lockstep& lockstep() const { return lockstep_; }
  std::uint64_t tokens() const { return tokens_; }
  Time clock() const { return clock_; }
  LinkCore& core() { return model_.core(); }
  const ErrorCounts& model_errors() const { return model_errors_; }
  const ErrorCounts& rtl_errors() const { return rtl_errors_; }
  /// Of the RTL.
  std::uint64_t time_codes_in() const { return time_codes_in_; }
  std::uint64_t ticks() const { return ticks_; }

 private:
  struct Written {
    Time time;
    Token token;
  };

  static bool stopped(LinkState state) {
    return state == LinkState::error_reset || state == LinkState::halted;
  }
  static void count(LinkState state, LinkError error, ErrorCounts& counts) {
    if (stopped(state)) ++counts[static_cast<std::size_t>(error)];
  }
  void write(const LinkStateEvent& event) override {
    count(event.state, event.error, model_errors_);
  }

  // The first of its time: what stands on the wires came at the edge before.
  void edge() {
    const Time now = sc_core::sc_time_stamp().value();
    rtl::DsLinkModel::Inputs in;
    in.d_in = far_->arriving().d.read();
    in.s_in = far_->arriving().s.read();
    in.start = now == 0 || restart();
    in.freed = freed_;
    if (!out_.transmitting) errors_.skip_to(now);
    in.flip = errors_.next() <= now;
    in.link_disable = parameters_.disabled_before(now);
    in.tick = rtl::time_code_due(parameters_, now, clock_, in.time_code);
    const bool has_token = !outgoing_.empty() && outgoing_.front().time < now;
    const bool received = rtl_->settle(in, has_token);
    bool tick = false;
    if (rtl_->time_code_in(tick)) ++time_codes_in_;
    if (tick) ++ticks_;
    compare(now, in, received);
    if (rtl_->takes_token()) {
      rtl_->offer(outgoing_.front().token);
      outgoing_.pop_front();
      ++tokens_;
    }
    rtl_->clock(out_);
    if (out_.state_changed) count(rtl_->state(), rtl_->error(), rtl_errors_);
    if (in.flip && out_.bit_begun) errors_.struck(now);
    far_->act(now);
    freed_ = talker_.act(now);
    next_trigger(sc_core::sc_time::from_value(clock_));
  }

  void compare(Time now, const rtl::DsLinkModel::Inputs& in, bool received) {
    lockstep_.signal(0) = back_.d.read() ? 1 : 0;
    lockstep_.signal(1) = back_.s.read() ? 1 : 0;
    lockstep_.rtl(0) = out_.d_out ? 1 : 0;
    lockstep_.rtl(1) = out_.s_out ? 1 : 0;
    lockstep_.signal(2) = 0;
    if (arrivals_ != 0) lockstep_.signal(2) = code(talker_.end().newest());
    lockstep_.rtl(2) = received ? code(rtl_->received()) : 0;
    lockstep_.signal(3) = lockstep_.rtl(3) = in.d_in ? 1 : 0;
    lockstep_.signal(4) = lockstep_.rtl(4) = in.s_in ? 1 : 0;
    lockstep_.compare(now);
    arrivals_ = 0;
  }
  static std::uint64_t code(Token token) {
    return 0x800U | (static_cast<unsigned>(token.kind) << 8U) | token.value;
  }
  bool restart() {
    if (model_.core().state() != LinkState::halted || random_.below(2'000) != 0) return false;
    model_.restart();
    return true;
  }

  DsLinkParameters parameters_;
  Time clock_;
  LinkTalker talker_;  // of the model
  RandomStream random_;
  DsLink model_;
  WirePair back_;  // from the model
  std::unique_ptr<FarEnd> far_;
  std::unique_ptr<rtl::DsLinkModel> rtl_;
  BitErrors errors_;
  Lockstep lockstep_;
  rtl::DsLinkModel::Outputs out_;
  std::deque<Written> outgoing_;  // of the RTL
  unsigned freed_ = 0;
  unsigned arrivals_ = 0;
  std::uint64_t tokens_ = 0;
  ErrorCounts model_errors_{};
  ErrorCounts rtl_errors_{};
  std::uint64_t time_codes_in_ = 0;
  std::uint64_t ticks_ = 0;
};

}  // namespace weft::test
