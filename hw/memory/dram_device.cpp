#include "hw/memory/dram_device.hpp"

namespace weft {

DramAccess dram_access(const MemoryTransaction& transaction, unsigned word_bytes) {
  const std::uint64_t first = transaction.address / word_bytes;
  const std::uint64_t last =
      (transaction.address + std::uint64_t{transaction.words} * memory_word_bytes - 1) / word_bytes;
  return {transaction.address, static_cast<unsigned>(last - first + 1), transaction.write};
}

DramDevice::DramDevice(const DramParameters& parameters)
    : word_bytes_(parameters.word_bytes), dram_(parameters) {}

std::optional<MemoryClocks> DramDevice::begin(unsigned /*slot*/, MemoryTransaction& transaction,
                                              MemoryClocks now) {
  store_.serve(transaction);
  return dram_.access(dram_access(transaction, word_bytes_), now).last;
}

}  // namespace weft
