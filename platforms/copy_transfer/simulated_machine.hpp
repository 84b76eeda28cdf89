// Nodes with memory on a network, and what they do.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/memory/dram_device.hpp"
#include "hw/node/node_core.hpp"
#include "hw/node/node_network.hpp"
#include "platforms/copy_transfer/node_file.hpp"

namespace weft::copy_transfer {

/// A block that the fetch engine of a node sends.
struct FetchJob {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t words = 0;
  unsigned node = 0;
};

/// What a node does: loops of its first processor, one behind the other, and beside them blocks for
/// its fetch engine.
struct NodeWork {
  std::vector<LoopTransfer> loops;
  std::vector<FetchJob> fetches;
  /// Of its second processor, which takes what arrives in place of the deposit engine.
  std::optional<LoopTransfer> receives;
};

/// What all nodes do until all of them are done: by their numbers.
using Phase = std::vector<NodeWork>;

/// All nodes and the network on one clock. What arrives is stored by the deposit engines.
class SimulatedMachine : private PacketSink {
 public:
  /// Throws ParameterError. The file has a network.
  explicit SimulatedMachine(const NodeFile& file);

  const RouterGrid& grid() const { return network_.grid(); }
  unsigned nodes() const { return static_cast<unsigned>(nodes_.size()); }
  WordStore& memory(unsigned node) { return nodes_[node]->memory.store(); }
  /// The clocks from the first instruction until the last word is stored anywhere. Nodes then know
  /// of each other that they are done, and the next phase begins: synchronisation takes no time.
  /// Throws std::logic_error if nothing moves any more.
  MemoryClocks run(const Phase& phase);

 private:
  struct Member {
    explicit Member(const NodeParameters& parameters)
        : memory(parameters.dram), core(parameters, memory) {}
    DramDevice memory;
    NodeCore core;
    std::size_t next_loop = 0;
    std::size_t next_fetch = 0;
  };

  bool accepts(unsigned node, PacketLane lane, MemoryClocks now) const override;
  void accept(unsigned node, const NetworkPacket& packet, MemoryClocks now) override;
  // whether it has begun with all its work and is done with it
  bool evaluate(unsigned node, const NodeWork& work);

  NodeParameters parameters_;
  NodeNetwork network_;
  std::vector<std::unique_ptr<Member>> nodes_;
  MemoryClocks now_ = 0;
  MemoryClocks last_arrival_ = 0;
};

}  // namespace weft::copy_transfer
