#include "platforms/registry/parameter_table.hpp"
#include "platforms/workloads.hpp"
#include "platforms/workloads/workload_types.hpp"

namespace weft {

ComponentType no_workload_type() {
  ComponentType type = make_type(TypeRole::workload, "none", "Nothing is sent.");
  return ParameterTable<NoParameters>().into(std::move(type));
}

}  // namespace weft
