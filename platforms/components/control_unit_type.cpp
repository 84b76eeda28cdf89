#include "platforms/components/control_unit_type.hpp"

#include "platforms/components/control_links.hpp"
#include "platforms/components/link_observables.hpp"

namespace weft {

ComponentType control_unit_type(const char* name, const char* help) {
  ComponentType type = make_type(TypeRole::component, name, help);
  type.levels = {Level::signal, Level::token};
  type.beside_network = true;
  type.ports = {
      {"clink0", "", "dslink", "Control link towards the control host."},
      {"clink1", "", "dslink", "Control link to the next control unit or to a C104 of such."}};
  type.observables = link_observables("clink{n}.");
  type.enter = enter_control_unit;
  type.check_placed = check_control_unit;
  return type;
}

}  // namespace weft
