// DRAM: banks with an open page each, and refresh.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/memory/parameters.hpp"

namespace weft {

/// Words that lie one behind the other.
struct DramAccess {
  std::uint64_t address = 0;  ///< Bytes; somewhere in the first word.
  unsigned words = 1;         ///< 1 or more.
  bool write = false;
};

/// When the words of an access are at the pins.
struct DramTimes {
  MemoryClocks first = 0;  ///< The clock at whose edge the first word is read or taken.
  MemoryClocks last = 0;   ///< That of the last word; the pins are free `word_clocks` later.

  bool operator==(const DramTimes&) const = default;
};

/// The DRAM of a node, as its controller sees it. Throughput follows from the parameters of the
/// chips: an access in the open page of a bank begins with the column, one to another page has to
/// close that one and to open its own. Banks work side by side, and share the pins. It is told of
/// accesses in the order in which the controller begins them; what they hold is kept by others.
class DramCore {
 public:
  /// Throws ParameterError.
  explicit DramCore(const DramParameters& parameters);

  /// An access that the controller begins at `now`, no earlier than the one before; it may lead
  /// over the end of a page. Waits for its bank, for the pins and for refreshes are in the times.
  DramTimes access(const DramAccess& access, MemoryClocks now);

  /// What has happened so far.
  struct Counts {
    std::uint64_t hits = 0;       ///< Parts of accesses in a page that was open.
    std::uint64_t misses = 0;     ///< In a bank without an open page.
    std::uint64_t conflicts = 0;  ///< In a bank with another page open.
    std::uint64_t refreshes = 0;

    bool operator==(const Counts&) const = default;
  };
  const Counts& counts() const { return counts_; }

 private:
  struct Bank {
    std::optional<std::uint64_t> page;
    MemoryClocks next_column = 0;  // from then on its page takes another one
    MemoryClocks closes = 0;       // from then on its page can be closed
  };

  static MemoryClocks ready(const Bank& bank, std::uint64_t page, MemoryClocks now);
  MemoryClocks refreshed_until(MemoryClocks now);
  MemoryClocks column(Bank& bank, std::uint64_t page, MemoryClocks begin);
  void close(Bank& bank, MemoryClocks now) const;
  DramTimes access_page(std::uint64_t page, unsigned words, bool write, MemoryClocks now);

  DramParameters parameters_;
  std::vector<Bank> banks_;
  std::size_t last_bank_ = 0;
  MemoryClocks pins_free_ = 0;
  MemoryClocks next_refresh_;
  Counts counts_;
};

}  // namespace weft
