#include "testbench/statistics/offered_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "testbench/statistics/quantiles.hpp"
#include "testbench/statistics/sample_series.hpp"

namespace weft {
namespace {

constexpr double tail = 0.01;  // of steady runs that a test may call unstable

double as_number(std::uint64_t count) { return static_cast<double>(count); }

/// What a backlog gained from each point to the next.
template <class Points, class Backlog>
std::vector<Sample> gains_of(const Points& points, Backlog backlog) {
  std::vector<Sample> gains;
  for (std::size_t i = 1; i < points.size(); ++i) {
    gains.push_back({as_number(backlog(points[i])) - as_number(backlog(points[i - 1])), 1});
  }
  return gains;
}

// Of the mean gain, one-sided: it is further off in `chance` of all cases.
double half_width_of_mean(const std::vector<Sample>& gains, double chance) {
  const std::size_t stretch = std::bit_floor(gains.size() / fewest_batches);
  return half_width_of(batched(gains, stretch), 100 * (1 - 2 * chance));
}

// At least `material` in all, and above 0 but in `chance` of all cases.
bool grow(const std::vector<Sample>& gains, double material, double chance) {
  const double mean = mean_of(gains);
  if (mean <= 0 || mean * as_number(gains.size()) < material) return false;
  return mean > half_width_of_mean(gains, chance);
}

}  // namespace

OfferedLoad::OfferedLoad(Time step) : step_(std::max<Time>(step, 1)) {}

void OfferedLoad::begin(Time now, const SourceCounts& counts) {
  begun_ = now;
  first_ = counts;
  points_ = {{counts.backlog(), counts.waiting}};
  next_ = now + step_;
}

void OfferedLoad::sample(Time now, const SourceCounts& counts) {
  points_.push_back({counts.backlog(), counts.waiting});
  if (points_.size() > most_samples) thin_out();
  next_ = now + step_;
}

// Every other one stays, so that they are as far apart as each other again.
void OfferedLoad::thin_out() {
  for (std::size_t i = 1; 2 * i < points_.size(); ++i) points_[i] = std::move(points_[2 * i]);
  points_.resize((points_.size() + 1) / 2);
  step_ *= 2;
}

bool OfferedLoad::all_grow(double accepted, CarriedLoad& load) const {
  const auto gains = gains_of(points_, [](const Point& point) { return point.backlog; });
  load.growth_at_most = std::max(0.0, mean_of(gains) + half_width_of_mean(gains, tail)) *
                        as_number(gains.size()) / accepted;
  return grow(gains, least_growth * accepted, tail);
}

std::size_t OfferedLoad::growing_sources(double accepted) const {
  const std::size_t sources = first_.waiting.size();
  std::size_t growing = 0;
  for (std::size_t i = 0; i < sources; ++i) {
    const auto gains = gains_of(points_, [i](const Point& point) { return point.waiting[i]; });
    if (grow(gains, least_growth * accepted / as_number(sources), tail / as_number(sources))) {
      ++growing;
    }
  }
  return growing;
}

CarriedLoad OfferedLoad::load(Time now, const SourceCounts& counts) const {
  CarriedLoad load = unjudged(now, counts);
  judge(load, counts.at_end);
  return load;
}

CarriedLoad OfferedLoad::unjudged(Time now, const SourceCounts& counts) const {
  CarriedLoad load;
  load.offered = counts.offered - first_.offered;
  load.accepted = counts.accepted - first_.accepted;
  load.delivered = counts.delivered - first_.delivered;
  load.backlog = counts.backlog();
  load.measured = now > begun_ ? now - begun_ : 0;
  const double gained = as_number(counts.backlog()) - as_number(first_.backlog());
  if (load.measured != 0) load.growth = gained * second / static_cast<double>(load.measured);
  if (load.accepted != 0) load.growth_share = gained / as_number(load.accepted);
  return load;
}

void OfferedLoad::judge(CarriedLoad& load, bool at_end) const {
  const bool all_came_in = at_end && load.backlog == 0;
  if (points_.size() <= fewest_batches || load.offered < fewest_messages || load.accepted == 0) {
    if (all_came_in) {
      load.state = LoadState::steady;
    } else {
      load.text =
          load.offered == 0
              ? "no messages were offered"
              : fmt::format("{} message{} offered are too few to tell whether the backlog grows",
                            load.offered, load.offered == 1 ? "" : "s");
    }
    return;
  }
  const double accepted = as_number(load.accepted);
  load.state = LoadState::steady;
  if (all_grow(accepted, load)) {
    load.state = LoadState::unstable;
    load.text = fmt::format(
        "the backlog grows by {:.3g} % of the messages that are accepted, up to {} in the end",
        100 * load.growth_share, load.backlog);
    return;
  }
  if (const std::size_t growing = growing_sources(accepted)) {
    load.state = LoadState::unstable;
    load.text =
        fmt::format("the backlog grows at {} of {} sources", growing, first_.waiting.size());
    return;
  }
  const double refused = as_number(load.offered - load.accepted) / as_number(load.offered);
  if (refused > most_refused) {
    load.state = LoadState::throttled;
    load.text = fmt::format(
        "sources dropped {:.3g} % of the messages that they had to send, as too many of theirs "
        "were under way",
        100 * refused);
    return;
  }
  if (*load.growth_at_most <= coarse_growth || all_came_in) return;
  load.state = LoadState::too_short;
  load.text =
      fmt::format("a backlog that grows by up to {:.3g} % of the messages would not be seen",
                  100 * *load.growth_at_most);
}

ReportedValues CarriedLoad::report() const {
  return {
      reported::count("messages offered", as_number(offered)),
      reported::count("messages accepted", as_number(accepted)),
      reported::count("messages delivered", as_number(delivered)),
      reported::single("backlog at the end", as_number(backlog)),
      reported::rate("backlog growth", growth / 1e3, Unit::per_millisecond),
  };
}

}  // namespace weft
