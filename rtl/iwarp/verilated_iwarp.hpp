// IwarpModel for a class made by Verilator from a top with the ports of rtl/iwarp/iwarp.v.
#pragma once

#include <memory>
#include <optional>

#include <verilated.h>

#include "rtl/common/pin_bits.hpp"
#include "rtl/common/verilated_run.hpp"
#include "rtl/common/verilated_waves.hpp"
#include "rtl/iwarp/iwarp_model.hpp"

namespace weft::rtl {

template <class Top>
class VerilatedIwarp final : public IwarpModel {
 public:
  void reset(const IwarpParameters& parameters, const std::array<bool, bus_count>& open) override {
    set_allocation(parameters, open);
    top_.reset = 1;
    for (unsigned clock = 0; clock < 2; ++clock) {  // the allocation, then what follows from it
      settle(0);
      edge();
    }
    top_.reset = 0;
  }

  void set_in(Bus bus, BusLevels levels) override {
    set_bits(top_.in_data, index_of(bus) * 8, 8, levels.data);
    set_bits(top_.in_control, index_of(bus) * 3, 3, levels.control);
  }
  void set_out_dequeue(Bus bus, DequeueLevels levels) override {
    set_bits(top_.out_dequeue, index_of(bus) * 2, 2, levels.lines);
  }
  BusLevels out(Bus bus) const override {
    return {static_cast<std::uint8_t>(get_bits(top_.out_data, index_of(bus) * 8, 8)),
            static_cast<std::uint8_t>(get_bits(top_.out_control, index_of(bus) * 3, 3))};
  }
  DequeueLevels in_dequeue(Bus bus) const override {
    return {static_cast<std::uint8_t>(get_bits(top_.in_dequeue, index_of(bus) * 2, 2))};
  }

  bool settle(Time time) override {
    context_.time(time);
    top_.clk = 0;
    top_.eval();
    return top_.step != 0;
  }
  std::optional<BusWord> begins(Bus bus) const override {
    const unsigned number = index_of(bus);
    if (get_bits(top_.begin_valid, number, 1) == 0) return std::nullopt;
    const std::uint64_t word = get_bits(top_.begin_word, 35 * number, 35);
    return BusWord{static_cast<unsigned>(get_bits(top_.begin_channel, 5 * number, 5)),
                   word_of(word)};
  }
  void edge() override {
    top_.clk = 1;
    top_.eval();
    check_rtl_stopped();
    top_.receive_ready = 0;
    top_.send_valid = 0;
    top_.spool_from_ready = 0;
    top_.spool_to_valid = 0;
    top_.spool_end_ready = 0;
    top_.spool_event = 0;
    top_.event_clear = 0;
    top_.write = 0;
    changed_ = false;
  }

  Word receive(unsigned gate, unsigned channel) override {
    set_bits(top_.receive_channel, 5 * gate, 5, channel);
    changed_ = true;
    evaluate();
    const Word word = word_of(get_bits(top_.receive_word, 35 * gate, 35));
    set_bits(top_.receive_ready, gate, 1, 1);
    changed_ = true;
    return word;
  }
  void send(unsigned gate, unsigned channel, Word word) override {
    set_bits(top_.send_channel, 5 * gate, 5, channel);
    set_bits(top_.send_word, 35 * gate, 32, word.value);
    set_bits(top_.send_word, 35 * gate + 32, 3, static_cast<unsigned>(word.tag));
    set_bits(top_.send_valid, gate, 1, 1);
    changed_ = true;
  }
  Word spool_from(unsigned place, unsigned channel) override {
    top_.spool_from_channel = static_cast<std::uint8_t>(channel);
    changed_ = true;
    evaluate();
    const Word word = word_of(get_bits(top_.spool_from_word, 35 * place, 35));
    set_bits(top_.spool_from_ready, place, 1, 1);
    changed_ = true;
    return word;
  }
  void spool_to(unsigned place, unsigned channel, std::uint32_t value) override {
    top_.spool_to_channel = static_cast<std::uint8_t>(channel);
    set_bits(top_.spool_to_word, 32 * place, 32, value);
    set_bits(top_.spool_to_valid, place, 1, 1);
    changed_ = true;
  }
  Word spool_end(unsigned channel) override {
    const Word word = head_of(channel);
    top_.spool_end_channel = static_cast<std::uint8_t>(channel);
    top_.spool_end_ready = 1;
    changed_ = true;
    return word;
  }
  void spool_event(bool failed, unsigned gate) override {
    set_bits(top_.spool_event, (failed ? 8 : 0) + gate, 1, 1);
    changed_ = true;
  }
  void clear_event(unsigned kind, unsigned channel) override {
    top_.event_clear = 1;
    top_.event_clear_kind = static_cast<std::uint8_t>(kind);
    top_.event_clear_channel = static_cast<std::uint8_t>(channel);
    changed_ = true;
  }
  void write(unsigned address, std::uint32_t data) override {
    top_.write = 1;
    top_.write_address = static_cast<std::uint16_t>(address);
    top_.write_data = data;
    changed_ = true;
  }
  std::uint32_t read(unsigned address) override {
    top_.read_address = static_cast<std::uint16_t>(address);
    changed_ = true;
    evaluate();
    return top_.read_data;
  }
  ChannelStatus channel(unsigned input) override {
    evaluate();
    return ChannelStatus(static_cast<std::uint32_t>(get_bits(top_.channel_status, 32 * input, 32)));
  }
  std::uint32_t events(unsigned kind) override {
    evaluate();
    return static_cast<std::uint32_t>(
        get_bits(top_.event_status, agent_channels * kind, agent_channels));
  }

  InnerWaves* waves() override {
    if constexpr (requires(VerilatedVcdC * file) { top_.trace(file, 0); }) {
      if (!waves_) waves_ = std::make_unique<VerilatedWaves>(top_);
    }
    return waves_.get();
  }

 private:
  void set_allocation(const IwarpParameters& parameters, const std::array<bool, bus_count>& open) {
    top_.set_address = static_cast<std::uint16_t>(parameters.address);
    top_.set_match_ports = static_cast<std::uint8_t>(parameters.match_ports);
    unsigned output = 0;
    for (unsigned bus = 0; bus < bus_count; ++bus) {
      set_bits(top_.set_input_counts, 6 * bus, 6, parameters.input_channels[bus]);
      set_bits(top_.set_output_counts, 6 * bus, 6, parameters.output_pools[bus].size());
      set_bits(top_.set_output_open, bus, 1, open[bus] ? 1 : 0);
      for (const unsigned pool : parameters.output_pools[bus]) {
        set_bits(top_.set_output_pools, 4 * output++, 4, pool);
      }
    }
  }
  void evaluate() {
    if (!changed_) return;
    top_.eval();
    changed_ = false;
  }
  static Word word_of(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits), static_cast<WordTag>(bits >> 32)};
  }
  Word head_of(unsigned channel) {
    const std::uint32_t value = read(address_of(ReadGroup::value, channel));
    return {value, static_cast<WordTag>(read(address_of(ReadGroup::tag, channel)))};
  }

  VerilatedContext context_;
  Top top_{&context_, "TOP"};
  std::unique_ptr<VerilatedWaves> waves_;
  bool changed_ = false;  // and not evaluated yet
};

/// For weft_add_rtl; a cell has no number of links.
template <class Top, unsigned>
std::unique_ptr<IwarpModel> make_verilated_iwarp() {
  return std::make_unique<VerilatedIwarp<Top>>();
}

}  // namespace weft::rtl
