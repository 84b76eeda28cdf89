// Does every packet arrive?
#pragma once

#include "platforms/checks/header_flow.hpp"

namespace weft {

/// Follows all headers of a platform from every processor through the tables, over every link of
/// each hunt group and every random header. Throws InputError, placed at the table or component at
/// fault: a header that no interval takes, is discarded (but for a fault, see unreachable_pairs),
/// goes to a link that is not connected, arrives at the wrong processor or goes round in a loop; a
/// processor that others cannot reach at all, unless there is no workload.
///
/// Ranges of headers are followed together; only those of which some packet may go wrong are then
/// walked one by one, for the message.
void check_reachability(const HeaderFlow& flow);

}  // namespace weft
