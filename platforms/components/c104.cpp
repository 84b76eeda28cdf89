#include "hw/c104/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/c104/parameter_check.hpp"
#include "platforms/checks/placed_component.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/components/link_observables.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {
namespace {

void check_latency(const Component& component) {
  if (is_of_packets(component.level)) return;
  if (component.parameters->to_struct<C104Parameters>().routing_latency != 0) return;
  throw InputError(component.parameters->place("routing_latency"),
                   fmt::format("a routing_latency of 0 ns at '{}', which is at level {}",
                               component.name, name_of(component.level)),
                   "expected 2 clocks or more, or `level: stream` or `packet`");
}

bool are_at_packet_and_others(const Platform& platform) {
  const Level level = Level::packet;
  const auto at = [&](bool packet) {
    return std::any_of(platform.components.begin(), platform.components.end(),
                       [&](const Component& one) {
                         return one.is(Part::table_router) && (one.level == level) == packet;
                       });
  };
  return at(true) && at(false);
}

// Of packets on the whole, headers do not change.
void check_headers(const PlacedComponent& placed) {
  const Component& component = placed.component();
  for (const C104LinkParameters& link : tables_of(placed.platform).at(placed.index).per_link) {
    if (component.level == Level::stream && (link.random_header || link.delete_header)) {
      throw InputError(
          component.place,
          fmt::format("headers that change at '{}', which is at level stream", component.name),
          "expected another level, or a routing without random headers");
    }
    if (component.level == Level::packet && link.delete_header) {
      throw InputError(
          component.place,
          fmt::format("delete_header at '{}', which is at level packet", component.name),
          "expected it at level signal or token");
    }
    if (link.random_header && are_at_packet_and_others(placed.platform)) {
      throw InputError(component.place,
                       fmt::format("random headers at '{}', and c104s at packet and other levels",
                                   component.name),
                       "expected all c104s at level packet, or none");
    }
  }
}

void check_placed_c104(const PlacedComponent& placed) {
  check_latency(placed.component());
  check_headers(placed);
  check_controlled_switch(placed);
}

}  // namespace

ComponentType c104_type() {
  ComponentType type =
      make_type(TypeRole::component, "c104",
                "C104 packet switch: wormhole routing by interval labelling over a full crossbar.");
  type.part = Part::table_router;
  type.levels = {Level::rtl, Level::signal, Level::token, Level::stream, Level::packet};
  type.ports = {{"link", "links", "dslink", "DS-Links to processors and other switches."}};
  type.observables = link_observables("link{n}.");
  type.observables.push_back({"link{n}.input_level", 16, "Tokens in the input buffer."});
  type.observables.push_back({"link{n}.output_level", 16, "Tokens in the output buffer."});
  type.observables.push_back(
      {"link{n}.connected", 8, "Input that this output is connected to; 255 for none."});
  type.check = check_values<C104Parameters>;
  type.check_placed = check_placed_c104;

  using P = C104Parameters;
  ParameterTable<P> table;
  table.count("links", &P::links).between(1, 64).help("DS-Links.").source("facts.md C104 [D]");
  table.count("max_intervals", &P::max_intervals)
      .between(1, 65'536)
      .help("Intervals that the table of a link can hold.")
      .source("facts.md C104 [M]");
  table.tokens("input_buffer", &P::input_buffer)
      .between(8, 65'536)
      .help(
          "Input buffer of a link, 9 tokens or more for 2-byte headers; with the output buffer 70 "
          "tokens, the split is not known.")
      .source("facts.md C104 [D, NF]");
  table.tokens("output_buffer", &P::output_buffer)
      .between(1, 65'536)
      .help("Output buffer of a link.")
      .source("facts.md C104 [D, NF]");
  table.time("clock", &P::clock)
      .between(100, microsecond)
      .help("Period of the crossbar's clock.")
      .source("facts.md C104 [NF]");
  table.time("routing_latency", &P::routing_latency)
      .between(200, millisecond)
      .or_zero()
      .help(
          "From the verified header to its first bit at a free output; a multiple of the clock. 0 "
          "ns "
          "at packet level only: with the last bit of the header.")
      .source("facts.md C104 [I]");
  table
      .choice("arbitration", &P::arbitration,
              {{"fifo", Arbitration::fifo},
               {"random", Arbitration::random},
               {"network_first", Arbitration::network_first},
               {"oldest_first", Arbitration::oldest_first},
               {"hops_first", Arbitration::hops_first}})
      .help("Which waiting packet gets an output that became free.")
      .source("thesis 4.2.4");
  table.boolean("acknowledgement_priority", &P::acknowledgement_priority)
      .help("Acknowledgements before data at every output.")
      .source("thesis 4.2.4");
  table.boolean("localize_error", &P::localize_error)
      .help(
          "Packets for an output whose link is in error are thrown away, so that the rest of the "
          "network lives on; otherwise they wait for the link to be restarted.")
      .source("facts.md C104 [M]");
  table.boolean("overlapping_groups", &P::overlapping_groups)
      .help(
          "Two hunt groups may share some of their links; otherwise they are the same or have none "
          "in common, as the STC104 groups its links.")
      .source("facts.md C104 [M]");
  table.table("intervals")
      .default_note("made for the generated network")
      .form(TableForm::Kind::list, "interval")
      .help(
          "Interval table of all links: list of {to, links | action}, see `per_link` for one link.")
      .source("facts.md C104 [M]");
  table.table("per_link")
      .default_note("none")
      .form(TableForm::Kind::list, "link_settings")
      .help(
          "Settings of some links: list of {links, intervals, header_bytes, delete_header, "
          "random_header: {base, range}, escape, partition}.")
      .source("facts.md C104 [D, M]");
  return table.into(std::move(type));
}

}  // namespace weft
