#include <fmt/format.h>

#include <string_view>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/keys_of_choices.hpp"
#include "testbench/workloads/random_destinations.hpp"
#include "testbench/workloads/random_traffic.hpp"
#include "testbench/workloads/traffic_nodes.hpp"
#include "testbench/workloads/traffic_patterns.hpp"

namespace weft {
namespace {

constexpr KeyOfChoice dependences[] = {
    {"deviation", "distribution", "normal"},
    {"slot", "distribution", "bernoulli"},
    {"burst", "distribution", "on_off"},
    {"burst_interval", "distribution", "on_off"},
};

void check_keys(const ParameterValues& values) {
  check_pattern_keys(values);
  require_choices(values, dependences);
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
  check_pattern(values, traffic, traffic_processors(platform));
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
  add_traffic_pattern(table, "t9000");
  table.bytes("reply_bytes", &P::reply_bytes)
      .between(0, 1U << 20U)
      .help("Each message is a request, answered at once with one of this length; 0: none is.");
  return table.into(std::move(type));
}

}  // namespace weft
