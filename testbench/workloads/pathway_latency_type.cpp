#include <algorithm>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/free_cells.hpp"
#include "testbench/workloads/pathway_latency.hpp"

namespace weft {
namespace {

// There and back, so that the last cell can be a joint.
void check_pathway_latency(const ParameterValues&, const Platform& platform) {
  const auto is_long = [&platform](unsigned from, unsigned to) {
    const auto way = PathwayPlanner(platform, common_pools(platform)).plan(from, to);
    return way && way->header.size() == 2 && way->hops == 4;
  };
  const auto last = static_cast<unsigned>(std::max<std::size_t>(cells_of(platform).size(), 1) - 1);
  if (is_long(0, last) && is_long(last, 0)) return require_all_cells_free(platform);
  throw InputError(platform.workload.place, "no pathway of four busses with one corner",
                   "expected a 3x3 mesh of cells");
}

}  // namespace

ComponentType pathway_latency_type() {
  ComponentType type =
      make_type(TypeRole::workload, "pathway_latency",
                "Measures what pathways, markers and joints cost, on a 3x3 mesh of iWarp cells.");
  type.check_on = check_pathway_latency;
  type.make_workload = make_workload_of<PathwayLatency>;
  return ParameterTable<NoParameters>().into(std::move(type));
}

}  // namespace weft
