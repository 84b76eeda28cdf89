// The load that a network carries, on networks small enough to know it.
#include <gtest/gtest.h>

#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/override.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/studies/saturation.hpp"

namespace weft::test {
namespace {

// Two T9000s on one link, packets without acknowledgements: all that the link carries.
const char* const pair =
    "level: packet\n"
    "defaults: {t9000: {acknowledge_on: never}}\n"
    "components: {a: {type: t9000}, b: {type: t9000}}\n"
    "links: [{from: a.link0, to: b.link0}]\n"
    "workload: {type: random_traffic, message_bytes: 32}\n";

const char* const mesh =
    "level: packet\n"
    "network: {topology: mesh, shape: 2x2, width: 1, node_width: 4}\n"
    "workload: {type: random_traffic, message_bytes: 32}\n";

SaturationOptions few() {
  SaturationOptions options;
  options.messages = 4'000;
  options.within = 4;
  options.curve_points = 3;
  return options;
}

TEST(FindSaturation, of_one_link_is_what_the_link_carries) {
  const Saturation found = find_saturation(parse_netlist(pair), "", few());
  const double most = 32 / (334 * 10e-9) / 1e6;  // 334 bits of 10 ns for 32 bytes
  EXPECT_LE(found.delivered, 1.001 * most);
  EXPECT_GE(found.unsteady, 0.95 * most);
  EXPECT_LE(found.unsteady - found.steady, 0.04 * found.unsteady);
  EXPECT_NEAR(found.throughput() / most, 1, 0.05);
  EXPECT_EQ(found.pattern, "uniform");
  EXPECT_GT(found.zero_load_latency, 3340);
  EXPECT_LT(found.zero_load_latency, 3700);
}

// Counted by hand: for each message a direction carries 33 data tokens and an EOP, 334 bits; for
// the one that comes back an acknowledgement of 14; and an FCT of 4 for each eighth of the 34 and 2
// tokens that come in, 18. So few messages as here may be drawn closer together, or further apart,
// than their mean.
TEST(FindSaturation, of_few_messages_tells_no_more_delivered_than_the_wire_carries) {
  SaturationOptions options = few();
  options.messages = 2'000;
  const double carried = 32 / (366 * 10e-9) / 1e6;
  const Saturation found =
      find_saturation(parse_netlist("components: {a: {type: t9000}, b: {type: t9000}}\n"
                                    "links: [{from: a.link0, to: b.link0}]\n"
                                    "workload: {type: random_traffic, message_bytes: 32}\n"),
                      "", options);
  for (const LoadPoint& point : found.curve) {
    EXPECT_LE(point.delivered, 1.002 * carried) << point.offered;
  }
  EXPECT_LE(found.delivered, 1.002 * carried);
  EXPECT_GE(found.unsteady, carried);
}

TEST(FindSaturation, tells_the_curve_in_order_and_the_same_with_any_number_of_workers) {
  SaturationOptions two = few();
  two.workers = 2;
  const Netlist netlist = parse_netlist(mesh);
  const Saturation one = find_saturation(netlist, "", few());
  const Saturation other = find_saturation(netlist, "", two);
  EXPECT_EQ(one.report(), other.report());
  ASSERT_EQ(one.curve.size(), other.curve.size());
  for (std::size_t i = 0; i < one.curve.size(); ++i) {
    EXPECT_EQ(one.curve[i].delivered, other.curve[i].delivered);
    EXPECT_EQ(one.curve[i].status, other.curve[i].status);
    if (i == 0) continue;
    EXPECT_GT(one.curve[i].offered, one.curve[i - 1].offered);
  }
  EXPECT_EQ(one.curve.front().status, "ok");
  EXPECT_EQ(one.curve.back().status, "unstable");
}

TEST(FindSaturation, takes_the_place_of_another_workload) {
  Netlist netlist = parse_netlist(
      "level: packet\nnetwork: {topology: mesh, shape: 2x2}\n"
      "workload: {type: boundary_exchange, processes: 2x2}\n");
  const Saturation found = find_saturation(netlist, "neighbour", few());
  EXPECT_EQ(found.pattern, "neighbour");
  EXPECT_GT(found.throughput(), 0);
}

TEST(FindSaturation, refuses_a_pattern_that_there_is_not) {
  try {
    find_saturation(parse_netlist(pair), "transpos", few());
    FAIL() << "nothing was thrown";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'transpose'?"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace weft::test
