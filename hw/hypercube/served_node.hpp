// What a packet chip serves, and what that gives it to send.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"
#include "hw/hypercube/packet.hpp"
#include "hw/hypercube/routes.hpp"

namespace weft {

/// What a chip serves: memory and co-processor of its node.
class HypercubeNode {
 public:
  /// The data of packet `index` of a message that was given to `send`; read as it gets a buffer.
  virtual HypercubePacketData packet_data(std::uint64_t message, std::uint32_t index, Time now) = 0;
  /// Asks for these data before they are read; false if they are not there yet, which the node
  /// says when they are (HypercubeChipCore::data_there).
  virtual bool fetch(std::uint64_t /*message*/, std::uint32_t /*index*/) { return true; }
  /// A packet for this node has come in by a link, its tail at `now`.
  virtual void arrived(const HypercubePacket& packet, unsigned port, Time now) = 0;
  /// A message that was given to `send` waits in memory for this port.
  virtual void queued(std::uint64_t /*message*/, unsigned /*port*/, Time /*now*/) {}
  /// Brings into the processor's caches what `packet_data` of this packet, or `arrived`, will use;
  /// in two steps, of which the second finds its way by what the first has brought.
  virtual void prefetch_data(std::uint64_t /*message*/, std::uint32_t /*index*/,
                             bool /*again*/) const {}
  virtual void prefetch_arrivals() const {}

 protected:
  ~HypercubeNode() = default;
};

/// A message that is to be sent.
struct HypercubeOutgoing {
  unsigned destination = 0;
  std::uint32_t packets = 1;
  std::uint64_t message = 0;  ///< By which the node is asked for its data.
};

/// A message that is to be sent to several nodes.
struct HypercubeBroadcast {
  StepSet neighbours = 0;  ///< The links to them; 0 for all nodes of the cube.
  std::uint32_t packets = 1;
  std::uint64_t message = 0;  ///< By which the node is asked for its data.
};

}  // namespace weft
