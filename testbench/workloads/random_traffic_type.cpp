#include <fmt/format.h>

#include <array>
#include <string_view>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/processor_named.hpp"
#include "testbench/workloads/random_destinations.hpp"
#include "testbench/workloads/random_traffic.hpp"
#include "testbench/workloads/traffic_patterns.hpp"

namespace weft {
namespace {

// A key that means something with one choice of another only.
struct Dependence {
  std::string_view key;
  std::string_view on;
  std::string_view choice;
};

constexpr std::array dependences{
    Dependence{"radius", "pattern", "uniform"},
    Dependence{"hot", "pattern", "hot_spot"},
    Dependence{"hot_fraction", "pattern", "hot_spot"},
    Dependence{"file", "pattern", "permutation"},
    Dependence{"deviation", "distribution", "normal"},
    Dependence{"slot", "distribution", "bernoulli"},
    Dependence{"burst", "distribution", "on_off"},
    Dependence{"burst_interval", "distribution", "on_off"},
};

void check_dependences(const ParameterValues& values) {
  for (const auto& [key, on, choice] : dependences) {
    if (!values.is_set(key) || values.choice(on) == choice) continue;
    throw InputError(values.place(key),
                     fmt::format("a {} with {} '{}'", key, on, values.choice(on)),
                     fmt::format("expected it with '{}' only", choice));
  }
}

void check_keys(const ParameterValues& values) {
  check_dependences(values);
  const auto traffic = values.to_struct<RandomTrafficParameters>();
  const auto not_longer = [&](std::string_view key, Time time) {
    if (time <= traffic.interval) return;
    throw InputError(values.place(values.is_set(key) ? key : "interval"),
                     fmt::format("a {} longer than the mean interval", key),
                     "expected it to be no longer");
  };
  if (traffic.distribution == IntervalDistribution::bernoulli) not_longer("slot", traffic.slot);
  if (traffic.distribution == IntervalDistribution::on_off) {
    not_longer("burst_interval", traffic.burst_interval);
  }
}

void check_random_traffic(const ParameterValues& values, const Platform& platform) {
  const auto traffic = values.to_struct<RandomTrafficParameters>();
  check_random_destinations(values, platform, "random traffic", traffic.radius);
  if (!traffic.hot.empty()) processor_named(platform, traffic.hot, "hot", values.place("hot"));
  if (traffic.pattern == TrafficPattern::permutation && traffic.file.empty()) {
    throw InputError(values.place("pattern"), "pattern 'permutation' without a file",
                     "expected `file:`, such as permutation.txt");
  }
  fixed_destinations(values, platform);
}

}  // namespace

ComponentType random_traffic_type() {
  ComponentType type = make_type(
      TypeRole::workload, "random_traffic",
      "Every process sends messages at random times, to T9000s drawn at random or by a pattern.");
  type.check = check_keys;
  type.check_on = check_random_traffic;
  type.make_workload = make_workload_of<RandomTraffic, RandomTrafficParameters>;

  using P = RandomTrafficParameters;
  ParameterTable<P> table;
  table.range("message_bytes", &P::message_bytes)
      .between(1, 1U << 20U)
      .help("Length of a message: a number, or a range of which each length is as likely.")
      .source("thesis 5.3");
  table.time("interval", &P::interval)
      .between(1 * nanosecond, 1000 * second)
      .help("Mean time between the messages of one process.")
      .source("thesis 5.3");
  table
      .choice("distribution", &P::distribution,
              {{"exponential", IntervalDistribution::exponential},
               {"fixed", IntervalDistribution::fixed},
               {"normal", IntervalDistribution::normal},
               {"bernoulli", IntervalDistribution::bernoulli},
               {"on_off", IntervalDistribution::on_off}})
      .help(
          "Of the times between messages: normal with a deviation, a message or none in each slot, "
          "or bursts.");
  table.time("deviation", &P::deviation)
      .between(1, 1000 * second)
      .help(
          "Of normal intervals, the standard deviation; one that would end before it begins is 0.");
  table.time("slot", &P::slot)
      .between(1 * nanosecond, 1000 * second)
      .help("Of bernoulli: in each slot a message is sent with probability slot / interval.");
  table.count("burst", &P::burst)
      .between(1, 1'000'000)
      .help("Of on_off: mean number of messages in a burst, geometric.");
  table.time("burst_interval", &P::burst_interval)
      .between(1 * nanosecond, 1000 * second)
      .help("Of on_off: between the messages of a burst; the pauses, exponential, make the mean.");
  table.count("max_outstanding", &P::max_outstanding)
      .between(1, 65'536)
      .help("Messages of one process that may be unacknowledged.")
      .source("thesis 5.3");
  table.count("processes", &P::processes).between(1, 1024).help("Processes on each T9000.");
  table
      .choice("pattern", &P::pattern,
              {{"uniform", TrafficPattern::uniform},
               {"transpose", TrafficPattern::transpose},
               {"bit_complement", TrafficPattern::bit_complement},
               {"bit_reverse", TrafficPattern::bit_reverse},
               {"shuffle", TrafficPattern::shuffle},
               {"tornado", TrafficPattern::tornado},
               {"neighbour", TrafficPattern::neighbour},
               {"permutation", TrafficPattern::permutation},
               {"hot_spot", TrafficPattern::hot_spot},
               {"all_to_all", TrafficPattern::all_to_all}})
      .help("Who sends to whom.")
      .source("Dally and Towles 2004, table 3.1");
  table.count("radius", &P::radius)
      .between(0, 65'536)
      .help("Destinations have |dx|, |dy|, ... of at most this; 0 for anywhere.")
      .source("facts.md workload [I]");
  table.text("hot", &P::hot)
      .default_note("the last t9000")
      .help("Of hot_spot: the t9000 that gets more than the others.");
  table.real("hot_fraction", &P::hot_fraction)
      .real_between(0, 1)
      .help("Of hot_spot: part of all messages that goes there; the others are uniform.");
  table.text("file", &P::file)
      .default_note("none")
      .help("Of permutation: lines of source and destination, beside the file that names it.");
  table.bytes("reply_bytes", &P::reply_bytes)
      .between(0, 1U << 20U)
      .help("Each message is a request, answered at once with one of this length; 0: none is.");
  return table.into(std::move(type));
}

}  // namespace weft
