// weft extract, as a person types it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/app/experiment_shell.hpp"

namespace weft::test {
namespace {

using nlohmann::json;

const std::string with_comparison =
    small +
    "compare:\n"
    "  against_one: {measure: throughput, relative_to: {limit: 1}}\n"
    "  slower: {measure: packet latency mean, relative_to: {limit: 1}, figure: gain}\n";

TEST(Extract, MergesSeedsWithErrorBars) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  const auto each =
      json::parse(shell.run("weft extract small.db --each --column throughput --json -").out);
  const auto merged =
      json::parse(shell.run("weft extract small.db --column throughput --json -").out);
  ASSERT_EQ(each.size(), 16U);
  ASSERT_EQ(merged.size(), 8U);
  const double a = each[0]["values"][0]["value"];
  const double b = each[1]["values"][0]["value"];
  EXPECT_DOUBLE_EQ(merged[0]["values"][0]["value"].get<double>(), (a + b) / 2);
  // Student's t with one degree of freedom: 12.706 times |a - b| / 2
  EXPECT_NEAR(merged[0]["values"][0]["half_width"].get<double>(), 12.706 * std::abs(a - b) / 2,
              1e-3 * std::abs(a - b) + 1e-9);
  EXPECT_EQ(merged[0]["seeds"], json({1, 2}));
}

TEST(Extract, HalfWidthsHaveTheConfidenceThatWasAskedFor) {
  const ExperimentShell shell(small +
                              "set: {run: {until: {measure: throughput, within: 50 %, confidence: "
                              "80 %, at_most: 2 ms}}}\n");
  shell.run("weft sweep small.yaml");
  const std::string extract = "weft extract small.db --column 'messages received' --json - ";
  const auto each = json::parse(shell.run(extract + "--each").out);
  const auto merged = json::parse(shell.run(extract).out);
  ASSERT_EQ(merged.size(), 8U);
  double widest = 0;
  for (std::size_t i = 0; i < merged.size(); ++i) {
    const double a = each[2 * i]["values"][0]["value"];
    const double b = each[2 * i + 1]["values"][0]["value"];
    const double half_width = merged[i]["values"][0]["half_width"];
    // Student's t with one degree of freedom: 3.0777 times |a - b| / 2
    EXPECT_NEAR(half_width, 3.0777 * std::abs(a - b) / 2, 1e-4 * std::abs(a - b)) << i;
    widest = std::max(widest, half_width);
  }
  EXPECT_GT(widest, 0);
}

// A run's row has a column for each parameter, whatever other tables call theirs.
TEST(Extract, TakesParametersWithTheNamesOfColumnsOfResults) {
  const ExperimentShell shell(
      "platform: net.yaml\n"
      "vary:\n"
      "  mean: {key: workload.interval, values: [20 us, 40 us]}\n"
      "  kind: {key: workload.max_outstanding, values: [1, 8]}\n");
  shell.run("weft sweep small.yaml");
  const Result result = shell.run("weft extract small.db --where 'mean=40 us' --where kind=8");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(lines_of(result.out).size(), 2U) << result.out;
}

TEST(Extract, ChoosesColumnsAndRows) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  const auto lines = lines_of(
      shell.run("weft extract small.db --column interval --column 'hops mean' --where limit=8")
          .out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], "interval,hops mean [routers],hops mean +- [routers],seeds,status,error");
  EXPECT_EQ(lines[1].rfind("38.4 us,", 0), 0U) << lines[1];
}

TEST(Extract, ComparesPointsThatDifferInOneParameter) {
  const ExperimentShell shell(with_comparison);
  shell.run("weft sweep small.yaml");
  const auto rows = json::parse(shell.run("weft extract small.db --json -").out);
  ASSERT_EQ(rows.size(), 8U);
  for (std::size_t load = 0; load < 4; ++load) {
    const json& one = rows[2 * load];  // limit 1, which the other one is compared with
    const json& eight = rows[2 * load + 1];
    EXPECT_EQ(one["values"].size(), 2U);
    EXPECT_DOUBLE_EQ(value_of(eight, "against_one"),
                     100 * value_of(eight, "throughput") / value_of(one, "throughput"));
    EXPECT_NEAR(
        value_of(eight, "slower"),
        100 * (value_of(eight, "packet latency mean") / value_of(one, "packet latency mean") - 1),
        1e-9);
    const auto relative = [](const json& row) {
      return row["values"][0]["half_width"].get<double>() / row["values"][0]["value"].get<double>();
    };
    EXPECT_NEAR(eight["values"][2]["half_width"].get<double>(),
                value_of(eight, "against_one") * std::hypot(relative(one), relative(eight)), 1e-9);
  }
}

TEST(Extract, ComparesEachSeedWithItself) {
  const ExperimentShell shell(with_comparison);
  shell.run("weft sweep small.yaml");
  const auto rows =
      json::parse(shell.run("weft extract small.db --each --where load=0.7 --json -").out);
  ASSERT_EQ(rows.size(), 4U);  // limit 1 with two seeds, then 8
  for (std::size_t seed = 0; seed < 2; ++seed) {
    EXPECT_DOUBLE_EQ(
        value_of(rows[2 + seed], "against_one"),
        100 * value_of(rows[2 + seed], "throughput") / value_of(rows[seed], "throughput"));
  }
  const auto lines =
      lines_of(shell.run("weft extract small.db --where limit=8 --column against_one").out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], "against_one [%],against_one +- [%],seeds,status,error");
  EXPECT_NE(lines[1].front(), ',') << "the point that it is compared with is not in the table";
}

// A sweep would not have begun.
TEST(Extract, TellsOfAComparisonOfWhatThereIsNot) {
  const ExperimentShell shell(with_comparison);
  ASSERT_EQ(shell.run("weft sweep small.yaml").status, 0);
  Database(shell.path("small.db"), Database::Mode::write)
      .execute(
          "UPDATE experiment SET value = replace(value, 'throughput', 'troughput') "
          "WHERE name = 'compare'");
  const Result result = shell.run("weft extract small.db");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err.find("weft: error: compare: against_one: no results are called"), 0U)
      << result.err;
  EXPECT_NE(result.err.find("did you mean 'throughput'?"), std::string::npos) << result.err;
}

TEST(Extract, TellsOfAConditionThatNothingMeets) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  const Result result = shell.run("weft extract small.db --where limit=7");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "weft: error: --where limit=7: no results where limit is 7; expected 1 or 8\n");
}

TEST(Results, AreNotOverwrittenByWhatIsMadeOfThem) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  const std::string before = content_of(shell, "small.db");
  for (const std::string command :
       {"extract small.db --csv ./small.db", "extract small.db --json small.db",
        "report small.db -o small.db"}) {
    const Result result = shell.run("weft " + command);
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_NE(result.err.find("which this command reads"), std::string::npos) << result.err;
  }
  EXPECT_EQ(content_of(shell, "small.db"), before);
  EXPECT_EQ(shell.run("weft run net.yaml --json net.yaml").status, 2);
}

TEST(Extract, NamesTheNearestColumn) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  EXPECT_NE(
      shell.run("weft extract small.db --column troughput").err.find("did you mean 'throughput'"),
      std::string::npos);
  EXPECT_NE(shell.run("weft extract small.db --where lod=1").err.find("did you mean 'load'"),
            std::string::npos);
}

}  // namespace
}  // namespace weft::test
