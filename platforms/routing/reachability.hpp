// Does every packet arrive?
#pragma once

#include "platforms/platform.hpp"

namespace weft {

/// Follows every header of every processor from every other processor through the tables, over
/// every link of each hunt group and every random header. Throws InputError, placed at the table or
/// component at fault: a header that no interval takes, is discarded, goes to a link that is not
/// connected, arrives at the wrong processor or goes round in a loop; a processor that others
/// cannot reach at all, unless there is no workload.
///
/// Each table is looked at once for each range of headers, so that 256 processors take about 10 ms.
void check_reachability(const Platform& platform);

}  // namespace weft
