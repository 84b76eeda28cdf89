// The contents of a memory.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "hw/memory/memory_transaction.hpp"

namespace weft {

/// Words by address; those that nobody has written are 0. Takes as much as was written.
class WordStore {
 public:
  std::uint64_t read(std::uint64_t address) const {
    const auto page = pages_.find(address / page_bytes);
    return page == pages_.end() ? 0 : page->second[word_of(address)];
  }

  void write(std::uint64_t address, std::uint64_t word) {
    pages_[address / page_bytes][word_of(address)] = word;
  }

  /// Carries out a transaction.
  void serve(MemoryTransaction& transaction) {
    for (unsigned i = 0; i < transaction.words; ++i) {
      const std::uint64_t address = transaction.address + i * memory_word_bytes;
      if (transaction.write) {
        write(address, transaction.data[i]);
      } else {
        transaction.data[i] = read(address);
      }
    }
  }

 private:
  static constexpr std::uint64_t page_bytes = 4096;
  using Page = std::array<std::uint64_t, page_bytes / memory_word_bytes>;

  static std::size_t word_of(std::uint64_t address) {
    return address % page_bytes / memory_word_bytes;
  }

  std::unordered_map<std::uint64_t, Page> pages_;
};

}  // namespace weft
