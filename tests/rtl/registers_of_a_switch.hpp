// The registers of a C104 in Verilog beside those of its signal-level model.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <ios>
#include <stdexcept>
#include <vector>

#include "hw/c104/c104.hpp"
#include "hw/c104/registers.hpp"
#include "hw/common/random.hpp"
#include "rtl/c104/c104.hpp"

namespace weft::test {

inline constexpr unsigned switch_links = 4;
inline constexpr Time read_port_clock = 10 * nanosecond;

/// Every setting that the RTL has, and on no two links the same.
inline C104Parameters every_setting() {
  C104Parameters parameters;
  parameters.links = switch_links;
  parameters.input_buffer = 40;
  parameters.output_buffer = 30;
  parameters.routing_latency = 50 * nanosecond;
  parameters.overlapping_groups = true;
  parameters.per_link.resize(switch_links);
  auto& of_link = parameters.per_link;
  of_link[0].header_bytes = 2;
  of_link[0].intervals = {{100, IntervalAction::route, 1, 2},
                          {200, IntervalAction::strip, 0, 1},
                          {300, IntervalAction::discard, 0, 1},
                          {400, IntervalAction::invalid, 0, 1},
                          {65'536, IntervalAction::route, 3, 1}};
  of_link[1].delete_header = true;
  of_link[1].intervals = {{256, IntervalAction::route, 0, 1}};
  of_link[2].random_header = true;
  of_link[2].random_base = 1;
  of_link[2].random_range = 3;
  of_link[2].intervals = {{7, IntervalAction::route, 3, 1}, {9, IntervalAction::route, 1, 1}};
  of_link[3].intervals = {{50, IntervalAction::route, 0, 3}};
  return parameters;
}

/// Tables of five intervals, whose hunt groups are written in the run and must not overlap.
inline C104Parameters without_groups() {
  C104Parameters parameters = every_setting();
  parameters.overlapping_groups = false;
  for (C104LinkParameters& link : parameters.per_link) {
    link.intervals.clear();
    for (std::uint32_t i = 1; i <= 5; ++i) {
      link.intervals.push_back({i * 20, IntervalAction::invalid, 0, 1});
    }
  }
  return parameters;
}

inline std::vector<std::uint32_t> readable(const C104Parameters& parameters) {
  using R = C104Registers;
  std::vector<std::uint32_t> addresses = {
      R::device,          R::arbitration,    R::acknowledgement_priority,
      R::routing_latency, R::clock,          R::buffers,
      R::max_intervals,   R::packets_routed, R::packets_discarded,
      R::header_errors};
  for (unsigned link = 0; link < switch_links; ++link) {
    const std::uint32_t base = R::link_base(link);
    for (const std::uint32_t at :
         {R::control, R::random_base, R::random_range, R::interval_count, R::status, R::input}) {
      addresses.push_back(base + at);
    }
    const std::size_t intervals = parameters.per_link[link].intervals.size();
    for (unsigned i = 0; i < intervals; ++i) {
      addresses.push_back(base + R::limit(i));
      addresses.push_back(base + R::target(i));
    }
  }
  return addresses;
}

/// Starts link 0 of a switch in Verilog, stops it by its pin, and starts it by its register: its
/// states after the first, while it is stopped, and after the last. It would restart by itself.
inline std::vector<LinkState> start_stop_and_start(rtl::C104Model& in_verilog) {
  DsLinkParameters link;
  link.auto_restart = 200 * nanosecond;
  rtl::configure(in_verilog, every_setting(), std::vector<DsLinkParameters>(switch_links, link),
                 read_port_clock, 1);
  std::vector<LinkState> states;
  const auto clock = [&](const rtl::C104Model::Inputs& first) {
    rtl::C104Model::Inputs inputs = first;
    rtl::C104Model::Outputs outputs;
    for (unsigned i = 0; i < 100; ++i) {
      in_verilog.clock(inputs, outputs);
      states.push_back(in_verilog.state(0));
      inputs = {};
    }
  };
  using R = C104Registers;
  rtl::C104Model::Inputs restart;
  restart.write = rtl::C104Model::RegisterWrite{R::link_base(0) + R::command, 1};
  clock(restart);
  rtl::C104Model::Inputs stop;
  stop.stop = 1;
  clock(stop);
  clock(restart);
  return states;
}

/// A switch of four links in Verilog and one at `signal`, with the same settings.
class SwitchRegisters {
 public:
  /// `in_verilog` is at its reset.
  explicit SwitchRegisters(rtl::C104Model& in_verilog,
                           const C104Parameters& parameters = every_setting())
      : parameters_(parameters),
        in_verilog_(&in_verilog),
        at_signal_(sc_core::sc_gen_unique_name("registers"), parameters, {DsLinkParameters{}}, 1) {
    rtl::configure(in_verilog, parameters, std::vector<DsLinkParameters>(switch_links),
                   read_port_clock);
  }

  /// Of both; false if the one at `signal` refuses the value.
  bool write(std::uint32_t address, std::uint32_t value) {
    in_verilog_->write_register(address, value);
    try {
      C104Registers(at_signal_.core()).write(address, value);
      return true;
    } catch (const std::invalid_argument&) {
      return false;
    }
  }

  /// Random targets, again and again; how many of them were refused.
  unsigned write_targets(unsigned count) {
    using R = C104Registers;
    RandomStream random(7, "targets");
    unsigned refused = 0;
    for (unsigned i = 0; i < count; ++i) {
      const auto link = static_cast<unsigned>(random.below(switch_links));
      const auto interval = static_cast<unsigned>(random.below(5));
      const auto action = random.below(2) == 0 ? IntervalAction::route : IntervalAction::discard;
      const auto first = static_cast<unsigned>(random.below(switch_links));
      const Interval target(0, action, first,
                            1 + static_cast<unsigned>(random.below(switch_links - first)));
      const bool taken = write(R::link_base(link) + R::target(interval), R::target_of(target));
      if (!taken) ++refused;
      expect_equal();
    }
    return refused;
  }

  void expect_equal() {
    const C104Registers expected(at_signal_.core());
    for (const std::uint32_t address : readable(parameters_)) {
      EXPECT_EQ(in_verilog_->read_register(address), expected.read(address)) << std::hex << address;
    }
  }

 private:
  C104Parameters parameters_;
  rtl::C104Model* in_verilog_;
  C104 at_signal_;
};

}  // namespace weft::test
