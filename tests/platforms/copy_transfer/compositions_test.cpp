// Ways to do an operation, ranked.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "platforms/copy_transfer/compositions.hpp"
#include "platforms/copy_transfer/transfer_text.hpp"
#include "tests/platforms/copy_transfer/support.hpp"

namespace weft::copy_transfer {
namespace {

Compositions ways(const std::string& operation, const Machine& machine) {
  return find_compositions(read_operation(operation, place_of("--best")), machine);
}

// The fastest of a style; 0 if there is none.
double best_of(const Compositions& found, const std::string& style) {
  for (const Composition& way : found.known) {
    if (way.style == style) return way.estimate.rate;
  }
  return 0;
}

TEST(CopyTransferBest, ranks_all_ways_that_have_figures) {
  const Machine t3d = ready_machine("t3d");
  const Compositions found = ways("1Q64", t3d);
  ASSERT_FALSE(found.known.empty());
  EXPECT_EQ(found.known.front().text, "1S0 || Nadp || 0D64");
  std::set<std::string> texts;
  for (const Composition& way : found.known) {
    EXPECT_LE(way.estimate.rate, found.known.front().estimate.rate);
    // it does the operation, and what it is called gives the same
    EXPECT_EQ(text_of(way.estimate.operation), "1Q64");
    EXPECT_EQ(rate_of("1Q64 = " + way.text, t3d), way.estimate.rate);
    EXPECT_TRUE(texts.insert(way.text).second) << way.text;
  }
  const std::string packed = "1C1 o (1S0 || Nd || 0D1) o 1C64";
  EXPECT_TRUE(texts.contains(packed));
  // the deposit engine has only addresses that come with the data
  EXPECT_FALSE(texts.contains("1S0 || Nd || 0D64"));
}

TEST(CopyTransferBest, tells_what_has_no_figure) {
  const Machine t3d = ready_machine("t3d");
  const Compositions found = ways("1Q1", t3d);
  EXPECT_TRUE(std::any_of(found.unknown.begin(), found.unknown.end(), [](const auto& way) {
    return way.text == "1F0 || Nd || 0D1" && way.missing == "1F0" && way.style == "chained";
  }));
  EXPECT_EQ(found.known.size() + found.unknown.size(), 32U);
}

// "Chaining results in better performance than buffer packing for many important access patterns."
TEST(CopyTransferBest, chained_beats_packing_where_the_paper_says_so) {
  for (const std::string machine_name : {"t3d", "paragon"}) {
    const Machine machine = ready_machine(machine_name);
    for (const std::string operation : {"1Q1", "1Q64", "1Q16", "16Q1", "16Q64", "wQw"}) {
      const Compositions found = ways(operation, machine);
      EXPECT_GT(best_of(found, "chained"), best_of(found, "buffer packing"))
          << operation << " on " << machine_name;
      EXPECT_GT(best_of(found, "buffer packing"), 0) << operation << " on " << machine_name;
    }
  }
}

double words_of(const std::string& text) {
  double words = 0;
  each_transfer(expression_of(text),
                [&](const Expression& one) { words += words_of_memory(one.transfer); });
  return words;
}

// Sections 5.1 and 5.1.2: less copying, but addresses on the network.
TEST(CopyTransferBest, chained_ways_touch_memory_less_and_packing_ones_the_network) {
  for (const std::string machine_name : {"t3d", "paragon"}) {
    const Machine machine = ready_machine(machine_name);
    const std::string chained = "1S0 || Nadp || 0D64";
    const std::string packing = "1C1 o (1S0 || Nd || 0D1) o 1C64";
    EXPECT_EQ(words_of(chained), 2);
    EXPECT_EQ(words_of(packing), 6);
    EXPECT_LT(rate_of("Nadp", machine), rate_of("Nd", machine));
  }
}

// Section 5.2: strided stores on the T3D, strided loads on the Paragon.
TEST(CopyTransferBest, strided_stores_are_better_on_the_t3d_and_loads_on_the_paragon) {
  const Machine t3d = ready_machine("t3d");
  EXPECT_GT(best_of(ways("1Q64", t3d), "buffer packing"),
            best_of(ways("64Q1", t3d), "buffer packing"));
  EXPECT_GT(best_of(ways("1Q64", t3d), "chained"), best_of(ways("64Q1", t3d), "chained"));
  const Machine paragon = ready_machine("paragon");
  EXPECT_GT(best_of(ways("64Q1", paragon), "buffer packing"),
            best_of(ways("1Q64", paragon), "buffer packing"));
  EXPECT_GT(best_of(ways("64Q1", paragon), "chained"), best_of(ways("1Q64", paragon), "chained"));
}

}  // namespace
}  // namespace weft::copy_transfer
