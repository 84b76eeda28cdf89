// The published equations, by the command.
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"

namespace weft {
namespace {

using nlohmann::json;

class Equation : public testing::TestWithParam<const char*> {};

TEST_P(Equation, IsMetByEveryMessageSizeAtBothLevels) {
  const test::Shell shell;
  const test::Result result = shell.run(std::string("weft reproduce ") + GetParam() + " --json -");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const json reproduction = json::parse(result.out);
  EXPECT_TRUE(reproduction["reproduced"]);
  unsigned at_signal = 0;
  unsigned at_token = 0;
  for (const json& row : reproduction["rows"]) {
    EXPECT_TRUE(row["met"]) << row;
    ++(row["level"] == "signal" ? at_signal : at_token);
  }
  const unsigned directions = GetParam() == std::string("eq4.1") ? 1 : 2;
  EXPECT_EQ(at_signal, directions * 256);
  EXPECT_EQ(at_token, directions * 256);
  for (const json& mean : reproduction["means"]) EXPECT_TRUE(mean["met"]) << mean;
}

INSTANTIATE_TEST_SUITE_P(Thesis, Equation, testing::Values("eq4.1", "eq4.2"), [](const auto& name) {
  std::string text = name.param;
  text[text.find('.')] = '_';
  return text;
});

// Of 8, 32 and 56 tokens of credit, the formula that stands in the file.
TEST(CreditLength, IsReproduced) {
  const test::Shell shell;
  const test::Result result = shell.run("weft reproduce credit-length --json -");
  EXPECT_EQ(result.status, 0) << result.out;
  EXPECT_EQ(result.err, "");
  const json reproduction = json::parse(result.out);
  EXPECT_EQ(reproduction["rows"].size(), 24U);
  for (const json& row : reproduction["rows"]) EXPECT_TRUE(row["met"]) << row;
}

// Feldmann et al. 1993, tables 1 and 2, and what the busses of a torus can do.
class ConsetTable : public testing::TestWithParam<const char*> {};

TEST_P(ConsetTable, is_met_by_each_row) {
  const test::Shell shell;
  const test::Result result = shell.run(std::string("weft reproduce ") + GetParam());
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

INSTANTIATE_TEST_SUITE_P(Iwarp, ConsetTable,
                         testing::Values("conset-table1", "conset-table2", "conset-phased"),
                         [](const auto& name) {
                           std::string text = name.param;
                           text[text.find('-')] = '_';
                           return text;
                         });

// Published: 1.35 GB/s, and "nearly 20 %" more than with deterministic routing.
TEST(MacrameClos, SaturatesWhereItWasMeasuredAndGainsByGroupedAdaptiveRouting) {
  const test::Shell shell;
  const test::Result result = shell.run("weft reproduce macrame-clos --json -");
  EXPECT_EQ(result.err, "");
  const json reproduction = json::parse(result.out);
  unsigned throughputs = 0;
  for (const json& row : reproduction["rows"]) {
    if (row["unit"] != "MB/s") continue;
    ++throughputs;
    EXPECT_TRUE(row["met"]) << row;
  }
  EXPECT_EQ(throughputs, 4U);
  const json& gain = reproduction["means"][0];
  EXPECT_GT(gain["lowest"], 15);
  EXPECT_TRUE(gain["met"]) << gain;
  EXPECT_EQ(result.status, 0);
}

}  // namespace
}  // namespace weft
