// The T9000s of a platform in the order of their labels.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "platforms/platform.hpp"
#include "platforms/resolve/network.hpp"
#include "platforms/routing/hunt_group.hpp"

namespace weft {

/// Where a processor is attached to a network.
struct Attachment {
  std::size_t router = 0;  ///< Of its topology.
  HuntGroup exit;          ///< By which its packets leave that router.
};

/// Fills in `processors` without their headers: the network's routers in the order of their labels,
/// each with its own and then the T9000s by hand that hang on it, directly or behind C104s by hand;
/// then the rest. `network` may be null. The result has the attachments by processor of all but the
/// rest: one to each part of the network that it has links to, the first in the order of labels.
std::multimap<std::size_t, Attachment> list_processors(Platform& platform, const Network* network);

}  // namespace weft
