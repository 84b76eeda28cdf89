#include "testbench/workloads/free_cells.hpp"

#include <fmt/format.h>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"

namespace weft {

void require_free_cell(const Platform& platform, std::size_t address) {
  const Cell& cell = cells_of(platform)[address];
  if (cell.program == nullptr) return;
  throw InputError(
      platform.workload.place,
      fmt::format("workload '{}' on '{}', which has a program of its own",
                  platform.workload.type->name, platform.components[cell.component].name),
      "expected a cell without `program:`");
}

void require_all_cells_free(const Platform& platform) {
  for (std::size_t address = 0; address < cells_of(platform).size(); ++address)
    require_free_cell(platform, address);
}

}  // namespace weft
