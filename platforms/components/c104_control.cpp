#include "hw/c104/control_unit.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/components/link_observables.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {

ComponentType c104_control_type() {
  ComponentType type = make_type(
      TypeRole::component, control_unit_name,
      "Control unit of a C104: configures and starts it by commands on its control links.");
  type.levels = {Level::signal, Level::token};
  type.beside_network = true;
  type.ports = {
      {"clink0", "", "dslink", "Control link towards the control host."},
      {"clink1", "", "dslink", "Control link to the next control unit or to a C104 of such."}};
  type.observables = link_observables("clink{n}.");
  type.enter = enter_control_unit;
  type.check_placed = check_control_unit;

  ParameterTable<ControlUnitParameters> table;
  table.text("switch").required().help("The c104 that it belongs to.");
  table.time("clock", &ControlUnitParameters::clock)
      .between(100, microsecond)
      .help("Period of its clock.")
      .source("facts.md C104 [NF]");
  return table.into(std::move(type));
}

}  // namespace weft
