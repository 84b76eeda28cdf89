// The search for a saturation that is known, by runs that err as short ones do.
#include "testbench/studies/saturation_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace weft::test {
namespace {

constexpr double messages = 80'000;
constexpr double most = 100;

LoadPoint point(double load, bool steady) { return {load, load, 0, 0, steady ? "ok" : "unstable"}; }

/// What a search came to, and what it took.
struct Found {
  double steady = 0;
  double unsteady = 0;
  unsigned steps = 0;
  double messages = 0;
};

Found search_with(const std::function<bool(double load, double messages)>& steady) {
  SaturationSearch search(point(1, true), most, messages, 1);
  Found found;
  for (; !search.done() && found.steps < 100; ++found.steps) {
    const SaturationSearch::Step step = search.next();
    std::vector<LoadPoint> points;
    for (const double load : step.loads) {
      points.push_back(point(load, steady(load, step.messages)));
      found.messages += step.messages;
    }
    search.take(step, points);
  }
  found.steady = search.steady().offered;
  found.unsteady = search.unsteady();
  return found;
}

TEST(SaturationSearch, ends_with_an_interval_of_a_percent_around_saturation) {
  for (double saturation = 1.7; saturation < most; saturation *= 1.7) {
    const Found found =
        search_with([saturation](double load, double /*messages*/) { return load < saturation; });
    EXPECT_LT(found.steady, saturation);
    EXPECT_GE(found.unsteady, saturation);
    EXPECT_LE(found.unsteady - found.steady, 0.01 * found.unsteady);
    EXPECT_LE(found.messages, 12 * messages) << saturation;
  }
}

// A run sees a growth by as much of its messages as it is long enough for: just above saturation a
// short one calls steady what is not.
TEST(SaturationSearch, tries_a_lower_end_again_that_short_runs_took_for_steady) {
  for (double saturation = 1.7; saturation < most; saturation *= 1.7) {
    const Found found = search_with([saturation](double load, double length) {
      return load < saturation * (1 + 4 / std::sqrt(length));
    });
    EXPECT_LE(found.unsteady - found.steady, 0.01 * found.unsteady);
    const double seen = saturation * (1 + 4 / std::sqrt(messages));
    EXPECT_LT(found.steady, seen);
    EXPECT_GE(found.unsteady, seen);
  }
}

TEST(SaturationSearch, ends_where_nothing_but_the_calm_load_is_steady) {
  const Found found = search_with([](double /*load*/, double /*messages*/) { return false; });
  EXPECT_EQ(found.steady, 1);
  EXPECT_LE(found.unsteady, 1.02);
}

TEST(SaturationSearch, ends_where_no_two_runs_say_the_same) {
  unsigned runs = 0;
  const Found found =
      search_with([&runs](double /*load*/, double /*messages*/) { return ++runs % 3 != 0; });
  EXPECT_LT(found.steps, 100U);
}

}  // namespace
}  // namespace weft::test
