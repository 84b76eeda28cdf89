#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/iwarp/memory_agent.hpp"
#include "hw/iwarp/port_operations.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/free_cells.hpp"
#include "testbench/workloads/pathway_stream.hpp"

namespace weft {
namespace {

// Nobody is named: the first or the last cell.
unsigned cell_at(const ParameterValues& values, const Platform& platform,
                 std::string_view parameter, const std::string& name, std::size_t otherwise) {
  if (name.empty()) return static_cast<unsigned>(otherwise);
  std::vector<std::string> names;
  for (unsigned i = 0; i < cells_of(platform).size(); ++i) {
    names.push_back(platform.components[cells_of(platform)[i].component].name);
    if (names.back() == name) return i;
  }
  unknown_name(values.place(parameter), fmt::format("unknown cell as {}", parameter), name, names);
}

void require_gates(const ParameterValues& values, const PathwayStreamParameters& stream) {
  const bool by_gates = stream.send == Transfer::gates || stream.receive == Transfer::gates;
  if (!by_gates || stream.pathways <= gate_count) return;
  throw InputError(
      values.place("pathways"), fmt::format("{} pathways by gates", stream.pathways),
      fmt::format("expected at most {}, or `send: spools, receive: spools`", gate_count));
}

void check_pathway_stream(const ParameterValues& values, const Platform& platform) {
  const auto stream = values.to_struct<PathwayStreamParameters>();
  if (cells_of(platform).size() < 2) {
    throw InputError(platform.workload.place,
                     fmt::format("a stream of pathways on {} cells", cells_of(platform).size()),
                     "expected two or more");
  }
  require_gates(values, stream);
  const unsigned from = cell_at(values, platform, "from", stream.from, 0);
  const unsigned to = cell_at(values, platform, "to", stream.to, cells_of(platform).size() - 1);
  require_free_cell(platform, from);
  require_free_cell(platform, to);
  if (PathwayPlanner(platform, common_pools(platform)).plan(from, to)) return;
  const std::string& source = platform.components[cells_of(platform)[from].component].name;
  if (from == to) {
    throw InputError(values.place(values.is_set("to") ? "to" : "from"),
                     fmt::format("a pathway from '{}' to itself", source), "expected two cells");
  }
  throw InputError(platform.workload.place,
                   fmt::format("no pathway from '{}' to '{}'", source,
                               platform.components[cells_of(platform)[to].component].name),
                   "expected busses between them with a pool in common");
}

}  // namespace

ComponentType pathway_stream_type() {
  ComponentType type =
      make_type(TypeRole::workload, "pathway_stream",
                "One iWarp cell sends messages to another over pathways that stay open.");
  type.check_on = check_pathway_stream;
  type.make_workload = make_workload_of<PathwayStream, PathwayStreamParameters>;

  using P = PathwayStreamParameters;
  ParameterTable<P> table;
  const std::initializer_list<std::pair<std::string_view, Transfer>> transfers{
      {"gates", Transfer::gates}, {"spools", Transfer::spools}};
  table.count("words", &P::words)
      .between(1, 8192)
      .help("Data words of a message.")
      .source("iWarp 1990, 6.1");
  table.count("messages", &P::messages).help("Messages on each pathway; 0 for no end.");
  table.count("pathways", &P::pathways)
      .between(1, spool_count)
      .help("Pathways side by side, at most 2 by gates.")
      .source("iWarp 1990, 5.2");
  table.choice("send", &P::send, transfers)
      .help("What writes the words: the program's gates, or spooling gates from memory.")
      .source("iWarp 1990, 7");
  table.choice("receive", &P::receive, transfers).help("What reads them.").source("iWarp 1990, 7");
  table.text("from", &P::from).default_note("the first cell").help("Sending cell.");
  table.text("to", &P::to).default_note("the last cell").help("Receiving cell.");
  return table.into(std::move(type));
}

}  // namespace weft
