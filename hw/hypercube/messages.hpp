// What a node of a hypercube sends and receives, whatever transport carries it.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/time.hpp"

namespace weft {

/// A message that has arrived whole. Times in ps.
struct HypercubeArrival {
  unsigned source = 0;
  std::uint16_t type = 0;
  std::vector<std::uint8_t> bytes;
  Time first = 0;  ///< Its first packet is in, or its first 16 bytes of data (section 6).
  Time last = 0;   ///< All of it is in.
};

/// A message that leaves the memory of its node.
struct HypercubeDeparture {
  unsigned destination = 0;
  std::uint16_t type = 0;
  Time queued = 0;  ///< It was given to `send`, ps.
  Time leaves = 0;  ///< Its first packet gets a buffer, or its header the first link.
};

/// Who works with the messages of a node: a program, a measurement.
class HypercubeMessageClient {
 public:
  virtual void received(const HypercubeArrival& message) = 0;
  virtual void leaves(const HypercubeDeparture&) {}

 protected:
  ~HypercubeMessageClient() = default;
};

struct HypercubeMessageCounters {
  std::uint64_t sent = 0;      ///< Given to `send`.
  std::uint64_t received = 0;  ///< Whole.
  /// The most bytes of messages in transit that were stored at a time, headers with them.
  std::uint64_t most_stored = 0;
  /// With those of the node that have not left it.
  std::uint64_t most_stored_with_own = 0;
};

/// The messages of one node.
class HypercubeMessages {
 public:
  /// Queues a message of 1 byte or more for another node of the cube; else throws
  /// std::invalid_argument.
  virtual void send(unsigned destination, std::uint16_t type, std::vector<std::uint8_t> bytes,
                    Time now) = 0;
  /// Who is told from now on; without one, what arrives is dropped.
  virtual void tell(HypercubeMessageClient& client) = 0;
  virtual const HypercubeMessageCounters& message_counters() const = 0;
  /// Nothing that it was given to send is still here, and nothing has arrived in part.
  virtual bool idle() const = 0;

 protected:
  ~HypercubeMessages() = default;
};

}  // namespace weft
