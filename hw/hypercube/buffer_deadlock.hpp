// Whether packets can wait for each other's buffers for ever.
#pragma once

#include <vector>

#include "hw/hypercube/parameters.hpp"

namespace weft {

/// A buffer of a port that holds a packet, and what that waits for.
struct HypercubeBufferWait {
  unsigned node = 0;
  unsigned port = 0;
  unsigned destination = 0;  ///< Of a broadcast the neighbour along `port`.
  unsigned next_port = 0;    ///< At the neighbour along `port`; of a broadcast one that it needs.
  bool contrary = false;
  bool broadcast = false;  ///< It needs a buffer of all ports above `port` at once.

  bool operator==(const HypercubeBufferWait&) const = default;
};

/// Section 5.2, checked over every packet that can be in any buffer, with a co-processor those of
/// broadcasts too, which wait for all ports above the one that they came by. A port stands still
/// only if all its buffers are taken by packets that wait for ports which stand still; under the
/// contrary-packet rule one of them at least is not contrary. So the ports are found that could all
/// stand still at once: all, less those without such a packet, until none is without. If some are
/// left, the result is a circle of waits among them, each for the next; else it is empty, and no
/// deadlock is possible. The work grows with 4^degree.
///
/// It is the same however packets are forwarded (HypercubeForwarding): by `cut_through` too a
/// packet begins only when all of a buffer is reserved for it at the far end, so that once begun it
/// gets there whatever else stands still; what waits are packets in buffers, for buffers, and a
/// buffer is free a packet's time after what it holds has begun to leave.
std::vector<HypercubeBufferWait> find_hypercube_deadlock(const HypercubeChipParameters& parameters);

}  // namespace weft
