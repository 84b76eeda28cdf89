#include "platforms/built_in_registry.hpp"

#include <utility>

#include "platforms/components/components.hpp"
#include "platforms/routing/algorithms.hpp"
#include "platforms/sections/sections.hpp"
#include "platforms/topologies/topologies.hpp"
#include "platforms/workloads/workload_types.hpp"

namespace weft {

Registry make_built_in_registry() {
  Registry registry;
  for (ComponentType& section : section_types()) registry.add(std::move(section));
  registry.add(dslink_type());
  registry.add(c104_type());
  registry.add(t9000_type());
  registry.add(chaos_router_type());
  registry.add(forced_router_type());
  registry.add(iwarp_type());
  registry.add(no_workload_type());
  registry.add(stream_type());
  registry.add(random_traffic_type());
  registry.add(synthetic_type());
  registry.add(boundary_exchange_type());
  registry.add(pathway_stream_type());
  registry.add(pathway_traffic_type());
  registry.add(pathway_latency_type());
  registry.add(row_transfer_type());
  registry.add(odd_even_sort_type());
  registry.add(fft_type());
  registry.add(trace_type());
  for (ComponentType& type : topology_types()) registry.add(std::move(type));
  for (ComponentType& type : routing_types()) registry.add(std::move(type));
  return registry;
}

const Registry& built_in_registry() {
  static const Registry registry = make_built_in_registry();
  return registry;
}

}  // namespace weft
