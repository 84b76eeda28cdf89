// The example of docs/copy_transfer.md, step by step.
#include <gtest/gtest.h>

#include <filesystem>

#include "platforms/copy_transfer/estimate.hpp"

namespace weft::copy_transfer {
namespace {

TEST(DocsExamples, copy_transfer_step_by_step) {
  const std::filesystem::path machines = WEFT_SOURCE_DIR "/platforms/machines";

  const Machine t3d = load_machine(machines / "t3d.yaml");
  const Expression packed =
      parse_expression("1C1 o (1S0 || Nd || 0D1) o 1C1024", place_of("the transpose"));
  const Estimate estimated = estimate(packed, t3d);

  // 1. each transfer has a figure
  ASSERT_EQ(estimated.terms.size(), 5U);
  EXPECT_EQ(estimated.terms[0].figure.rate, 93);
  EXPECT_EQ(estimated.terms[1].figure.rate, 126);
  EXPECT_EQ(estimated.terms[2].name, "Nd@2");
  EXPECT_EQ(estimated.terms[2].figure.rate, 69);
  EXPECT_EQ(estimated.terms[3].figure.rate, 142);
  EXPECT_EQ(estimated.terms[4].name, "1C64");
  EXPECT_EQ(estimated.terms[4].figure.rate, 67.9);
  // 2. in parallel the minimum
  EXPECT_EQ(estimate(packed.parts[1], t3d).rate, 69);
  // 3. in sequence the sum of the times
  EXPECT_DOUBLE_EQ(estimated.rate, 1 / (1 / 93.0 + 1 / 69.0 + 1 / 67.9));
  EXPECT_NEAR(estimated.rate, 25.0, 0.05);
  // 4. the unpacking copy takes most
  EXPECT_NEAR(100 * estimated.terms[0].busy, 26.9, 0.05);
  EXPECT_NEAR(100 * estimated.terms[2].busy, 36.3, 0.05);
  EXPECT_NEAR(100 * estimated.terms[4].busy, 36.8, 0.05);
  EXPECT_EQ(estimated.bound_by(), "1C64");
  // 5. the limit has no figure
  ASSERT_EQ(estimated.limits.size(), 1U);
  EXPECT_EQ(estimated.limits[0].state, LimitEstimate::State::no_figure);
  EXPECT_EQ(estimated.limits[0].bound, "0C1");
}

}  // namespace
}  // namespace weft::copy_transfer
