// A node by itself in tests, with its memory and small round parameters.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/memory/dram_device.hpp"
#include "hw/node/node_core.hpp"

namespace weft::test {

/// One clock for each part where nothing else is said: what is counted by hand stays short.
inline NodeParameters plain_node() {
  NodeParameters node;
  node.path.return_clocks = 2;
  node.path.queue = 2;
  node.processor.cache = {1024, 1};
  node.processor.write_queue = {4, 32, 1};
  node.port = {1, 1, 8, 2, 2, 2};
  node.engine = {true, true, true, 4, 0, 0};
  return node;
}

/// Runs a node until it is done, with the packets that it has sent.
class NodeBench {
 public:
  explicit NodeBench(const NodeParameters& parameters)
      : memory(parameters.dram), node(parameters, memory) {}

  /// Words of memory from an address on, each by its number.
  void fill(std::uint64_t address, std::uint64_t words, std::uint64_t first = 1) {
    for (std::uint64_t i = 0; i < words; ++i) memory.store().write(address + 8 * i, first + i);
  }

  /// The clocks that it takes.
  MemoryClocks run() {
    MemoryClocks now = 0;
    for (; now < 1'000'000 && !(now != 0 && node.done()); ++now) {
      node.evaluate(now);
      while (const auto packet = node.port().take_sent()) sent.push_back(*packet);
    }
    return now;
  }

  DramDevice memory;
  NodeCore node;
  std::vector<NetworkPacket> sent;
};

}  // namespace weft::test
