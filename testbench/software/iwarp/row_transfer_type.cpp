#include <fmt/format.h>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/pathways/standing_pathways.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/software/iwarp/row_transfer.hpp"
#include "testbench/workloads/free_cells.hpp"

namespace weft {
namespace {

void check_row_transfer(const ParameterValues&, const Platform& platform) {
  if (cells_of(platform).size() < 3) {
    throw InputError(platform.workload.place,
                     fmt::format("rows for {} cells", cells_of(platform).size()),
                     "expected three or more: both ends, and a joint between them");
  }
  plan_standing(platform, chain_up(platform));
  require_all_cells_free(platform);
}

}  // namespace

ComponentType row_transfer_type() {
  ComponentType type = make_type(
      TypeRole::workload, "row_transfer",
      "GetRow and PutRow: a chain of iWarp cells takes its parts of one message, or adds them.");
  type.check_on = check_row_transfer;
  type.make_workload = make_workload_of<RowTransfer, RowTransferParameters>;

  using P = RowTransferParameters;
  ParameterTable<P> table;
  table
      .choice("method", &P::method,
              {{"get_row", RowMethod::get_row}, {"put_row", RowMethod::put_row}})
      .help("Out of the first cell to all others, or from all others into the last one.")
      .source("iWarp 1990, 3.1.2");
  table.count("words", &P::words).between(1, 8192).help("Data words of a cell's part.");
  table.count("rows", &P::rows).help("Rows one after the other; 0 for no end.");
  return table.into(std::move(type));
}

}  // namespace weft
