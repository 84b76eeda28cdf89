// Rows of a reproduction that are basic transfers, measured on a simulated node.
#include <gtest/gtest.h>

#include <string>

#include "tests/testbench/reproductions/one_series.hpp"

namespace weft::test {
namespace {

struct NodeSeries : OneSeries {
  NodeSeries() : OneSeries("node: nodes/t3d.yaml") {}
};

TEST_F(NodeSeries, a_row_is_a_measurement) {
  EXPECT_TRUE(run("1S0, 126").met());
  EXPECT_FALSE(run("1S0, 150").met());
  EXPECT_TRUE(run("\"1S0\", 150, as it is").met());
}

TEST_F(NodeSeries, tells_which_row_cannot_be_measured) {
  const std::string cannot = error("1F0, 126");
  EXPECT_EQ(cannot.substr(0, 22), "r.yaml:9:10: '1F0' on ") << cannot;
  EXPECT_NE(cannot.find("; expected a transfer that this node does"), std::string::npos) << cannot;
  EXPECT_EQ(error("1S0 o 1C1, 126"),
            "r.yaml:9:10: 'o' behind '1S0'; expected one transfer, such as 1C64");
}

}  // namespace
}  // namespace weft::test
