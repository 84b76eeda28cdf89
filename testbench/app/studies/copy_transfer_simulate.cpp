#include "testbench/app/studies/copy_transfer_simulate.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hw/node/router_grid.hpp"
#include "platforms/copy_transfer/communication_steps.hpp"
#include "platforms/copy_transfer/index_array.hpp"
#include "platforms/copy_transfer/node_file.hpp"
#include "platforms/copy_transfer/rounds.hpp"
#include "platforms/copy_transfer/simulation.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/table.hpp"
#include "testbench/build_info.hpp"

namespace weft::app {
namespace {

using copy_transfer::CommunicationStep;
using copy_transfer::NodeFile;
using copy_transfer::Simulation;
using copy_transfer::Way;

struct LackingWay {
  Way way = Way::packed;
  std::string lack;
};

void print_step(const NodeFile& node, const CommunicationStep& step,
                const std::vector<Simulation>& simulations,
                const std::vector<LackingWay>& lacking) {
  const RouterGrid grid(*node.network);
  const double congestion = congestion_of(node, step);
  fmt::print("{} on {} nodes, {}: {} words sent and compared, congestion {}\n", step.name,
             grid.nodes(), node.name, step.words(), number_text(congestion));
  Table table({"way", "MB/s a node", "clocks", "algebra", "%", "bound by", "composition"});
  for (const Simulation& one : simulations) {
    const bool estimated = !one.expression.empty();
    const double off = estimated ? 100 * (one.result.rate / one.estimate - 1) : 0;
    table.add({std::string(text_of(one.way)), fmt::format("{:.1f}", one.result.rate),
               fmt::format("{}", one.result.clocks),
               estimated ? fmt::format("{:.1f}", one.estimate) : "",
               estimated ? fmt::format("{:+.1f}", off) : "", one.bound_by, one.expression});
  }
  table.print();
  for (const LackingWay& one : lacking)
    fmt::print("{}: these nodes lack {}\n", text_of(one.way), one.lack);
}

nlohmann::ordered_json to_json(const NodeFile& node, const CommunicationStep& step,
                               const std::vector<Simulation>& simulations,
                               const std::vector<LackingWay>& lacking) {
  nlohmann::ordered_json json;
  json["weft"] = build_info::version;
  json["node"] = node.name;
  json["nodes"] = RouterGrid(*node.network).nodes();
  json["step"] = step.name;
  json["operation"] = text_of(step.operation);
  json["words"] = step.words();
  json["congestion"] = congestion_of(node, step);
  json["ways"] = nlohmann::ordered_json::array();
  for (const Simulation& one : simulations) {
    nlohmann::ordered_json way{
        {"way", text_of(one.way)}, {"mb_per_s", one.result.rate}, {"clocks", one.result.clocks}};
    if (!one.expression.empty()) {
      way["algebra_mb_per_s"] = one.estimate;
      way["bound_by"] = one.bound_by;
      way["expression"] = one.expression;
    }
    json["ways"].push_back(way);
  }
  json["lacking"] = nlohmann::ordered_json::array();
  for (const LackingWay& one : lacking)
    json["lacking"].push_back({{"way", text_of(one.way)}, {"lacks", one.lack}});
  return json;
}

}  // namespace

int simulate_step(const SimulateArguments& arguments) {
  JsonFile file(arguments.json);
  const NodeFile node = copy_transfer::load_node(find_node(arguments.node));
  copy_transfer::ShiftOptions moved{arguments.words, arguments.seed};
  if (!arguments.indices.empty())
    moved.indices = copy_transfer::load_index_array(arguments.indices);
  const CommunicationStep step =
      copy_transfer::read_step(arguments.step, node, moved, place_of("--step"));
  std::vector<Simulation> simulations;
  std::vector<LackingWay> lacking;
  for (const Way way : copy_transfer::all_ways) {
    const std::string lack = lacks_for(node, step.operation, way);
    if (lack.empty()) {
      simulations.push_back(simulate(node, step, way));
    } else {
      lacking.push_back({way, lack});
    }
  }
  if (simulations.empty()) {
    throw InputError(place_of(node.file), fmt::format("nodes that cannot do {}", step.name),
                     fmt::format("expected {}", lacking.front().lack));
  }
  file.write(to_json(node, step, simulations, lacking));
  if (!file.is_standard_output()) print_step(node, step, simulations, lacking);
  return ok;
}

}  // namespace weft::app
