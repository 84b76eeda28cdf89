#include "testbench/studies/saturation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "platforms/link_kinds.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/processors.hpp"
#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/lasting_simulation.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/workloads/traffic_load.hpp"

namespace weft {
namespace {

constexpr unsigned most_outstanding = 65'536;  // messages of a source

void set_workload(Netlist& netlist, const std::string& key, const std::string& value) {
  apply_option(netlist, "workload." + key, value, "weft saturate");
}

/// The platform under random traffic without end.
Netlist with_traffic(Netlist netlist, const std::string& pattern) {
  if (resolve(netlist).workload.type->name != "random_traffic") {
    apply_option(netlist, "workload", "{type: random_traffic}", "weft saturate");
  }
  if (!pattern.empty()) set_workload(netlist, "pattern", pattern);
  set_workload(netlist, "max_outstanding", fmt::format("{}", most_outstanding));
  return netlist;
}

// Of the processor with the most links.
double injection_of(const Platform& platform) {
  std::vector<double> rates(platform.components.size(), 0);
  for (const LinkSpec& link : platform.links) {
    if (!is_dslink(link)) continue;
    const double rate =
        static_cast<double>(second) / static_cast<double>(dslink_parameters(link).bit_time);
    rates[link.from.component] += rate;
    rates[link.to.component] += rate;
  }
  double most = 0;
  for (const Processor& processor : processors_of(platform)) {
    most = std::max(most, rates[processor.component]);
  }
  return most;
}

/// How long the runs at some loads are.
struct RunLength {
  double messages = 0;  ///< About, of each.
  Time least = 0;       ///< ps
  /// Of the backlog, as a share of the messages: a run that is seen to have no more has told what
  /// it is for, and ends, as does an unstable one. 0: it does not end before its time.
  double growth = 0;
};

/// Runs of one platform at loads.
class LoadRuns {
 public:
  LoadRuns(Netlist netlist, const Platform& platform, const SaturationOptions& options,
           const std::function<void(std::size_t)>& finished)
      : netlist_(std::move(netlist)),
        traffic_(traffic_load_of(platform)),
        processors_(static_cast<double>(processors_of(platform).size())),
        options_(&options),
        finished_(&finished) {}

  const TrafficLoad& traffic() const { return traffic_; }

  /// Side by side.
  std::vector<LoadPoint> at(const std::vector<double>& loads, const RunLength& length) {
    std::vector<std::function<std::string()>> jobs;
    for (const double load : loads) {
      jobs.emplace_back([this, load, length] { return run(load, length); });
    }
    std::vector<LoadPoint> points;
    for (const std::string& text : run_forked(jobs, options_->workers, [this](std::size_t) {
           ++done_;
           if (*finished_) (*finished_)(done_);
         })) {
      const auto json = nlohmann::json::parse(text);
      points.push_back({json[0], json[1], json[2], json[3], json[4]});
      all_[points.back().offered] = points.back();
    }
    return points;
  }
  /// By load; of several runs at one, the last.
  std::vector<LoadPoint> all() const {
    std::vector<LoadPoint> points;
    for (const auto& [load, point] : all_) points.push_back(point);
    return points;
  }

 private:
  // The time of so many messages, and a quarter of it before they count.
  std::string run(double load, const RunLength& length) const {
    Netlist netlist = netlist_;
    set_workload(netlist, "interval", fmt::format("{} ps", traffic_.interval(load)));
    Platform platform = resolve(netlist);
    const double seconds = length.messages * traffic_.bytes / (load * 1e6 * processors_);
    const Time measured =
        std::max(length.least, static_cast<Time>(seconds * static_cast<double>(second)));
    platform.run.until.reset();
    platform.run.warm_up = measured / 4;
    platform.run.duration = platform.run.warm_up + measured;
    Simulation& simulation = lasting_simulation(platform);
    if (length.growth != 0) {
      simulation.end_when([&length](const CarriedLoad& carried) {
        return carried.state == LoadState::unstable ||
               (carried.state == LoadState::steady && *carried.growth_at_most <= length.growth);
      });
    }
    const RunResult result = simulation.run();
    const auto processes = static_cast<double>(simulation.workload()->sources()->waiting.size());
    return nlohmann::json{load, delivered(*result.load, processes),
                          result.find("latency mean").value_or(0),
                          result.find("latency 99th percentile").value_or(0), result.status()}
        .dump();
  }

