#include "platforms/registry/parameter_table.hpp"
#include "platforms/sections/keys.hpp"
#include "platforms/sections/limits.hpp"
#include "platforms/sections/sections.hpp"

namespace weft {
ComponentType routing_section() {
  ComponentType type = make_type(TypeRole::section, "routing",
                                 "Which way packets take, and how headers name processors.");
  type.choice = TypeChoice{"algorithm", TypeRole::routing, false};
  using P = RoutingKeys;
  ParameterTable<P> table;
  table.boolean("grouped", &P::grouped)
      .help(
          "Any free link of a hunt group takes a packet; else each has its share of destinations.")
      .source("facts.md C104 [D]");
  table
      .choice("addressing", &P::addressing,
              {{"channel", Addressing::channel}, {"processor", Addressing::processor}})
      .default_note("channel, processor if those do not fit")
      .help("A header names a virtual channel of a processor, or a processor.");
  table.count("channels", &P::channels)
      .between(1, header_values)
      .default_note("as many as there are t9000s")
      .help("Virtual channels of each processor.");
  table.count("header_bytes", &P::header_bytes)
      .between(1, 2)
      .default_note("1 if all headers fit, else 2")
      .help("Length of a header.");
  table
      .choice("deadlock", &P::deadlock,
              {{"check", DeadlockRule::check}, {"allowed", DeadlockRule::allowed}})
      .help("Whether routing that can deadlock is an error.");
  return table.into(std::move(type));
}

}  // namespace weft
