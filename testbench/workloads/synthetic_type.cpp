#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/random_destinations.hpp"
#include "testbench/workloads/synthetic.hpp"

namespace weft {
namespace {

void check_compute(const ParameterValues& values) {
  const auto synthetic = values.to_struct<SyntheticParameters>();
  if (synthetic.mode != SynchronisationMode::non_blocking || synthetic.compute != 0) return;
  throw InputError(values.place("compute"), "no computing between sends that do not block",
                   "expected a compute period of 1 ns or more, or another mode");
}

void check_synthetic(const ParameterValues& values, const Platform& platform) {
  check_random_destinations(values, platform, "synthetic traffic",
                            values.to_struct<SyntheticParameters>().radius);
}

}  // namespace

ComponentType synthetic_type() {
  ComponentType type = make_type(
      TypeRole::workload, "synthetic",
      "Processes compute, send to T9000s drawn at random, and wait, or not, for what that brings: "
      "the workload (D, d, n, c, m, M) of the contention study.");
  type.check = check_compute;
  type.check_on = check_synthetic;
  type.make_workload = make_workload_of<Synthetic, SyntheticParameters>;

  using P = SyntheticParameters;
  ParameterTable<P> table;
  table
      .choice("mode", &P::mode,
              {{"loosely_synchronous", SynchronisationMode::loosely_synchronous},
               {"blocking", SynchronisationMode::blocking},
               {"non_blocking", SynchronisationMode::non_blocking}})
      .help(
          "After sending, a process waits for its acknowledgements and all messages of this "
          "iteration that are for it; for its acknowledgements; for nothing.")
      .source("thesis 5.3.2");
  table.count("radius", &P::radius)
      .between(0, 65'536)
      .help("d: destinations have |dx|, |dy|, ... of at most this; 0 for anywhere.")
      .source("thesis 5.3.2; facts.md workload [I]");
  table.count("processes", &P::processes)
      .between(1, 1024)
      .help("n: processes on each T9000.")
      .source("thesis 5.3.2");
  table.time("compute", &P::compute)
      .between(1 * nanosecond, 1000 * second)
      .or_zero()
      .help("c: mean computing of a process before it sends.")
      .source("thesis 5.3.2");
  table
      .choice("distribution", &P::distribution,
              {{"constant", ComputeDistribution::constant},
               {"normal", ComputeDistribution::normal},
               {"exponential", ComputeDistribution::exponential}})
      .help("Of the compute periods.")
      .source("thesis 6.2.3");
  table.real("deviation", &P::deviation_percent)
      .real_between(0, 1000)
      .help("With `normal`: standard deviation of the compute periods, in percent of their mean.")
      .source("thesis 6.2.3");
  table.range("messages", &P::messages)
      .between(1, 1024)
      .help("m: messages of a process in one iteration: a number, or a range.")
      .source("thesis 5.3.2");
  table.range("message_bytes", &P::message_bytes)
      .between(1, 1U << 20U)
      .help("M: length of a message: a number, or a range of which each length is as likely.")
      .source("thesis 5.3.2");
  table.count("early_messages", &P::early_messages)
      .between(0, 65'536)
      .help(
          "With `loosely_synchronous`: messages of a later iteration that a process accepts; "
          "others "
          "are acknowledged when it comes there.")
      .source("thesis 3.5.4 [I]");
  table
      .choice("throttle", &P::throttle,
              {{"outstanding", Throttle::outstanding},
               {"queue", Throttle::queue},
               {"none", Throttle::none}})
      .help(
          "With `non_blocking`, what drops a message: `limit` messages of the process that are not "
          "acknowledged; `limit` data packets queued at its T9000; nothing.")
      .source("thesis 5.3.2, 5.4.4");
  table.count("limit", &P::limit)
      .between(1, 1'000'000)
      .help("See throttle.")
      .source("thesis 5.4.4");
  table.count("channels", &P::channels)
      .between(0, 1'000'000)
      .help(
          "With `non_blocking`: virtual channels from a T9000 to another, side by side; a message "
          "takes one on which nothing is under way. 0 for one for each message, which needs "
          "headers that name processors.")
      .source("thesis 5.3.2");
  table
      .choice("start", &P::start,
              {{"together", WorkloadStart::together}, {"spread", WorkloadStart::spread}})
      .help("Processes begin all at once, or each somewhere in its first compute period.");
  return table.into(std::move(type));
}

}  // namespace weft
