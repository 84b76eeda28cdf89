// Words that tell where they belong are compared where they come.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platforms/conset/connection_set.hpp"
#include "testbench/workloads/element_work.hpp"

namespace weft {

/// Counts and compares the words of a run (connection_word).
class ConnectionCheck {
 public:
  /// The set must outlive it.
  explicit ConnectionCheck(const conset::ConnectionSet& set) : set_(&set) {}

  /// Throws std::runtime_error for a word that was not sent there.
  void take(std::size_t connection, std::uint64_t number, std::uint32_t value);
  std::uint64_t words() const { return words_; }

 private:
  const conset::ConnectionSet* set_;
  std::uint64_t words_ = 0;
};

/// Such words as elements of a cell: so many clocks to gather one, and to put one where it goes.
class CheckedElements final : public ElementWork {
 public:
  struct Clocks {
    std::uint64_t gather = 0;
    std::uint64_t scatter = 0;
  };
  CheckedElements(CellProcess& cell, const Clocks& clocks, ConnectionCheck& check)
      : cell_(&cell), clocks_(clocks), check_(&check) {}

  Program gather(std::size_t connection, std::uint64_t number, std::uint32_t& value) override;
  Program scatter(std::size_t connection, std::uint64_t number, std::uint32_t value) override;

 private:
  CellProcess* cell_;
  Clocks clocks_;
  ConnectionCheck* check_;
};

}  // namespace weft
