// The registers of a C104 in Verilog beside those of its signal-level model.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <ios>
#include <vector>

#include "hw/c104/c104.hpp"
#include "hw/c104/registers.hpp"
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

/// A switch of four links in Verilog and one at `signal`, both with every setting.
class SwitchRegisters {
 public:
  /// `in_verilog` is at its reset.
  explicit SwitchRegisters(rtl::C104Model& in_verilog)
      : in_verilog_(&in_verilog),
        at_signal_("registers", every_setting(), {DsLinkParameters{}}, 1) {
    rtl::configure(in_verilog, every_setting(), std::vector<DsLinkParameters>(switch_links),
                   read_port_clock);
  }

  void expect_equal() {
    const C104Registers expected(at_signal_.core());
    for (const std::uint32_t address : readable(every_setting())) {
      EXPECT_EQ(in_verilog_->read_register(address), expected.read(address)) << std::hex << address;
    }
  }

 private:
  rtl::C104Model* in_verilog_;
  C104 at_signal_;
};

}  // namespace weft::test
