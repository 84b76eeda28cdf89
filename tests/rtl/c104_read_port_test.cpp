// The registers of a C104 in Verilog, read back through its port.
#include <gtest/gtest.h>

#include <ios>
#include <memory>
#include <vector>

#include "hw/c104/c104.hpp"
#include "hw/c104/registers.hpp"
#include "rtl/c104/c104.hpp"
#include "rtl/c104/c104_models.hpp"

namespace weft::test {
namespace {

constexpr unsigned switch_links = 4;
constexpr Time read_port_clock = 10 * nanosecond;

/// Every setting that the RTL has, and on no two links the same.
C104Parameters every_setting() {
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

std::vector<std::uint32_t> readable(const C104Parameters& parameters) {
  using R = C104Registers;
  std::vector<std::uint32_t> addresses = {
      R::device,          R::arbitration,    R::acknowledgement_priority,
      R::routing_latency, R::clock,          R::buffers,
      R::max_intervals,   R::packets_routed, R::packets_discarded,
      R::header_errors};
  for (unsigned link = 0; link < switch_links; ++link) {
    const std::uint32_t base = R::link_base(link);
    for (const std::uint32_t at :
         {R::control, R::random_base, R::random_range, R::interval_count, R::input}) {
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

TEST(C104ReadPort, tells_what_was_written_as_the_model_does) {
  const std::unique_ptr<rtl::C104Model> model = rtl::make_c104_model(switch_links);
  if (model == nullptr) GTEST_SKIP() << "built without RTL";
  const C104Parameters parameters = every_setting();
  const std::vector<DsLinkParameters> of_links(switch_links);
  rtl::configure(*model, parameters, of_links, read_port_clock);
  C104 at_signal("c104", parameters, of_links, 1);
  const C104Registers expected(at_signal.core());
  for (const std::uint32_t address : readable(parameters)) {
    EXPECT_EQ(model->read_register(address), expected.read(address)) << std::hex << address;
  }
}

TEST(C104ReadPort, tells_the_last_value_of_a_register_that_is_written_again) {
  const std::unique_ptr<rtl::C104Model> model = rtl::make_c104_model(switch_links);
  if (model == nullptr) GTEST_SKIP() << "built without RTL";
  using R = C104Registers;
  rtl::configure(*model, every_setting(), std::vector<DsLinkParameters>(switch_links),
                 read_port_clock);
  const std::uint32_t limit = R::link_base(3) + R::limit(0);
  const std::uint32_t other = R::link_base(2) + R::limit(0);
  EXPECT_EQ(model->read_register(limit), 50U);
  model->write_register(limit, 60);
  EXPECT_EQ(model->read_register(limit), 60U);
  EXPECT_EQ(model->read_register(other), 7U);
}

}  // namespace
}  // namespace weft::test
