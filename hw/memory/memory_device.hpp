// What a memory controller has behind it.
#pragma once

#include <optional>

#include "hw/memory/memory_transaction.hpp"
#include "hw/memory/parameters.hpp"

namespace weft {

/// A memory: DRAM of Weft's (DramDevice), or whatever stands behind a TLM-2.0 socket.
class MemoryDevice {
 public:
  MemoryDevice() = default;
  MemoryDevice(const MemoryDevice&) = delete;
  MemoryDevice& operator=(const MemoryDevice&) = delete;
  virtual ~MemoryDevice() = default;

  /// The controller begins with a transaction at `now`. It stays where it is until it is answered;
  /// a read has its words by then. `slot` names it: no other one that is not answered has the same.
  /// Returns when the last word is read or taken, where that is known at once; else
  /// `MemoryPath::answer` is called then.
  virtual std::optional<MemoryClocks> begin(unsigned slot, MemoryTransaction& transaction,
                                            MemoryClocks now) = 0;
};

}  // namespace weft
