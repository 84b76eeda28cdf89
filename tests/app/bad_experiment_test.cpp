// Experiments that are wrong: one error with its place, and nothing is made.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/app/experiment_shell.hpp"

namespace weft::test {
namespace {

// What is wrong in the experiment, and how the error begins.
struct WrongExperiment {
  std::string name;
  std::string text;
  std::string error;
  std::string also;

  friend std::ostream& operator<<(std::ostream& out, const WrongExperiment& wrong) {
    return out << wrong.name;
  }
};

class BadExperiment : public testing::TestWithParam<WrongExperiment> {};

TEST_P(BadExperiment, EndsInOneErrorWithItsPlaceAndNothingIsMade) {
  const ExperimentShell shell(GetParam().text);
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(lines_of(result.err).size(), 1U) << result.err;
  EXPECT_EQ(result.err.find(fmt::format("weft: error: {}", GetParam().error)), 0U) << result.err;
  EXPECT_NE(result.err.find(GetParam().also), std::string::npos) << result.err;
  EXPECT_EQ(shell.list(), (std::vector<std::string>{"net.yaml", "small.yaml"}));
}

std::string varied(const std::string& line) {
  return fmt::format("platform: net.yaml\nvary:\n  {}\n", line);
}

INSTANTIATE_TEST_SUITE_P(
    Sweep, BadExperiment,
    testing::Values(
        WrongExperiment{"UnknownKey", varied("a: {key: workload.intervl, values: [1 us]}"),
                        "small.yaml:3:12: ", "did you mean 'interval'?"},
        WrongExperiment{"UnknownSection", varied("a: {key: wrkload.interval, values: [1 us]}"),
                        "small.yaml:3:12: ", "did you mean 'workload'?"},
        WrongExperiment{"WrongValue", varied("a: {key: workload.interval, values: [1 us, 3]}"),
                        "small.yaml:3:12: ", "without a unit"},
        WrongExperiment{"EmptyRange", varied("a: {key: seed, from: 5, to: 1, step: 1}"),
                        "small.yaml:3:6: a range without values, from 5 to 1", ""},
        WrongExperiment{
            "ResultWithACommaInItsName",
            varied("a: {key: workload.interval, values: [1 us]}") + "measures: [\"hops, mean\"]\n",
            "small.yaml:4:12: no result is called 'hops, mean'", "did you mean 'hops mean'?"},
        WrongExperiment{
            "ResultThatNoRunHas",
            varied("a: {key: workload.interval, values: [1 us]}") + "measures: [troughput]\n",
            "small.yaml:4:12: no result of the runs: 'troughput'; expected ",
            "did you mean 'throughput'?"},
        WrongExperiment{"ResultOfNoSearch",
                        varied("a: {key: network.width, values: [1]}") +
                            "find: saturation\nmeasures: [throughput]\n",
                        "small.yaml:5:12: no result of the runs: 'throughput'",
                        "expected zero-load latency, saturation throughput"},
        WrongExperiment{"ComparedByAResultThatNoRunHas",
                        small + "compare:\n  a: {measure: latency maen, relative_to: {limit: 1}}\n",
                        "small.yaml:11:16: no result of the runs: 'latency maen'",
                        "did you mean 'latency mean'?"},
        WrongExperiment{"ComparedByANameWithAComma",
                        small + "compare:\n  a: {measure: \"packet latency, mean\", "
                                "relative_to: {limit: 1}}\n",
                        "small.yaml:11:16: no result is called 'packet latency, mean'",
                        "did you mean 'packet latency mean'?"},
        WrongExperiment{"ParameterWithTheNameOfAColumn",
                        varied("confidence: {key: workload.interval, values: [1 us]}"),
                        "small.yaml:3:3: a parameter 'confidence'", "results have that one"},
        WrongExperiment{"ComparedWithNoParameter",
                        small + "compare:\n  a: {measure: throughput, relative_to: {limt: 1}}\n",
                        "small.yaml:11:42: no parameter that is varied", "did you mean 'limit'?"},
        WrongExperiment{"ComparedWithNoValue",
                        small + "compare:\n  a: {measure: throughput, relative_to: {limit: 2}}\n",
                        "small.yaml:11:49: no value of limit: '2'", "1 or 8"},
        WrongExperiment{
            "ComparedWithAComputedOne",
            small + "compare:\n  a: {measure: throughput, relative_to: {interval: 2}}\n",
            "small.yaml:11:42: no parameter that is varied: 'interval'", "load or limit"},
        WrongExperiment{
            "ComparedWithTwo",
            small + "compare:\n  a: {measure: throughput, relative_to: {limit: 1, load: 0.1}}\n",
            "small.yaml:11:41: relative to 2 parameters", "expected one"},
        WrongExperiment{"ComparedWithoutMeasure",
                        small + "compare:\n  a: {relative_to: {limit: 1}}\n",
                        "small.yaml:11:", "measure"},
        WrongExperiment{
            "UnknownFigure",
            small + "compare:\n  a: {measure: throughput, relative_to: {limit: 1}, figure: gian}\n",
            "small.yaml:11:61: unknown figure", "did you mean 'gain'?"},
        WrongExperiment{
            "ComparisonOfAParametersName",
            small + "compare:\n  load: {measure: throughput, relative_to: {limit: 1}}\n",
            "small.yaml:11:3: a comparison 'load'", "a parameter has that one"},
        WrongExperiment{
            "OneKeyTwice",
            "platform: net.yaml\nvary:\n  a: {key: workload.max_outstanding, values: [1]}\n"
            "  b: {key: workload.max_outstanding, values: [2]}\n",
            "small.yaml:4:12: 'workload.max_outstanding', which 'a' sets as well", "once"},
        WrongExperiment{"TheSeed", varied("a: {key: seed, values: [1, 2]}"),
                        "small.yaml:3:12: the seed as a parameter", "`seeds:`"},
        WrongExperiment{"AnAssignment",
                        varied("load: {values: [1, 2]}\ncompute:\n  interval: {key: "
                               "workload.interval, value: load = 2, unit: us}"),
                        "small.yaml:5:45: '=' in the formula", "'=='"},
        WrongExperiment{"NoStep", varied("a: {key: seed, from: 1, to: 5, step: 0}"),
                        "small.yaml:3:6: a range without values", ""},
        WrongExperiment{"EmptyList", varied("a: {key: seed, values: []}"),
                        "small.yaml:3:26: an empty list", ""},
        WrongExperiment{"TwoUnits",
                        varied("a: {key: workload.interval, from: 1 us, to: 5 ms, step: 1 us}"),
                        "small.yaml:3:47: a range from 'us' to 'ms'", "same unit"},
        WrongExperiment{"LogFromZero",
                        varied("a: {key: seed, from: 0, to: 5, steps: 2, scale: log}"),
                        "small.yaml:3:24: a logarithmic range from 0", ""},
        WrongExperiment{"NoEffect", varied("load: {values: [1, 2]}"),
                        "small.yaml:3:3: a parameter 'load' that changes nothing", "`key:`"},
        WrongExperiment{"UnknownVariable",
                        varied("load: {values: [1, 2]}\ncompute:\n  interval: {key: "
                               "workload.interval, value: 4 / laod, unit: us}"),
                        "small.yaml:5:45: 'laod' in '4 / laod'", "did you mean 'load'?"},
        WrongExperiment{"NoFormula",
                        varied("load: {values: [1, 2]}\ncompute:\n  interval: {key: "
                               "workload.interval, value: 4 / / load, unit: us}"),
                        "small.yaml:5:45: '4 / / load' as a formula", ""},
        WrongExperiment{"TwoValues",
                        varied("load: {values: [1, 2]}\ncompute:\n  interval: {key: "
                               "workload.interval, value: 'load, 7', unit: us}"),
                        "small.yaml:5:45: 'load, 7' as a formula: 2 values", "expected one"},
        WrongExperiment{"NameOfAColumn", varied("ID: {key: workload.interval, values: [1 us]}"),
                        "small.yaml:3:3: a parameter 'ID'", "expected another name"},
        WrongExperiment{"NamesThatDifferInCaseAlone",
                        varied("A: {key: workload.interval, values: [1 us]}\n"
                               "  a: {key: workload.max_outstanding, values: [1]}"),
                        "small.yaml:4:3: 'a' beside 'A'", "more than their case"},
        WrongExperiment{"DividedByZero",
                        varied("load: {values: [0, 2]}\ncompute:\n  interval: {key: "
                               "workload.interval, value: 4 / load, unit: us}"),
                        "small.yaml:5:19: '4 / load' without a finite value", ""},
        WrongExperiment{"UnknownWord", "platfrm: net.yaml\n",
                        "small.yaml:1:1: ", "did you mean 'platform'?"},
        WrongExperiment{"NoPlatform", "platform: nte.yaml\nvary: {a: {key: seed, values: [1]}}\n",
                        "small.yaml:1:11: 'nte.yaml'", "no such file"},
        WrongExperiment{"Seed", varied("seed: {values: [1, 2]}"),
                        "small.yaml:3:3: a parameter 'seed'", "`seeds:`"},
        WrongExperiment{
            "TenMillionRuns",
            varied("a: {key: workload.max_outstanding, from: 1, to: 1000000, step: 1}\nseeds: 10"),
            "weft sweep: 10000000 runs", "--yes"}),
    [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace weft::test
