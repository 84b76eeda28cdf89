// DsLinkModel for a class made by Verilator from a top with the ports of rtl/dslink/dslink.v.
#pragma once

#include <memory>

#include <verilated.h>

#include "rtl/common/verilated_run.hpp"
#include "rtl/common/verilated_waves.hpp"
#include "rtl/dslink/dslink_model.hpp"

namespace weft::rtl {

/// `Top` is the Verilated class.
template <class Top>
class VerilatedDsLink final : public DsLinkModel {
 public:
  void set_straps(const LinkStraps& straps, unsigned input_buffer) override {
    top_.spacewire = straps.spacewire;
    top_.await_null = straps.await_null;
    top_.max_credit = static_cast<std::uint16_t>(straps.max_credit);
    top_.buffer_tokens = static_cast<std::uint16_t>(input_buffer);
    top_.bit_clocks = static_cast<std::uint16_t>(straps.bit);
    top_.startup_clocks = static_cast<std::uint16_t>(straps.startup);
    top_.disconnect_clocks = straps.disconnect;
    top_.reset_clocks = straps.reset;
    top_.wait_clocks = straps.wait;
    top_.connect_clocks = straps.connect;
    top_.restart_clocks = straps.restart;
    if constexpr (held) top_.auto_start = straps.auto_start;
  }
  void reset() override {
    top_.reset = 1;
    top_.clk = 0;
    top_.eval();
    top_.clk = 1;
    top_.eval();
    top_.reset = 0;
  }
  bool settle(const Inputs& in, bool has_token) override {
    top_.d_in = in.d_in;
    top_.s_in = in.s_in;
    top_.start = in.start;
    top_.flip = in.flip;
    top_.freed = static_cast<std::uint8_t>(in.freed);
    top_.tx_valid = has_token;
    if constexpr (held) top_.link_disable = in.link_disable;
    if constexpr (timed) {
      top_.tick_in = in.tick;
      top_.time_in = in.time_code;
    }
    context_.time(in.time);
    top_.clk = 0;
    top_.eval();
    return top_.rx_valid != 0;
  }
  Token received() const override {
    if ((top_.rx_token & 0x100) == 0) return data_token(static_cast<std::uint8_t>(top_.rx_token));
    return (top_.rx_token & 1) != 0 ? eom_token : eop_token;
  }
  bool time_code_in(bool& tick) const override {
    if constexpr (timed) {
      tick = top_.tick_out != 0;
      return top_.time_valid != 0;
    }
    return false;
  }
  bool down() const override { return top_.down != 0; }
  bool takes_token() const override { return top_.tx_take != 0; }
  void offer(Token token) override {
    top_.tx_token = ends_packet(token)
                        ? static_cast<std::uint16_t>(0x100 | (token.kind == TokenKind::eom ? 1 : 0))
                        : token.value;
  }
  void clock(Outputs& out) override {
    top_.clk = 1;
    top_.eval();
    check_rtl_stopped();
    out.d_out = top_.d_out != 0;
    out.s_out = top_.s_out != 0;
    out.transmitting = top_.transmitting != 0;
    out.bit_begun = top_.bit_begun != 0;
    out.state_changed = top_.state_changed != 0;
    out.token_begun = top_.token_begun != 0;
    out.token_fast = top_.token_fast != 0;
  }
  LinkState state() const override { return static_cast<LinkState>(top_.state); }
  LinkError error() const override { return static_cast<LinkError>(top_.error); }
  unsigned credit() const override { return top_.credit; }
  Token begun_token() const override {
    return {static_cast<TokenKind>(top_.token_kind), static_cast<std::uint8_t>(top_.token_value)};
  }
  RtlTraits traits() override {
    RtlTraits traits;
    top_.eval();  // what is constant is there then
    if constexpr (requires(Top & top) { top.clock_step; }) traits.clock_step = top_.clock_step;
    if constexpr (requires(Top & top) { top.own_credit; }) traits.own_credit = top_.own_credit;
    return traits;
  }
  bool can_be_held() const override { return held; }
  bool has_time_codes() const override { return timed; }
  InnerWaves* waves() override { return waves_of(top_, waves_); }

 private:
  // pins that may be missing (ports.txt)
  static constexpr bool held = requires(Top & top) { top.auto_start, top.link_disable; };
  static constexpr bool timed = requires(Top & top) {
    top.tick_in, top.time_in, top.time_valid, top.time_out, top.tick_out;
  };

  VerilatedContext context_;
  Top top_{&context_, "TOP"};
  std::unique_ptr<VerilatedWaves> waves_;
};

/// For weft_add_rtl; it is one link.
template <class Top, unsigned>
std::unique_ptr<DsLinkModel> make_verilated_dslink() {
  return std::make_unique<VerilatedDsLink<Top>>();
}

}  // namespace weft::rtl