  // MB/s of payload for each processor that sends, as it came in: what a source drew may be less
  // than its mean, or more.
  double delivered(const CarriedLoad& carried, double processes) const {
    const double senders = processes / traffic_.processes;
    const double seconds = static_cast<double>(carried.measured) / static_cast<double>(second);
    return static_cast<double>(carried.delivered) * traffic_.bytes / (1e6 * seconds * senders);
  }

  Netlist netlist_;
  TrafficLoad traffic_;
  double processors_;
  const SaturationOptions* options_;
  const std::function<void(std::size_t)>* finished_;
  std::map<double, LoadPoint> all_;
  std::size_t done_ = 0;
};

}  // namespace

Saturation find_saturation(const Netlist& platform, const std::string& pattern,
                           const SaturationOptions& options,
                           const std::function<void(std::size_t)>& finished) {
  constexpr double calm = 0.01;        // of the capacity
  constexpr double fewest_calm = 500;  // messages there
  constexpr double latencies = 40;     // that a run lasts at least
  const Netlist netlist = with_traffic(platform, pattern);
  const Platform resolved = resolve(netlist);
  const auto messages = static_cast<double>(options.messages);

  Saturation found;
  found.pattern = resolved.workload.parameters->choice("pattern");
  found.processors = processors_of(resolved).size();
  found.bisection = bisection_of(resolved);
  LoadRuns runs(netlist, resolved, options, finished);
  found.capacity = runs.traffic().payload(found.bisection.capacity(found.processors));
  const LoadPoint zero =
      runs.at({calm * found.capacity}, {std::max(messages / 40, fewest_calm)}).front();
  if (!zero.steady()) {
    throw std::runtime_error(fmt::format("the platform is {} at {} % of its capacity, under '{}'",
                                         zero.status, 100 * calm, found.pattern));
  }
  found.zero_load_latency = zero.latency;
  const auto least = static_cast<Time>(latencies * zero.latency * nanosecond);

  SaturationSearch search(zero, runs.traffic().payload(injection_of(resolved)), messages,
                          options.within);
  while (!search.done()) {
    const SaturationSearch::Step step = search.next();
    search.take(step, runs.at(step.loads, {step.messages, least, step.growth}));
  }
  found.steady = search.steady().offered;
  found.delivered = search.steady().delivered;
  found.unsteady = search.unsteady();
  std::vector<double> loads;
  for (unsigned i = 1; i <= options.curve_points; ++i) {
    loads.push_back(found.steady * i / (options.curve_points + 1));
  }
  if (!loads.empty()) runs.at(loads, {messages / 16, least});
  found.curve = runs.all();
  return found;
}

ReportedValues Saturation::report() const {
  const auto all = static_cast<double>(processors);
  ReportedValues values{
      reported::single("zero-load latency", zero_load_latency, Unit::nanoseconds),
      reported::single("saturation throughput", all * throughput(), Unit::megabytes_per_second),
      reported::single("saturation throughput of a processor", throughput(),
                       Unit::megabytes_per_second),
      reported::figure("saturation throughput of a processor", Statistic::lowest, delivered,
                       Unit::megabytes_per_second),
      reported::figure("saturation throughput of a processor", Statistic::highest, unsteady,
                       Unit::megabytes_per_second),
      reported::single("saturation share", 100 * throughput() / capacity, Unit::percent),
  };
  return values;
}

}  // namespace weft
