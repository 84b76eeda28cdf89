#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hw/common/nearest_name.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/conset/barrier_plan.hpp"
#include "platforms/conset/schedule.hpp"
#include "platforms/finite_elements/paper_meshes.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/software/iwarp/finite_elements.hpp"
#include "testbench/workloads/conset_plan.hpp"
#include "testbench/workloads/free_cells.hpp"

namespace weft {
namespace {

void check_finite_elements(const ParameterValues& values, const Platform& platform) {
  const auto parameters = values.to_struct<FiniteElementsParameters>();
  const std::vector<std::string> meshes = finite_elements::paper_mesh_names();
  if (std::find(meshes.begin(), meshes.end(), parameters.mesh) == meshes.end()) {
    throw InputError(values.place("mesh"), fmt::format("no mesh '{}'", parameters.mesh),
                     "expected " + list_names(meshes), nearest_name(parameters.mesh, meshes));
  }
  require_all_cells_free(platform);
  const conset::CellGraph graph(platform, true, platform.workload.place);
  const std::size_t parts = finite_elements::paper_mesh_parts;
  if (graph.cells() != parts) {
    throw InputError(platform.workload.place,
                     fmt::format("'{}' on {} cells", parameters.mesh, graph.cells()),
                     fmt::format("expected {} cells, one for each part", parts));
  }
  if (parameters.model == SolverModel::messages) {
    require_message_channels(platform, MessageWait::agent);
    return;
  }
  conset::plan_barrier(graph, platform.workload.place);
  require_connection_channels(graph, parameters.channels, values.place("channels"));
}

}  // namespace

ComponentType finite_elements_type() {
  ComponentType type =
      make_type(TypeRole::workload, "finite_elements",
                "The kernel of a finite element solver on iWarp cells: a sparse matrix times a "
                "vector, or conjugate gradients.");
  type.check_on = check_finite_elements;
  type.make_workload = make_workload_of<FiniteElements, FiniteElementsParameters>;

  using P = FiniteElementsParameters;
  ParameterTable<P> table;
  table.text("mesh", &P::mesh)
      .help("c100k, c10k, m11k or q20k: a mesh like that of the paper, in 64 parts.")
      .source("ConSet 1993, 5.2");
  table
      .choice("task", &P::task,
              {{"product", SolverTask::product}, {"solution", SolverTask::solution}})
      .help(
          "One product of the matrix and a vector; or conjugate gradients, which take one an "
          "iteration.")
      .source("ConSet 1993, 5.2");
  table
      .choice("model", &P::model,
              {{"conset", SolverModel::conset}, {"messages", SolverModel::messages}})
      .help("What carries the words at the borders: connections in phases, or messages.")
      .source("ConSet 1993, 5.2");
  table.count("iterations", &P::iterations)
      .between(1, 100'000)
      .help("Of `solution`: as many at most.");
  table.real("tolerance", &P::tolerance)
      .real_between(0, 1)
      .help("Of `solution`: ends when the residual, relative to the right side, is as small.");
  add_placement_key(table, &P::placement);
  table
      .choice("router", &P::router,
              {{"sharing", conset::RouterKind::sharing},
               {"paper", conset::RouterKind::paper},
               {"dimension_order", conset::RouterKind::dimension_order}})
      .help("Of `conset`: what finds the ways, as `weft conset compile --router`.");
  table.count("channels", &P::channels)
      .between(1, most_channels)
      .help("Of `conset`: logical channels of a cell for connections, at most.")
      .source("ConSet 1993, 5");
  table
      .choice("order", &P::order,
              {{"timetable", MessageOrder::timetable},
               {"random", MessageOrder::random},
               {"listed", MessageOrder::listed}})
      .help("Of `messages`: in which order a cell sends, as of `conset_messages`.");
  table.count("overhead", &P::overhead)
      .between(100, 1'000'000)
      .help("Of `messages`: clocks of a send and of a receive, beside the words.")
      .source("ConSet 1993, 4.3.1");
  table.count("copy_clocks", &P::copy_clocks)
      .between(least_send_clocks, conset::most_clocks_per_word)
      .help("Of `messages`: clocks to copy a word into the buffer before it is sent.")
      .source("ConSet 1993, table 6, what its predictions leave beside the receiver");
  table.count("send_clocks", &P::send_clocks)
      .between(least_send_clocks, conset::most_clocks_per_word)
      .help("Of `conset`: clocks to gather a word and send it.")
      .source("ConSet 1993, 5.2");
  table.count("receive_clocks", &P::receive_clocks)
      .between(least_receive_clocks, conset::most_clocks_per_word)
      .help("Clocks to receive a word and add it where it belongs.")
      .source("ConSet 1993, 5.2");
  return table.into(std::move(type));
}

}  // namespace weft
