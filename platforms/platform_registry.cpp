#include "platforms/platform_registry.hpp"

#include <utility>

#include "platforms/components/components.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/routing/algorithms.hpp"
#include "platforms/sections/sections.hpp"
#include "platforms/topologies/topologies.hpp"

namespace weft {

Registry platform_registry(std::vector<ComponentType> workloads) {
  Registry registry;
  for (ComponentType& section : section_types()) registry.add(std::move(section));
  for (ComponentType& type : link_types()) registry.add(std::move(type));
  for (ComponentType& type : component_types()) registry.add(std::move(type));
  registry.add(ParameterTable<NoParameters>().into(
      make_type(TypeRole::workload, "none", "Nothing is sent.")));
  for (ComponentType& type : workloads) registry.add(std::move(type));
  for (ComponentType& type : topology_types()) registry.add(std::move(type));
  for (ComponentType& type : routing_types()) registry.add(std::move(type));
  return registry;
}

}  // namespace weft
