// What answers the remote loads of other nodes.
#pragma once

#include <deque>

#include "hw/memory/memory_path.hpp"
#include "hw/node/network_port.hpp"

namespace weft {

/// Reads the words that a request names from the memory of its node, and sends them back, without
/// the processor. Requests are answered in the order in which they arrive.
class RemoteReads {
 public:
  /// Path and port live as long.
  RemoteReads(const EngineParameters& parameters, unsigned master, MemoryPath& path,
              NetworkPort& port)
      : on_(parameters.reads), master_(master), path_(&path), port_(&port) {}

  void complete(const PathCompletion& completion);
  void evaluate(MemoryClocks now);
  bool idle() const { return requesters_.empty(); }

 private:
  bool on_;
  unsigned master_;
  MemoryPath* path_;
  NetworkPort* port_;
  std::deque<unsigned> requesters_;  // whose words are being read
};

}  // namespace weft
