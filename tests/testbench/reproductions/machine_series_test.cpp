// Rows of a reproduction that are estimates on a machine.
#include <gtest/gtest.h>

#include <string>

#include "platforms/netlist/input_error.hpp"
#include "testbench/studies/reproduction.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft {
namespace {

class MachineSeries : public testing::Test {
 protected:
  ReproductionResult run(const std::string& row) {
    const std::string head =
        "title: t\nsource: s\nseries:\n"
        "  - title: a\n    machine: machines/t3d.yaml\n    unit: MB/s\n    tolerance: {each: 2}\n"
        "    rows:\n      - [";
    reproduction = load_reproduction(folder.write("r.yaml", head + row + "]\n"));
    return reproduce(reproduction, WEFT_SOURCE_DIR "/platforms");
  }
  // Without the folder.
  std::string error(const std::string& row) {
    try {
      run(row);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(folder.path().string().size() + 1);
    }
    return {};
  }

  test::TemporaryFolder folder;
  Reproduction reproduction;
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
}  // namespace weft
