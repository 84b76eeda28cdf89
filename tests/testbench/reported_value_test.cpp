// Results, their names and what they weigh.
#include "testbench/statistics/reported_value.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "platforms/netlist/input_error.hpp"

namespace weft::test {
namespace {

const ReportedValues some{
    reported::count("messages", 3), reported::rate("message latency", 1, Unit::per_millisecond),
    reported::mean("message latency", 1.5, Unit::nanoseconds, 20),
    reported::figure("message latency", Statistic::percentile_95, 2, Unit::nanoseconds),
    reported::of({Scope::Of::channel, "left to right"},
                 reported::rate("throughput", 8, Unit::megabytes_per_second))};

template <class Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(ReportedValues, are_named_by_scope_quantity_and_statistic) {
  EXPECT_EQ(name_of(some[0]), "messages");
  EXPECT_EQ(name_of(some[2]), "message latency mean");
  EXPECT_EQ(name_of(some[3]), "message latency 95th percentile");
  EXPECT_EQ(name_of(some[4]), "left to right throughput");
  EXPECT_EQ(find(some, "message latency mean"), &some[2]);
  EXPECT_EQ(find(some, "message latency, mean"), nullptr);
}

TEST(ReportedValues, have_no_comma_in_their_names) {
  EXPECT_THROW(reported::count("messages, all", 1), std::invalid_argument);
  const Place place = place_of("a.yaml");
  EXPECT_EQ(error_of([&] { result_name("all packets, routed lifetime, mean", place); }),
            "a.yaml: no result is called 'all packets, routed lifetime, mean'; expected a name "
            "without commas; did you mean 'all packets routed lifetime mean'?");
  EXPECT_EQ(result_name("node[0,1].x_right words", place), "node[0,1].x_right words");
}

TEST(ReportedValues, that_there_are_not_are_told_with_the_nearest) {
  const std::string error = error_of(
      [] { find(some, "message latency, mean", "no result of the run", place_of("a.yaml")); });
  EXPECT_EQ(error.find("a.yaml: no result of the run: 'message latency, mean'; expected "), 0U)
      << error;
  EXPECT_NE(error.find("did you mean 'message latency mean'?"), std::string::npos) << error;
}

// A rate is one by its kind, whatever its unit; of extremes no longer run is made.
TEST(ReportedValues, are_weighed_by_their_kinds) {
  EXPECT_EQ(weight_of(some[0], 1000), 0);
  EXPECT_EQ(weight_of(some[1], 1000), 1000);
  EXPECT_EQ(weight_of(some[2], 1000), 20);
  EXPECT_EQ(weight_of(some[3], 1000), 0);
  const ReportedValue lowest =
      reported::figure("message rate", Statistic::lowest, 1, Unit::per_millisecond);
  EXPECT_EQ(weight_of(lowest, 1000), 0);
}

TEST(ReportedValues, say_in_json_what_they_are) {
  ReportedValue value = some[4];
  value.interval = {0.5, 90};
  EXPECT_EQ(json_of(value).dump(),
            R"({"name":"left to right throughput","value":8.0,"unit":"MB/s",)"
            R"("quantity":"throughput","statistic":"none","kind":"rate","scope":"channel",)"
            R"("of":"left to right","half_width":0.5,"confidence_percent":90.0})");
}

TEST(ResultTerms, are_found_by_their_names) {
  EXPECT_EQ(term_in<Unit>(unit_names, "MB/s"), Unit::megabytes_per_second);
  EXPECT_EQ(term_in<Unit>(unit_names, name_of(Unit::roundings)), Unit::roundings);
  EXPECT_EQ(term_in<Statistic>(statistic_names, name_of(Statistic::half_width_95)),
            Statistic::half_width_95);
  EXPECT_EQ(term_in<Kind>(kind_names, name_of(Kind::single)), Kind::single);
  EXPECT_EQ(term_in<Scope::Of>(scope_names, name_of(Scope::Of::channel)), Scope::Of::channel);
  EXPECT_FALSE(term_in<Unit>(unit_names, "MB"));
}

}  // namespace
}  // namespace weft::test
