#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/workloads.hpp"
#include "platforms/workloads/random_destinations.hpp"
#include "platforms/workloads/workload_types.hpp"

namespace weft {
namespace {

void check_on(const ParameterValues& values, const Platform& platform) {
  check_random_destinations(values, platform, "random traffic",
                            values.to_struct<RandomTrafficParameters>().radius);
}

}  // namespace

ComponentType random_traffic_type() {
  ComponentType type;
  type.name = "random_traffic";
  type.role = TypeRole::workload;
  type.help = "Every process sends messages to T9000s drawn at random.";
  type.check_on = check_on;

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
               {"fixed", IntervalDistribution::fixed}})
      .help("Of the times between messages.");
  table.count("max_outstanding", &P::max_outstanding)
      .between(1, 65'536)
      .help("Messages of one process that may be unacknowledged.")
      .source("thesis 5.3");
  table.count("processes", &P::processes).between(1, 1024).help("Processes on each T9000.");
  table.count("radius", &P::radius)
      .between(0, 65'536)
      .help("Destinations have |dx|, |dy|, ... of at most this; 0 for anywhere.")
      .source("facts.md workload [I]");
  table.move_into(type);
  return type;
}

}  // namespace weft
