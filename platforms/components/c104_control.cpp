#include "platforms/components/components.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/components/control_unit_type.hpp"

namespace weft {

ComponentType c104_control_type() {
  ComponentType type = control_unit_type(
      control_unit_name,
      "Control unit of a C104: configures and starts it by commands on its control links.");

  ParameterTable<ControlUnitParameters> table;
  table.text("switch").required().help("The c104 that it belongs to.");
  add_control_unit_parameters(table);
  return table.into(std::move(type));
}

}  // namespace weft
