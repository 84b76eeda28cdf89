#include "testbench/workloads/workload.hpp"

#include <vector>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/components/processors.hpp"
#include "platforms/processors.hpp"
#include "testbench/workloads/free_cells.hpp"

namespace weft {
namespace {

std::vector<SocketTable::Endpoint> endpoints_of(System& system) {
  const Platform& platform = system.platform();
  std::vector<SocketTable::Endpoint> endpoints;
  for (std::size_t i = 0; i < processors_of(platform).size(); ++i) {
    const std::size_t component = processors_of(platform)[i].component;
    endpoints.push_back({&processor_of(system, i), platform.components[component].name});
  }
  return endpoints;
}

// A cell has one computation agent.
void require_cells_apart(const Platform& platform, const Workload& workload) {
  ProgramPositions positions;
  workload.add_to(positions);
  for (std::size_t address = 0; address < cells_of(platform).size(); ++address) {
    if (positions.contains(cells_of(platform)[address].component))
      require_free_cell(platform, address);
  }
}

}  // namespace

Workload::Workload(System& system)
    : platform_(&system.platform()), sockets_(endpoints_of(system), platform_->workload.place) {}

Workload::~Workload() = default;

void Workload::add_to(ProgramPositions& positions) const {
  for (const CellProcess& process : cell_processes_) positions[process.cell().component] = &process;
}

std::vector<std::uint64_t> Workload::outstanding_of_each() const {
  std::vector<std::uint64_t> outstanding;
  outstanding.reserve(processes_.size());
  for (const Process& process : processes_) outstanding.push_back(process.outstanding());
  return outstanding;
}

std::unique_ptr<Workload> make_workload(System& system) {
  const WorkloadSpec& spec = system.platform().workload;
  if (!spec.type->make_workload) return nullptr;
  auto workload = spec.type->make_workload(system, *spec.parameters);
  require_cells_apart(system.platform(), *workload);
  return workload;
}

}  // namespace weft
