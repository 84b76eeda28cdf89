#include "platforms/registry/parameter_table.hpp"
#include "platforms/workloads.hpp"
#include "platforms/workloads/workload_types.hpp"

namespace weft {

ComponentType no_workload_type() {
  ComponentType type;
  type.name = "none";
  type.role = TypeRole::workload;
  type.help = "Nothing is sent.";
  ParameterTable<NoWorkloadParameters>().move_into(type);
  return type;
}

}  // namespace weft
