#include <fmt/format.h>

#include <string>
#include <string_view>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/processor_named.hpp"
#include "testbench/workloads/stream.hpp"

namespace weft {
namespace {

// Nobody is named: the first or the last T9000.
std::size_t processor_at(const ParameterValues& values, const Platform& platform,
                         std::string_view parameter, const std::string& name,
                         std::size_t otherwise) {
  if (name.empty()) return otherwise;
  return processor_named(platform, name, parameter, values.place(parameter));
}

void check_stream(const ParameterValues& values, const Platform& platform) {
  const auto stream = values.to_struct<StreamParameters>();
  if (processors_of(platform).size() < 2) {
    throw InputError(platform.workload.place,
                     fmt::format("a stream on {} t9000s", processors_of(platform).size()),
                     "expected two or more");
  }
  const std::size_t from = processor_at(values, platform, "from", stream.from, 0);
  const std::size_t to =
      processor_at(values, platform, "to", stream.to, processors_of(platform).size() - 1);
  if (from != to && can_talk(platform, from, to, 0)) return;
  if (from != to) {
    throw InputError(platform.workload.place,
                     fmt::format("a stream from '{}' to '{}', which faults part",
                                 platform.components[processors_of(platform)[from].component].name,
                                 platform.components[processors_of(platform)[to].component].name),
                     "expected two t9000s that can reach each other");
  }
  const bool place_of_to = values.is_set("to");
  throw InputError(values.place(place_of_to ? "to" : "from"),
                   fmt::format("a stream from '{}' to itself",
                               platform.components[processors_of(platform)[from].component].name),
                   "expected two t9000s");
}

}  // namespace

ComponentType stream_type() {
  ComponentType type = make_type(TypeRole::workload, "stream",
                                 "One T9000 sends messages to another, or both to each other.");
  type.check_on = check_stream;
  type.make_workload = make_workload_of<Stream, StreamParameters>;

  using P = StreamParameters;
  ParameterTable<P> table;
  table.bytes("message_bytes", &P::message_bytes)
      .between(0, 1U << 20U)
      .help("Length of a message.")
      .source("thesis 4.1.4.1");
  table.time("interval", &P::interval)
      .between(0, second)
      .help("Mean pause of a sender after each message that was acknowledged.");
  table
      .choice("distribution", &P::distribution,
              {{"exponential", IntervalDistribution::exponential},
               {"fixed", IntervalDistribution::fixed}})
      .help("Of the pauses.");
  table.boolean("bidirectional", &P::bidirectional).help("Both send.").source("thesis 4.1.4.1");
  table.time("stagger", &P::stagger)
      .between(0, second)
      .help("The second sender begins this much later.")
      .source("thesis 4.1.4.1");
  table.count("messages", &P::messages).help("Messages of each sender; 0 for no end.");
  table.text("from", &P::from).default_note("the first t9000").help("Sending t9000.");
  table.text("to", &P::to).default_note("the last t9000").help("Receiving t9000.");
  return table.into(std::move(type));
}

}  // namespace weft
