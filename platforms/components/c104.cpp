#include "hw/c104/parameters.hpp"

#include "hw/c104/parameter_check.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/link_observables.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {

ComponentType c104_type() {
  ComponentType type =
      make_type(TypeRole::component, "c104",
                "C104 packet switch: wormhole routing by interval labelling over a full crossbar.");
  type.levels = {Level::rtl, Level::signal, Level::token, Level::stream, Level::packet};
  type.ports = {{"link", "links", "dslink", "DS-Links to processors and other switches."}};
  type.observables = link_observables("link{n}.");
  type.observables.push_back({"link{n}.input_level", 16, "Tokens in the input buffer."});
  type.observables.push_back({"link{n}.output_level", 16, "Tokens in the output buffer."});
  type.observables.push_back(
      {"link{n}.connected", 8, "Input that this output is connected to; 255 for none."});
  type.check = check_values<C104Parameters>;

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
          "random_header: {base, range}, escape}.")
      .source("facts.md C104 [D, M]");
  return table.into(std::move(type));
}

}  // namespace weft
