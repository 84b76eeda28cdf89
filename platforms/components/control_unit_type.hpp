// What the types of control units have in common.
#pragma once

#include "hw/c104/control_unit.hpp"
#include "platforms/registry/component_type.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {

/// Of a C104 or a T9000: levels, ports and checks, without parameters.
ComponentType control_unit_type(const char* name, const char* help);

/// The parameters that all control units have. `Parameters` is a ControlUnitParameters.
template <class Parameters>
void add_control_unit_parameters(ParameterTable<Parameters>& table) {
  table.time("clock", &Parameters::clock)
      .between(100, microsecond)
      .help("Period of its clock.")
      .source("facts.md C104 [NF]");
}

}  // namespace weft
