#include <fmt/format.h>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/conset.hpp"
#include "testbench/workloads/conset_plan.hpp"
#include "testbench/workloads/free_cells.hpp"

namespace weft {
namespace {

void check_conset(const ParameterValues& values, const Platform& platform) {
  const auto parameters = values.to_struct<ConsetParameters>();
  require_all_cells_free(platform);
  if (parameters.transfers == TransferLevel::message && parameters.mode == ConsetMode::systolic) {
    refuse_systolic_messages(values);
  }
  ConsetPlanner(platform, values, parameters).check();
  if (parameters.late_cell >= cells_of(platform).size()) {
    throw InputError(values.place("late_cell"), fmt::format("cell {}", parameters.late_cell),
                     fmt::format("expected an address below {}", cells_of(platform).size()));
  }
}

}  // namespace

ComponentType conset_type() {
  ComponentType type =
      make_type(TypeRole::workload, "conset",
                "Connections in phases between iWarp cells: a schedule of the communication "
                "compiler, phase by phase.");
  type.check_on = check_conset;
  type.make_workload = make_workload_of<Conset, ConsetParameters>;

  using P = ConsetParameters;
  ParameterTable<P> table;
  add_connection_keys(table);
  table.text("schedule", &P::schedule)
      .default_note("compiled")
      .help("A schedule of `weft conset compile`, in place of one that is compiled for the run.");
  table
      .choice("router", &P::router,
              {{"sharing", conset::RouterKind::sharing},
               {"paper", conset::RouterKind::paper},
               {"dimension_order", conset::RouterKind::dimension_order}})
      .help("What finds the ways, as `weft conset compile --router`.");
  table.count("channels", &P::channels)
      .between(1, most_channels)
      .help("Logical channels of a cell for connections, at most.")
      .source("ConSet 1993, 5");
  table
      .choice("mode", &P::mode,
              {{"streaming", ConsetMode::streaming},
               {"systolic", ConsetMode::systolic},
               {"spooling", ConsetMode::spooling}})
      .help(
          "How words get into and out of connections: by long instruction words, element by "
          "element, or by spooling gates.")
      .source("ConSet 1993, 5");
  table
      .choice("barriers", &P::barriers,
              {{"each_phase", ConsetBarriers::each_phase},
               {"switches", ConsetBarriers::switches},
               {"none", ConsetBarriers::none}})
      .help(
          "All cells wait for each other before each switch and behind the transfers of each "
          "phase; or behind those of the last one only; or never.")
      .source("ConSet 1993, 4.2; what is behind the transfers is ours");
  table.count("lead", &P::lead)
      .between(2, 8)
      .help("Words by which a cell's sends are ahead of its receives; not of `spooling`.")
      .source("ours");
  table.count("use_clocks", &P::use_clocks)
      .between(1, 10'000)
      .help("Clocks of instructions before a cell uses another connection; not of `systolic`.")
      .source("ours");
  table.count("element_clocks", &P::element_clocks)
      .between(2, conset::most_clocks_per_word)
      .help("Of `systolic`: clocks of a word at each end.")
      .source("ConSet 1993, 5.2");
  table.count("barrier_word", &P::barrier_word)
      .between(1, 10'000)
      .help(
          "Clocks of instructions for each word of a barrier. With 5 a barrier over 8x8 cells "
          "takes 356, of the published 352.")
      .source("ours");
  table.count("begin_phase", &P::begin_phase)
      .help("Clocks of a switch behind its barrier, if its steps take no longer.")
      .source("ConSet 1993, 4.2.1");
  table.count("late_cell", &P::late_cell)
      .help(
          "Address of a cell that is late behind each barrier: to see what is kept, and what "
          "is an error.");
  table.count("late_clocks", &P::late_clocks).help("How late.");
  return table.into(std::move(type));
}

}  // namespace weft
