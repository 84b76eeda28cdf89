// The data cache of a processor.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/memory/memory_transaction.hpp"
#include "hw/node/parameters.hpp"

namespace weft {

/// A set-associative cache, which holds the words themselves: what others write to memory is not
/// seen through it before its line is invalidated. Ways are replaced in turn.
class CacheCore {
 public:
  /// Throws ParameterError.
  CacheCore(const CacheParameters& parameters, unsigned line_bytes);

  std::optional<std::uint64_t> load(std::uint64_t address) const;
  /// A store writes through: it changes a line that is there, and fills none.
  void store(std::uint64_t address, std::uint64_t word);
  /// `line` has all words of its line.
  void fill(const MemoryTransaction& line);
  void invalidate(std::uint64_t address);
  void invalidate_all();

  std::uint64_t line_of(std::uint64_t address) const { return address / line_bytes_; }

 private:
  struct Line {
    std::optional<std::uint64_t> number;
    std::array<std::uint64_t, MemoryTransaction::most_words> data{};
  };

  std::size_t set_of(std::uint64_t address) const;
  std::optional<std::size_t> find(std::uint64_t address) const;
  std::size_t word_of(std::uint64_t address) const;

  unsigned line_bytes_;
  unsigned ways_;
  std::vector<Line> lines_;  // way by way of each set
  std::vector<unsigned> next_way_;
};

}  // namespace weft
