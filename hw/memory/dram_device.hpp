// The DRAM of a node with what it holds.
#pragma once

#include "hw/memory/dram_core.hpp"
#include "hw/memory/memory_device.hpp"
#include "hw/memory/word_store.hpp"

namespace weft {

/// DRAM that knows at once how long each transaction takes.
class DramDevice : public MemoryDevice {
 public:
  /// Throws ParameterError.
  explicit DramDevice(const DramParameters& parameters);

  std::optional<MemoryClocks> begin(unsigned slot, MemoryTransaction& transaction,
                                    MemoryClocks now) override;

  /// The contents, for who prepares a run and looks at what it has left.
  WordStore& store() { return store_; }
  const DramCore& dram() const { return dram_; }

 private:
  unsigned word_bytes_;
  DramCore dram_;
  WordStore store_;
};

/// The words of the DRAM that a transaction takes: those of 128 bits hold two of the transaction.
DramAccess dram_access(const MemoryTransaction& transaction, unsigned word_bytes);

}  // namespace weft
