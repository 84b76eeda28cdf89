#include "hw/c104/control_unit.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/components/link_observables.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {

ComponentType t9000_control_type() {
  ComponentType type = make_type(
      TypeRole::component, processor_unit_name,
      "Control unit of a T9000: its program runs once it was booted over its control links.");
  type.levels = {Level::signal, Level::token};
  type.beside_network = true;
  type.ports = {
      {"clink0", "", "dslink", "Control link towards the control host."},
      {"clink1", "", "dslink", "Control link to the next control unit or to a C104 of such."}};
  type.observables = link_observables("clink{n}.");
  type.enter = enter_control_unit;
  type.check_placed = check_control_unit;

  using P = ProcessorControlParameters;
  ParameterTable<P> table;
  table.text("processor").required().help("The t9000 that it belongs to.");
  table.time("clock", &P::clock)
      .between(100, microsecond)
      .help("Period of its clock.")
      .source("facts.md C104 [NF]");
  table.bytes("memory_bytes", &P::memory_bytes)
      .between(4, 1'048'576)
      .help("Memory of the T9000 that a boot can load.")
      .source("facts.md T9000 [M]");
  table.text("image").default_note("none").help(
      "File of bytes that a boot loads, from address 0 on, and reads back; beside the file that "
      "names it.");
  return table.into(std::move(type));
}

}  // namespace weft
