#include "testbench/workloads/workload.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "testbench/workloads/boundary_exchange.hpp"
#include "testbench/workloads/random_traffic.hpp"
#include "testbench/workloads/stream.hpp"
#include "testbench/workloads/synthetic.hpp"

namespace weft {
namespace {

std::vector<SocketTable::Endpoint> endpoints_of(System& system) {
  const Platform& platform = system.platform();
  std::vector<SocketTable::Endpoint> endpoints;
  for (std::size_t i = 0; i < platform.processors.size(); ++i) {
    const std::size_t component = platform.processors[i].component;
    endpoints.push_back({&system.processor(i), platform.components[component].name});
  }
  return endpoints;
}

}  // namespace

Workload::Workload(System& system)
    : platform_(&system.platform()), sockets_(endpoints_of(system), platform_->workload.place) {}

std::unique_ptr<Workload> make_workload(System& system) {
  const WorkloadSpec& spec = system.platform().workload;
  const std::string& type = spec.type->name;
  if (type == "none") return nullptr;
  if (type == "stream") {
    return std::make_unique<Stream>(system, spec.parameters->to_struct<StreamParameters>());
  }
  if (type == "random_traffic") {
    return std::make_unique<RandomTraffic>(system,
                                           spec.parameters->to_struct<RandomTrafficParameters>());
  }
  if (type == "synthetic") {
    return std::make_unique<Synthetic>(system, spec.parameters->to_struct<SyntheticParameters>());
  }
  if (type == "boundary_exchange") {
    return std::make_unique<BoundaryExchange>(
        system, spec.parameters->to_struct<BoundaryExchangeParameters>());
  }
  throw std::logic_error(fmt::format("no programs for the workload '{}'", type));
}

}  // namespace weft
