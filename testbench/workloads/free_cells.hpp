// Cells that a workload may run programs on.
#pragma once

#include <cstddef>

namespace weft {

struct Platform;

/// Throws InputError at the platform's workload if a cell has a program of its own: for a workload
/// that runs on all cells.
void require_all_cells_free(const Platform& platform);

/// Likewise for the cell with this address.
void require_free_cell(const Platform& platform, std::size_t address);

}  // namespace weft
