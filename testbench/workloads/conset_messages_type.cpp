#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/schedule.hpp"
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
  if (parameters.transfers == TransferLevel::message && parameters.mode == MessageMode::systolic) {
    refuse_systolic_messages(values);
  }
  const conset::CellGraph graph(platform, true, platform.workload.place);
  require_message_channels(platform, parameters.wait);
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
      .source("ConSet 1993, table 6, what its predictions leave beside the receiver");
  table.count("element_clocks", &P::element_clocks)
      .between(2, conset::most_clocks_per_word)
      .help("Of `systolic`: clocks to take a word that comes, and to use it.")
      .source("ConSet 1993, 5.2");
  return table.into(std::move(type));
}

}  // namespace weft
