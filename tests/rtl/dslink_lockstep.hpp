// A DS-Link end at `signal` and one in Verilog on the same wires.
#pragma once

#include <deque>
#include <memory>
#include <string>

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

namespace weft::test {

/// What the traffic does, in clocks; all drawn anew again and again.
struct LinkTraffic {
  std::uint64_t write_pause = 40;  ///< Mean clocks between tokens to transmit.
  std::uint64_t read_pause = 40;   ///< Mean clocks between tokens read.
  std::uint64_t stall = 3'000;     ///< Mean length of a stall, of either.
  unsigned packet = 12;            ///< Most data tokens of a packet.
};

/// A far end at `signal` sends to both; what they send back is compared at every clock edge, and so
/// are the tokens that they receive, with their times. Only the model's wires lead to the far end.
class DsLinkLockstep : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(DsLinkLockstep);

  DsLinkLockstep(sc_core::sc_module_name name, const DsLinkParameters& parameters,
                 const LinkTraffic& traffic, std::uint64_t seed,
                 std::unique_ptr<rtl::DsLinkModel> rtl = rtl::make_dslink_model())
      : sc_module(name),
        parameters_(parameters),
        traffic_(traffic),
        random_(seed, "traffic"),
        clock_(rtl::common_clock({parameters})),
        far_("far", far_of(parameters), parameters.input_buffer, far_end_, 0, seed + 1),
        model_("model", parameters, parameters.input_buffer, model_end_, 1, seed),
        rtl_(std::move(rtl)),
        errors_(parameters, seed, 1),
        lockstep_(fmt::format("{}.vcd", basename()),
                  {{"d_out"}, {"s_out"}, {"received", 12}, {"d_in"}, {"s_in"}}) {
    far_end_.attach(far_.core());
    model_end_.attach(model_.core());
    lead(far_, model_, forth_);
    lead(model_, far_, back_);
    model_end_.on_arrival([this](Time) { ++arrivals_; });
    rtl_->set_straps(rtl::straps_of(parameters, clock_), parameters.input_buffer);
    rtl_->reset();
    SC_METHOD(edge);
  }

  const Lockstep& lockstep() const { return lockstep_; }
  std::uint64_t tokens() const { return tokens_; }
  std::uint64_t restarts() const { return restarts_; }
  Time clock() const { return clock_; }
  LinkCore& core() { return model_.core(); }
  /// Of the RTL.
  std::uint64_t time_codes_in() const { return time_codes_in_; }
  std::uint64_t ticks() const { return ticks_; }

 private:
  // It starts by itself and is never disabled, so that the link gets to Run.
  static DsLinkParameters far_of(DsLinkParameters parameters) {
    parameters.auto_start = false;
    parameters.disable_at = parameters.enable_at = 0;
    return parameters;
  }

  struct Direction {
    WirePair wires;
    std::unique_ptr<WireCable> cable;  // if it takes time
    WirePair behind;                   // that
  };
  void lead(DsLink& from, DsLink& to, Direction& direction) {
    if (!parameters_.has_cable()) return direction.wires.connect(from, to);
    direction.cable =
        std::make_unique<WireCable>(sc_core::sc_gen_unique_name("cable"), to.core().parameters());
    direction.wires.connect(from, *direction.cable);
    direction.behind.connect(*direction.cable, to);
  }

  struct Written {
    Time time;
    Token token;
  };

  // The first of its time: what stands on the wires came at the edge before.
  void edge() {
    const Time now = sc_core::sc_time_stamp().value();
    rtl::DsLinkModel::Inputs in;
    const WirePair& arriving = parameters_.has_cable() ? forth_.behind : forth_.wires;
    in.d_in = arriving.d.read();
    in.s_in = arriving.s.read();
    in.start = now == 0 || restart_both(now);
    in.freed = freed_;
    freed_ = 0;
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
    if (in.flip && out_.bit_begun) errors_.struck(now);
    act(now);
    next_trigger(sc_core::sc_time::from_value(clock_));
  }

  void compare(Time now, const rtl::DsLinkModel::Inputs& in, bool received) {
    lockstep_.signal(0) = back_.wires.d.read() ? 1 : 0;
    lockstep_.signal(1) = back_.wires.s.read() ? 1 : 0;
    lockstep_.rtl(0) = out_.d_out ? 1 : 0;
    lockstep_.rtl(1) = out_.s_out ? 1 : 0;
    lockstep_.signal(2) = 0;
    if (arrivals_ != 0) lockstep_.signal(2) = code(model_end_.newest());
    lockstep_.rtl(2) = received ? code(rtl_->received()) : 0;
    lockstep_.signal(3) = lockstep_.rtl(3) = in.d_in ? 1 : 0;
    lockstep_.signal(4) = lockstep_.rtl(4) = in.s_in ? 1 : 0;
    lockstep_.compare(now);
    arrivals_ = 0;
  }
  static std::uint64_t code(Token token) {
    return 0x800U | (static_cast<unsigned>(token.kind) << 8U) | token.value;
  }
  bool restart_both(Time) {
    if (far_.core().state() == LinkState::halted && random_.below(2'000) == 0) far_.restart();
    if (model_.core().state() != LinkState::halted || random_.below(2'000) != 0) return false;
    model_.restart();
    ++restarts_;
    return true;
  }

  void act(Time now) {
    drive(far_end_, far_write_, now, far_left_, false);
    drive(model_end_, model_write_, now, model_left_, true);
    if (now >= model_read_) {
      model_read_ = now + pause(traffic_.read_pause);
      if (!model_end_.empty()) {
        model_end_.read(now);
        ++freed_;
      }
    }
    if (now >= far_read_) {
      far_read_ = now + pause(traffic_.read_pause);
      if (!far_end_.empty()) far_end_.read(now);
    }
  }
  void drive(LinkEndpoint& end, Time& next, Time now, unsigned& left, bool both) {
    if (now < next || end.waiting() > 100) return;
    next = now + pause(traffic_.write_pause);
    if (left == 0) left = static_cast<unsigned>(random_.below(traffic_.packet + 1)) + 1;
    --left;
    Token token = data_token(static_cast<std::uint8_t>(random_.below(256)));
    if (left == 0) token = random_.below(4) == 0 ? eom_token : eop_token;
    end.write(token, now);
    if (both) outgoing_.push_back({now, token});
  }
  Time pause(std::uint64_t mean) {
    if (random_.below(200) == 0) return clock_ * random_.exponential(traffic_.stall);
    return clock_ * random_.exponential(mean);
  }

  DsLinkParameters parameters_;
  LinkTraffic traffic_;
  RandomStream random_;
  Time clock_;
  LinkEndpoint far_end_;
  LinkEndpoint model_end_;
  DsLink far_;
  DsLink model_;
  Direction forth_;
  Direction back_;
  std::unique_ptr<rtl::DsLinkModel> rtl_;
  BitErrors errors_;
  Lockstep lockstep_;
  rtl::DsLinkModel::Outputs out_;
  std::deque<Written> outgoing_;  // of the RTL
  unsigned freed_ = 0;
  unsigned arrivals_ = 0;
  std::uint64_t tokens_ = 0;
  std::uint64_t restarts_ = 0;
  std::uint64_t time_codes_in_ = 0;
  std::uint64_t ticks_ = 0;
  Time far_write_ = 0, model_write_ = 0, far_read_ = 0, model_read_ = 0;
  unsigned far_left_ = 0, model_left_ = 0;
};

}  // namespace weft::test
