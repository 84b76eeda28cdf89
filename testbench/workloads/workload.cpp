#include "testbench/workloads/workload.hpp"

#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "testbench/software/iwarp/fft.hpp"
#include "testbench/software/iwarp/odd_even_sort.hpp"
#include "testbench/software/iwarp/row_transfer.hpp"
#include "testbench/workloads/boundary_exchange.hpp"
#include "testbench/workloads/pathway_latency.hpp"
#include "testbench/workloads/pathway_stream.hpp"
#include "testbench/workloads/pathway_traffic.hpp"
#include "testbench/workloads/random_traffic.hpp"
#include "testbench/workloads/stream.hpp"
#include "testbench/workloads/trace.hpp"

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

using Maker = std::unique_ptr<Workload> (*)(System&, const ParameterValues&);

template <class Type, class Parameters>
std::unique_ptr<Workload> make(System& system, const ParameterValues& parameters) {
  return std::make_unique<Type>(system, parameters.to_struct<Parameters>());
}

template <class Type>
std::unique_ptr<Workload> make(System& system, const ParameterValues& /*parameters*/) {
  return std::make_unique<Type>(system);
}

/// By the names of their types.
const std::map<std::string_view, Maker>& makers() {
  static const std::map<std::string_view, Maker> table{
      {"stream", make<Stream, StreamParameters>},
      {"random_traffic", make<RandomTraffic, RandomTrafficParameters>},
      {"boundary_exchange", make<BoundaryExchange, BoundaryExchangeParameters>},
      {"trace", make<Trace>},
      {"pathway_stream", make<PathwayStream, PathwayStreamParameters>},
      {"pathway_traffic", make<PathwayTraffic, PathwayTrafficParameters>},
      {"pathway_latency", make<PathwayLatency>},
      {"row_transfer", make<RowTransfer, RowTransferParameters>},
      {"odd_even_sort", make<OddEvenSort, OddEvenSortParameters>},
      {"fft", make<Fft, FftParameters>},
  };
  return table;
}

}  // namespace

Workload::Workload(System& system)
    : platform_(&system.platform()), sockets_(endpoints_of(system), platform_->workload.place) {}

void Workload::add_to(ProgramPositions& positions) const {
  for (const CellProcess& process : cell_processes_) positions[process.cell().address] = &process;
}

std::unique_ptr<Workload> make_workload(System& system) {
  const WorkloadSpec& spec = system.platform().workload;
  if (spec.type->name == "none") return nullptr;
  const auto maker = makers().find(spec.type->name);
  if (maker != makers().end()) return maker->second(system, *spec.parameters);
  throw std::logic_error(fmt::format("no programs for the workload '{}'", spec.type->name));
}

}  // namespace weft
