#include "hw/c104/control_host.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/components/link_observables.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {

ComponentType control_host_type() {
  ComponentType type = make_type(
      TypeRole::component, control_host_name,
      "Control process of a network: boots C104s and T9000s by their control links, or does "
      "what a file says.");
  type.levels = {Level::signal, Level::token};
  type.beside_network = true;
  type.ports = {{"link", "links", "dslink", "DS-Links, a chain or tree of control units at each."}};
  type.observables = link_observables("link{n}.");
  type.check_placed = check_control_host;

  using P = ControlHostParameters;
  ParameterTable<P> table;
  table.count("links", &P::links)
      .between(1, 64)
      .help("DS-Links: chains or trees of control units.");
  table.time("clock", &P::clock).between(100, microsecond).help("Period of its clock.");
  table.time("time_out", &P::time_out)
      .between(microsecond, second)
      .help("How long it waits for the answer to a command.");
  table.text("commands")
      .default_note("boot")
      .help(
          "Text file, a command on a line: boot [DEVICE], start DEVICE, identify DEVICE, reset "
          "DEVICE, recover DEVICE, peek DEVICE ADDRESS, poke DEVICE ADDRESS VALUE, and of t9000s "
          "load DEVICE, run DEVICE, stop DEVICE; beside the file that names it.");
  return table.into(std::move(type));
}

}  // namespace weft
