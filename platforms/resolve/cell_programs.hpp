// The assembly programs that the cells of a platform name.
#pragma once

namespace weft {

struct Platform;

/// Reads and assembles what `program:` of each cell names, each file once, and checks it against
/// the parameters of its cells. Throws InputError: no such file, the first error of a program at
/// its own line and column, what a cell cannot hold, a workload that would want the same cells.
void read_cell_programs(Platform& platform);

}  // namespace weft
