// Throughput of composed transfers: rules, limits, and what must hold of any of them.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hw/common/random.hpp"
#include "tests/platforms/copy_transfer/support.hpp"

namespace weft::copy_transfer {
namespace {

const Machine& round_one() {
  static const Machine machine = machine_of(round_machine);
  return machine;
}

Machine with_limit(const std::string& limit, const std::string& more = {}) {
  return machine_of(round_machine + more + "limits:\n  - {limit: " + limit + "}\n");
}

// Section 3.3.
TEST(CopyTransferEstimate, in_parallel_it_is_the_minimum) {
  const Expression expression = expression_of("1S0 || Nd || 0R1");
  const Estimate found = estimate(expression, round_one());
  EXPECT_EQ(found.rate, 60);
  EXPECT_EQ(found.bound_by(), "0R1");
  EXPECT_EQ(found.terms[0].busy, 60.0 / 80);
  EXPECT_EQ(found.terms[2].busy, 1);
}

// Section 3.3.
TEST(CopyTransferEstimate, in_sequence_it_is_the_reciprocal_sum) {
  const Expression expression = expression_of("1C1 o 1C64");
  const Estimate found = estimate(expression, round_one());
  EXPECT_DOUBLE_EQ(found.rate, 1 / (1.0 / 100 + 1.0 / 50));
  EXPECT_EQ(found.bound_by(), "1C64");
  EXPECT_DOUBLE_EQ(found.terms[0].busy, 1.0 / 3);
  EXPECT_DOUBLE_EQ(found.terms[1].busy, 2.0 / 3);
}

// Section 3.4.1: 1 / (1/93 + 1/min(126, 69, 142) + 1/67.9) = 25.0 MB/s.
TEST(CopyTransferEstimate, transpose_with_packing_on_the_t3d) {
  const Machine t3d = ready_machine("t3d");
  const Estimate found = estimate(expression_of("1Q1024 = 1C1 o (1S0 || Nd || 0D1) o 1C1024"), t3d);
  EXPECT_NEAR(found.rate, 25.0, 0.05);
  EXPECT_EQ(text_of(found.operation), "1Q1024");
  EXPECT_EQ(found.bound_by(), "1C64");
  EXPECT_TRUE(found.derived().empty());
}

TEST(CopyTransferEstimate, tells_what_was_derived) {
  const Machine t3d = ready_machine("t3d");
  const Estimate found = estimate(expression_of("16C1 o (1S0 || Nd || 0D1) o 1C16"), t3d);
  EXPECT_EQ(found.derived(), (std::vector<std::string>{"16C1", "1C16"}));
}

TEST(CopyTransferEstimate, tells_which_transfer_has_no_figure) {
  const auto wrong = [](const std::string& text, const Machine& machine) {
    return error_of([&] { estimate(expression_of(text), machine); });
  };
  EXPECT_EQ(wrong("1C1 o (1F0 || Nd@2 || 0D1)", round_one()),
            "EXPRESSION:1:8: no figure of '1F0' in m.yaml; it has none of F");
  EXPECT_EQ(wrong("1C1 o (1S0 || Nd@2 || 0D64)", round_one()),
            "EXPRESSION:1:23: no figure of '0D64' in m.yaml; expected 0D1");
  EXPECT_EQ(
      wrong("64C1 o 1C46", round_one()),
      "EXPRESSION:1:8: no figure of '1C46' in m.yaml; expected 1C1, 1C64, 64C1 or wC1; did you "
      "mean '1C64'?");
}

// "Transfers that use disjoint communication resources can occur in parallel" (section 3.3).
TEST(CopyTransferEstimate, what_shares_a_resource_cannot_be_in_parallel) {
  const auto wrong = [](const std::string& text, const Machine& machine) {
    return error_of([&] { estimate(expression_of(text), machine); });
  };
  EXPECT_EQ(wrong("1C1 || 1S0 || Nd || 0D1", round_one()),
            "EXPRESSION:1:8: '1S0' in parallel with '1C1', which needs the processor of the same "
            "node; expected 'o' between what shares a resource");
  EXPECT_EQ(
      wrong("1S0 || Nd || (0R1 o 1C64) || 64C1", round_one()),
      "EXPRESSION:1:30: '64C1' in parallel with '1C64', which needs the processor of the same "
      "node; expected 'o' between what shares a resource");
  const Machine two = machine_of(round_machine + "processors: 2\n");
  EXPECT_EQ(rate_of("1C1 || 1S0 || Nd || 0D1", two), 80);
  EXPECT_EQ(wrong("1C1 || 1C1 || 1C1", two),
            "EXPRESSION:1:15: '1C1' in parallel with '1C1', which needs more than the 2 processors "
            "of the same node; expected 'o' between what shares a resource");
  // sender and receiver are two nodes, and what is in sequence takes turns
  EXPECT_EQ(rate_of("1S0 || Nd || 0R1", round_one()), 60);
  EXPECT_EQ(rate_of("(1C1 o 1S0) || Nd || 0D1", round_one()), 1 / (1.0 / 100 + 1.0 / 80));
}

// Section 3.3: "the throughput parameter of the participating basic transfers must be reduced".
TEST(CopyTransferEstimate, a_limit_slows_down_what_runs_in_parallel) {
  const Machine machine = with_limit("S + R <= 100 MB/s");
  const Estimate found = estimate(expression_of("1C1 o (1S0 || Nd || 0R1)"), machine);
  EXPECT_DOUBLE_EQ(found.rate, 1 / (1.0 / 100 + 1.0 / 50));
  EXPECT_EQ(found.bound_by(), "S + R <= 100 MB/s");
  EXPECT_EQ(found.limits[0].state, LimitEstimate::State::binding);
  EXPECT_EQ(found.limits[0].sum, 120);
  EXPECT_DOUBLE_EQ(found.terms[1].busy, found.rate / 80);
}

TEST(CopyTransferEstimate, a_limit_that_is_kept_changes_nothing) {
  const Machine machine = with_limit("S + R <= 120 MB/s");
  const Estimate found = estimate(expression_of("1S0 || Nd || 0R1"), machine);
  EXPECT_EQ(found.rate, 60);
  EXPECT_EQ(found.limits[0].state, LimitEstimate::State::kept);
  EXPECT_EQ(found.bound_by(), "0R1");
  const Estimate other = estimate(expression_of("1C1 o 1C64"), machine);
  EXPECT_EQ(other.limits[0].state, LimitEstimate::State::idle);
}

// A factor, and patterns that choose: 2 times the stores of one kind.
TEST(CopyTransferEstimate, a_limit_counts_the_transfers_that_it_names) {
  const Machine machine = with_limit("2 1S0 + 0.5*F <= 60 MB/s");
  EXPECT_EQ(rate_of("1S0 || Nd", machine), 30);
  EXPECT_EQ(rate_of("wS0 || Nd", machine), 40);
}

// Section 2.2: reading an index is overhead, and does not count towards throughput. 20 MB/s of
// words through an index are 60 MB/s of memory: the words out, in, and the indices.
TEST(CopyTransferEstimate, indices_take_bandwidth_and_are_no_throughput) {
  EXPECT_EQ(rate_of("wC1", with_limit("memory <= 60 MB/s")), 20);
  EXPECT_EQ(rate_of("wC1", with_limit("memory <= 30 MB/s")), 10);
  EXPECT_EQ(rate_of("w:2C1", with_limit("memory <= 30 MB/s")), 12);  // an index for two words
  EXPECT_EQ(rate_of("64C1", with_limit("memory <= 30 MB/s")), 15);
}

// Section 3.4.1: 2 |xQy| < |0Cx|.
TEST(CopyTransferEstimate, a_limit_of_the_whole_operation_knows_its_patterns) {
  const std::string figures =
      "  - source: made up\n    transfers: {0C1: 80 MB/s, 0Cw: 20 MB/s, 1C0: 200 MB/s}\n";
  const Machine machine = with_limit("2 xQy <= 0Cx", figures);
  const Estimate contiguous = estimate(expression_of("1S0 || Nd || 0D1"), machine);
  EXPECT_EQ(contiguous.rate, 40);
  EXPECT_EQ(contiguous.bound_by(), "2 xQy <= 0Cx");
  EXPECT_EQ(contiguous.limits[0].bound, "0C1");
  EXPECT_EQ(rate_of("wS0 || Nd || 0D1", machine), 10);
  const Machine written = with_limit("2 xQy < yC0", figures);
  EXPECT_EQ(rate_of("wS0 || Nd || 0D1", written), 40);
}

TEST(CopyTransferEstimate, a_limit_without_a_figure_is_not_evaluated) {
  const Machine t3d = ready_machine("t3d");
  const Estimate found = estimate(expression_of("wS0 || Nadp || 0D64"), t3d);
  ASSERT_EQ(found.limits.size(), 1U);
  EXPECT_EQ(found.limits[0].state, LimitEstimate::State::no_figure);
  EXPECT_EQ(found.limits[0].bound, "0Cw");
  EXPECT_EQ(found.rate, 32);
}

std::string in_parentheses(const std::string& text) { return fmt::format("({})", text); }

std::string joined(const std::vector<std::string>& parts, const std::string& sign) {
  return fmt::format("{}", fmt::join(parts, sign));
}

/// Compositions of networks, which fit each other and share nothing.
class RandomCompositions : public testing::TestWithParam<unsigned> {
 protected:
  std::string chain(const std::string& sign, std::size_t length) {
    std::vector<std::string> parts;
    while (parts.size() < length) parts.push_back(fmt::format("Nd@{}", 1 + random.below(5)));
    return in_parentheses(joined(parts, sign));
  }
  double rate(const std::vector<std::string>& parts, const std::string& sign) const {
    return rate_of(joined(parts, sign), machine);
  }

