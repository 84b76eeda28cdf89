#include "testbench/registry/built_in_registry.hpp"

#include "platforms/platform_registry.hpp"
#include "testbench/workloads/workload_types.hpp"

namespace weft {

const std::shared_ptr<const Registry>& built_in_types() {
  static const std::shared_ptr<const Registry> types =
      std::make_shared<Registry>(platform_registry(workload_types()));
  return types;
}

const Registry& built_in_registry() { return *built_in_types(); }

}  // namespace weft
