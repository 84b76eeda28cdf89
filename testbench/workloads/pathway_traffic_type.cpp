#include <fmt/format.h>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/pathway_traffic.hpp"

namespace weft {
namespace {

void check_pathway_traffic(const ParameterValues&, const Platform& platform) {
  if (cells_of(platform).size() < 2) {
    throw InputError(platform.workload.place,
                     fmt::format("traffic of pathways on {} cells", cells_of(platform).size()),
                     "expected two or more");
  }
  if (!common_pools(platform).empty()) return;
  throw InputError(platform.workload.place, "no pool has a channel on every bus",
                   "expected busses, and `output_pools:` with a pool in common");
}

}  // namespace

ComponentType pathway_traffic_type() {
  ComponentType type =
      make_type(TypeRole::workload, "pathway_traffic",
                "iWarp cells open pathways to others drawn at random and send messages over them.");
  type.check_on = check_pathway_traffic;
  type.make_workload = make_workload_of<PathwayTraffic, PathwayTrafficParameters>;

  using P = PathwayTrafficParameters;
  ParameterTable<P> table;
  table.range("words", &P::words)
      .between(1, 1024)
      .help("Data words of a message: a number, or a range of which each is as likely.");
  table.range("messages", &P::messages).between(1, 65'536).help("Messages on a pathway.");
  table.count("pathways", &P::pathways).help("Pathways of each sender; 0 for no end.");
  table.range("pause", &P::pause)
      .between(0, 1'000'000)
      .help("Clocks of computing before each pathway.");
  table.count("receivers", &P::receivers)
      .between(1, 99)
      .help("Percent of the cells that receive; the others send.");
  table.choice("receive", &P::receive, {{"gates", Transfer::gates}, {"spools", Transfer::spools}})
      .help("What reads the words: the program's gates, or a spooling gate.")
      .source("iWarp 1990, 7");
  return table.into(std::move(type));
}

}  // namespace weft
