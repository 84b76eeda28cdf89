// Rows of a reproduction that are estimates on a machine.
#include <gtest/gtest.h>

#include <string>

#include "tests/testbench/reproductions/one_series.hpp"

namespace weft::test {
namespace {

struct MachineSeries : OneSeries {
  MachineSeries() : OneSeries("machine: machines/t3d.yaml") {}
};

TEST_F(MachineSeries, a_row_is_an_estimate) {
  const ReproductionResult result = run("1Q64 = 1S0 || Nadp || 0D64, 39");
  ASSERT_EQ(result.rows.size(), 1U);
  EXPECT_EQ(result.rows[0].model, 38);
  EXPECT_FALSE(result.met());
}

TEST_F(MachineSeries, what_stands_on_derived_figures_is_not_judged) {
  EXPECT_EQ(error("16C1 o 1C16, 23"),
            "r.yaml:9:10: a row that is judged and stands on derived figures: 16C1, 1C16; expected "
            "a note why it is not judged");
  EXPECT_TRUE(run("16C1 o 1C16, 99, derived").met());
}

TEST_F(MachineSeries, tells_where_an_expression_is_wrong) {
  EXPECT_EQ(
      error("1C1 o 64C1, 1"),
      "r.yaml:9:10: '64C1' reads 64, where '1C1' before it writes 1; expected a transfer that "
      "reads 1");
}

}  // namespace
}  // namespace weft::test