  const Machine machine = machine_of(
      "name: m\nfigures:\n  - source: s\n    transfers: {Nd@1: 7 MB/s, Nd@2: 13 MB/s, Nd@3: 29 "
      "MB/s, "
      "Nd@4: 31 MB/s, Nd@5: 101 MB/s}\n");
  RandomStream random{GetParam(), "compositions"};
};

TEST_P(RandomCompositions, keep_the_rules) {
  const std::string o = " o ";
  const std::string with = " || ";
  const std::string a = chain(o, 1 + random.below(4));
  const std::string b = chain(o, 1 + random.below(4));
  const std::string c = chain(with, 2 + random.below(4));
  const double sequence = rate({a, b, c}, o);
  const double parallel = rate({a, b, c}, with);

  // in sequence slower than the slowest part, in parallel just as fast; one part more costs time
  const double slowest = std::min({rate_of(a, machine), rate_of(b, machine), rate_of(c, machine)});
  EXPECT_LT(sequence, slowest);
  EXPECT_EQ(parallel, slowest);
  EXPECT_LT(rate({a, b, c, a}, o), sequence);

  // parentheses do not matter, nor the order
  EXPECT_DOUBLE_EQ(rate({in_parentheses(joined({a, b}, o)), c}, o), sequence);
  EXPECT_DOUBLE_EQ(rate({a, in_parentheses(joined({b, c}, o))}, o), sequence);
  EXPECT_DOUBLE_EQ(rate({c, a, b}, o), sequence);
  EXPECT_EQ(rate({in_parentheses(joined({a, b}, with)), c}, with), parallel);
  EXPECT_EQ(rate({b, c, a}, with), parallel);

  // twice the figures, twice the throughput
  Machine twice = machine;
  for (auto& [name, figure] : twice.figures) figure.rate *= 2;
  EXPECT_DOUBLE_EQ(rate_of(joined({a, b, c}, o), twice), 2 * sequence);

  // as it is printed it is the same
  EXPECT_EQ(rate_of(text_of(expression_of(joined({a, b, c}, o))), machine), sequence);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCompositions, testing::Range(1U, 33U));

}  // namespace
}  // namespace weft::copy_transfer
