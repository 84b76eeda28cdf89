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
                   {static_cast<std::uint32_t>(word), static_cast<WordTag>(word >> 32)}};
  }
  void edge() override {
    top_.clk = 1;
    top_.eval();
    check_rtl_stopped();
    top_.write = 0;
    writes_ = 0;
    written_ = false;
  }

  void write(unsigned address, std::uint32_t data) override {
    set_bits(top_.write_address, 12 * writes_, 12, address);
    set_bits(top_.write_data, 32 * writes_, 32, data);
    set_bits(top_.write, writes_, 1, 1);
    ++writes_;
    written_ = true;
  }
  std::uint32_t read(unsigned address) override {
    top_.read_address = static_cast<std::uint16_t>(address);
    written_ = true;
    evaluate_writes();
    return top_.read_data;
  }
  ChannelStatus channel(unsigned input) override {
    evaluate_writes();
    return ChannelStatus(static_cast<std::uint32_t>(get_bits(top_.channel_status, 32 * input, 32)));
  }
  std::uint32_t events(unsigned kind) override {
    evaluate_writes();
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
  void evaluate_writes() {
    if (!written_) return;
    top_.eval();
    written_ = false;
  }

  VerilatedContext context_;
  Top top_{&context_, "TOP"};
  std::unique_ptr<VerilatedWaves> waves_;
  unsigned writes_ = 0;
  bool written_ = false;  // and not evaluated yet
};

/// For weft_add_rtl; a cell has no number of links.
template <class Top, unsigned>
std::unique_ptr<IwarpModel> make_verilated_iwarp() {
  return std::make_unique<VerilatedIwarp<Top>>();
}

}  // namespace weft::rtl
