#include "platforms/resolve/stop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/resolve/read_section.hpp"

namespace weft {
namespace {

constexpr Time samples_by_default = 100;       // in the shortest run
constexpr Time times_longer_by_default = 100;  // than the shortest run
constexpr Time longest = std::numeric_limits<std::int64_t>::max();

const Place& place_in(const Node& node, std::string_view key) {
  const Node* value = value_of(node, key);
  return value == nullptr ? node.place : value->place;
}

void check(const Node& node, const StopSpec& stop, const RunSpec& run) {
  if (stop.at_most < run.duration) {
    throw InputError(place_in(node, "at_most"),
                     fmt::format("at most {} in a run of at least {}", time_text(stop.at_most),
                                 time_text(run.duration)),
                     "expected a longer limit, or a shorter run");
  }
  if (stop.at_most / stop.sample > most_samples) {
    throw InputError(place_in(node, "sample"),
                     fmt::format("a sample each {} for up to {}", time_text(stop.sample),
                                 time_text(stop.at_most)),
                     fmt::format("expected at most {} samples", most_samples));
  }
  if (stop.batch % stop.sample != 0) {
    throw InputError(place_in(node, "batch"),
                     fmt::format("a batch of {} with a sample each {}", time_text(stop.batch),
                                 time_text(stop.sample)),
                     "expected a whole number of samples");
  }
}

}  // namespace

StopSpec read_stop(const Node& node, const RunSpec& run, const Registry& registry) {
  const ParameterValues values = read_section(node, *registry.find("until"));
  const Node* measure = value_of(node, "measure");
  if (measure == nullptr) {
    missing_key(node, "until", "measure",
                "expected the name of a mean or a rate, such as throughput");
  }
  auto stop = values.to_struct<StopSpec>();
  stop.place = measure->place;
  if (stop.sample == 0) {
    // a batch that is given has to hold a whole number of them
    stop.sample = std::max<Time>(1, run.duration / samples_by_default);
    if (stop.batch != 0) stop.sample = std::gcd(stop.sample, stop.batch);
  }
  if (stop.at_most == 0) {
    stop.at_most =
        std::min(run.duration, longest / times_longer_by_default) * times_longer_by_default;
    stop.at_most = std::max(stop.at_most, run.duration);
  }
  check(node, stop, run);
  return stop;
}

}  // namespace weft
