#include <fmt/format.h>

#include <bit>

#include "hw/iwarp/channel_map.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/schedule.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/conset_messages.hpp"
#include "testbench/workloads/conset_plan.hpp"
#include "testbench/workloads/free_cells.hpp"

namespace weft {
namespace {

void check_conset_messages(const ParameterValues& values, const Platform& platform) {
  const auto parameters = values.to_struct<ConsetMessagesParameters>();
  require_all_cells_free(platform);
  const conset::CellGraph graph(platform, true, platform.workload.place);
  if (common_pools(platform).empty()) {
    throw InputError(platform.workload.place, "no pool has a channel on every bus",
                     "expected `output_pools:` with a pool in common");
  }
  const int needed = parameters.wait == MessageWait::agent ? 4 : 2;
  for (const Cell& cell : cells_of(platform)) {
    const int own = std::popcount(ChannelMap(iwarp_parameters(platform, cell.component)).own);
    if (own >= needed) continue;
    throw InputError(
        platform.workload.place,
        fmt::format("messages from '{}', which has {} own channel{}",
                    platform.components[cell.component].name, own, own == 1 ? "" : "s"),
        fmt::format("expected {} or more: `output_pools:` with fewer channels on its busses",
                    needed == 4 ? "four" : "two"));
  }
  read_workload_connections(platform, values, parameters, graph);
}

}  // namespace

ComponentType conset_messages_type() {
  ComponentType type = make_type(TypeRole::workload, "conset_messages",
                                 "The connections of `conset` as messages between iWarp cells.");
  type.check_on = check_conset_messages;
  type.make_workload = make_workload_of<ConsetMessages, ConsetMessagesParameters>;

  using P = ConsetMessagesParameters;
  ParameterTable<P> table;
  add_connection_keys(table);
  table
      .choice("order", &P::order,
              {{"timetable", MessageOrder::timetable},
               {"random", MessageOrder::random},
               {"listed", MessageOrder::listed}})
      .help(
          "In which order a cell sends: that of the scheduler for connections, between what it "
          "receives; or one that is drawn, or that of the list, as soon as it can.")
      .source("ConSet 1993, 5.1.3");
  table.choice("wait", &P::wait, {{"agent", MessageWait::agent}, {"program", MessageWait::program}})
      .help(
          "What waits for a channel for a message that begins: the communication agent, in four of "
          "the cell's own channels, one for each bus; or the program, in two of them, which asks "
          "again when it has nothing else to do.")
      .source("ConSet 1993, 5: 4 channels for the missing interrupt");
  table
      .choice("mode", &P::mode,
              {{"spooling", MessageMode::spooling}, {"systolic", MessageMode::systolic}})
      .help(
          "From memory to memory; or each word is copied into a buffer before it is sent, and "
          "taken "
          "from the gate where it comes.")
      .source("ConSet 1993, 5 and 5.2");
  table.count("overhead", &P::overhead)
      .between(100, 1'000'000)
      .help("Clocks of a send and of a receive, beside the words.")
      .source("ConSet 1993, 4.3.1");
  table.count("copy_clocks", &P::copy_clocks)
      .between(1, conset::most_clocks_per_word)
      .help("Of `systolic`: clocks to copy a word into the buffer before it is sent.")
      .source("ours");
  table.count("element_clocks", &P::element_clocks)
      .between(2, conset::most_clocks_per_word)
      .help("Of `systolic`: clocks to take a word that comes, and to use it.")
      .source("ConSet 1993, 5.2");
  return table.into(std::move(type));
}

}  // namespace weft
