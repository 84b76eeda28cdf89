// A node: processors, cache, bus, memory, engines and the interface to the network.
#pragma once

#include <memory>
#include <vector>

#include "hw/memory/memory_path.hpp"
#include "hw/node/block_engine.hpp"
#include "hw/node/loop_processor.hpp"
#include "hw/node/network_port.hpp"
#include "hw/node/parameters.hpp"
#include "hw/node/remote_reads.hpp"

namespace weft {

/// All parts of a node on one clock, around one memory that they contend for. What it can move in a
/// second is no parameter of it: it follows from clocks, widths, queues and banks.
class NodeCore {
 public:
  /// `memory` lives as long as the node. Throws ParameterError.
  NodeCore(const NodeParameters& parameters, MemoryDevice& memory);

  LoopProcessor& processor(unsigned number) { return *processors_[number]; }
  const LoopProcessor& processor(unsigned number) const { return *processors_[number]; }
  FetchEngine& fetch() { return *fetch_; }
  DepositEngine& deposit() { return *deposit_; }
  NetworkPort& port() { return port_; }
  /// For a memory that answers later.
  MemoryPath& path() { return path_; }

  /// At a point of synchronisation: no cache has a line any more. No loop runs.
  void invalidate_caches();
  /// At each clock, from 0 on.
  void evaluate(MemoryClocks now);
  /// Loops and engines have ended, and all that they stored is in memory or has left.
  bool done() const;

 private:
  void dispatch(const PathCompletion& completion);

  bool invalidates_lines_;
  MemoryPath path_;
  NetworkPort port_;
  std::vector<std::unique_ptr<LoopProcessor>> processors_;
  std::unique_ptr<FetchEngine> fetch_;
  std::unique_ptr<DepositEngine> deposit_;
  RemoteReads remote_reads_;
};

}  // namespace weft
