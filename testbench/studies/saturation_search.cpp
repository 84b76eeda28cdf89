#include "testbench/studies/saturation_search.hpp"

#include <algorithm>

namespace weft {
namespace {

// For a growth, a share of n messages, to be seen: arrivals of n messages at random deviate by the
// root of n, as do departures at most.
double messages_to_see(double growth) {
  constexpr double deviations = 2.33;  // of one side, at 99 %
  return 2 * deviations * deviations / (growth * growth);
}

}  // namespace

SaturationSearch::SaturationSearch(const LoadPoint& calm, double most, double messages,
                                   double within)
    : calm_(calm),
      most_messages_(messages),
      within_(within),
      steady_(calm),
      unsteady_(most),
      sure_(messages) {}

SaturationSearch::Step SaturationSearch::next() const {
  const double distance = width() / parts;
  Step step;
  step.growth = distance / unsteady_ / 2;
  step.messages = std::clamp(messages_to_see(step.growth), most_messages_ / 16, most_messages_);
  if (doubtful()) step.loads.push_back(steady_.offered);
  for (unsigned part = 1; wide() && part < parts; ++part) {
    step.loads.push_back(steady_.offered + distance * part);
  }
  return step;
}

void SaturationSearch::take(const Step& step, const std::vector<LoadPoint>& points) {
  const double lower = steady_.offered;
  for (const LoadPoint& point : points) {
    if (!point.steady()) {
      if (point.offered == lower) {
        go_below(step.messages);
        return;
      }
      unsteady_ = point.offered;
      break;
    }
    steady_ = point;
    sure_ = step.messages;
  }
  tried_ = steady_.offered == lower ? step.messages : 0;
}

// The interval is as wide as before. What is its lower end now was never tried, or with fewer
// messages.
void SaturationSearch::go_below(double messages) {
  const double before = width();
  unsteady_ = steady_.offered;
  tried_ = messages;
  const double lower = unsteady_ - before;
  if (lower <= calm_.offered) {
    steady_ = calm_;
    sure_ = most_messages_;
  } else {
    steady_ = {lower, 0, 0, 0, {}};
    sure_ = 0;
  }
}

}  // namespace weft
