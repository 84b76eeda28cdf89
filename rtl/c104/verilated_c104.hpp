// C104Model for a class made by Verilator from a top with the ports of rtl/c104/c104.v.
#pragma once

#include <bit>
#include <memory>

#include <verilated.h>

#include "rtl/c104/c104_model.hpp"
#include "rtl/common/pin_bits.hpp"
#include "rtl/common/verilated_run.hpp"
#include "rtl/common/verilated_waves.hpp"

namespace weft::rtl {

/// `Top` is the Verilated class, of `Links` links.
template <class Top, unsigned Links>
class VerilatedC104 final : public C104Model {
 public:
  unsigned links() const override { return Links; }
  bool has_commands() const override { return commanded; }

  void set_straps(const Straps& straps) override {
    top_.input_buffer = static_cast<std::uint8_t>(straps.input_buffer);
    top_.output_buffer = static_cast<std::uint8_t>(straps.output_buffer);
    top_.routing_latency = static_cast<std::uint16_t>(straps.routing_latency);
    top_.clock_period = straps.clock_period;
    top_.localize_error = straps.localize_error;
    if constexpr (commanded) set_all(top_.held, straps.held);
    if constexpr (requires(Top & top) { top.overlapping_groups; }) {
      top_.overlapping_groups = straps.overlapping_groups;
    }
  }
  void set_link_straps(unsigned link, const LinkStraps& straps) override {
    set_bits(top_.spacewire, link, 1, straps.spacewire);
    set_bits(top_.await_null, link, 1, straps.await_null);
    set_bits(top_.max_credit, link * count_bits, count_bits, straps.max_credit);
    set_bits(top_.bit_clocks, link * bit_time_bits, bit_time_bits, straps.bit);
    set_bits(top_.startup_clocks, link * bit_time_bits, bit_time_bits, straps.startup);
    set_bits(top_.disconnect_clocks, link * timer_bits, timer_bits, straps.disconnect);
    set_bits(top_.reset_clocks, link * timer_bits, timer_bits, straps.reset);
    set_bits(top_.wait_clocks, link * timer_bits, timer_bits, straps.wait);
    set_bits(top_.connect_clocks, link * timer_bits, timer_bits, straps.connect);
    set_bits(top_.restart_clocks, link * timer_bits, timer_bits, straps.restart);
  }
  void set_random_number(unsigned link, std::uint32_t number) override {
    set_bits(top_.random_number, link * 16, 16, number);
  }
  void reset() override {
    top_.reset = 1;
    tick();
    top_.reset = 0;
  }
  void write_register(std::uint32_t address, std::uint32_t value) override {
    top_.reg_write = 1;
    top_.reg_address = address;
    top_.reg_write_data = value;
    top_.enable = 0;
    tick();
    top_.reg_write = 0;
  }
  std::uint32_t read_register(std::uint32_t address) override {
    top_.reg_address = address;
    top_.eval();
    return top_.reg_read_data;
  }
  void clock(const Inputs& in, Outputs& out) override {
    set_all(top_.d_in, in.d_in);
    set_all(top_.s_in, in.s_in);
    set_all(top_.flip, in.flip);
    set_all(top_.start, in.start);
    if constexpr (commanded) set_all(top_.stop, in.stop);
    if (in.write) {
      top_.reg_address = in.write->address;
      top_.reg_write_data = in.write->value;
    }
    top_.reg_write = in.write.has_value();
    top_.enable = in.enable;
    context_.time(in.time);
    top_.clk = 0;
    top_.eval();
    out.random_take = top_.random_take;
    top_.clk = 1;
    top_.eval();
    top_.reg_write = 0;
    check_rtl_stopped();
    out.d_out = top_.d_out;
    out.s_out = top_.s_out;
    out.state_changed = top_.state_changed;
    out.transmitting = top_.transmitting;
    out.bit_begun = top_.bit_begun;
    out.token_begun = top_.token_begun;
    out.token_fast = top_.token_fast;
    out.received_first = top_.received_first;
    out.opened = top_.opened;
    out.pushed_first = top_.pushed_first;
    out.taken_first = top_.taken_first;
    out.cleared = top_.cleared;
  }

  Token begun_token(unsigned link) const override {
    return {static_cast<TokenKind>(get_bits(top_.token_kind, 3 * link, 3)),
            static_cast<std::uint8_t>(get_bits(top_.token_value, 8 * link, 8))};
  }
  LinkState state(unsigned link) const override {
    return static_cast<LinkState>(get_bits(top_.link_state, 3 * link, 3));
  }
  LinkError error(unsigned link) const override {
    return static_cast<LinkError>(get_bits(top_.link_error, 3 * link, 3));
  }
  unsigned pushed_from(unsigned output) const override {
    return static_cast<unsigned>(get_bits(top_.pushed_from, link_bits * output, link_bits));
  }
  InnerWaves* waves() override { return waves_of(top_, waves_); }

 private:
  static constexpr unsigned link_bits = std::bit_width(Links - 1);
  // pins that may be missing (ports.txt)
  static constexpr bool commanded = requires(Top & top) { top.held, top.stop; };

  template <class Port>
  static void set_all(Port& port, std::uint64_t bits) {
    port = static_cast<Port>(bits);
  }
  void tick() {
    top_.clk = 0;
    top_.eval();
    top_.clk = 1;
    top_.eval();
  }

  VerilatedContext context_;
  Top top_{&context_, "TOP"};
  std::unique_ptr<VerilatedWaves> waves_;
};

/// For weft_add_rtl.
template <class Top, unsigned Links>
std::unique_ptr<C104Model> make_verilated_c104() {
  return std::make_unique<VerilatedC104<Top, Links>>();
}

}  // namespace weft::rtl
