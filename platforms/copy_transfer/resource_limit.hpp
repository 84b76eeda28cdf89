// What transfers that run at the same time cannot exceed together (section 3.3 of the copy-transfer
// paper), as an inequality of bandwidths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/copy_transfer/transfer.hpp"
#include "platforms/netlist/place.hpp"

namespace weft::copy_transfer {

/// One end of a transfer in a limit.
struct LimitEnd {
  enum class Kind : std::uint8_t {
    pattern,
    x,  ///< That which the whole operation reads with.
    y   ///< That which it writes with.
  };
  Kind kind = Kind::pattern;
  Pattern pattern;

  /// In an operation.
  const Pattern& of(const Operation& operation) const;
};

/// A summand: so many times the throughput of something.
struct LimitTerm {
  enum class Of : std::uint8_t {
    operation,  ///< "xQy": the whole operation.
    memory,     ///< "memory": words of memory that are loaded and stored, those of indices too.
    transfers   ///< "S", "1S0": transfers of a kind, with any patterns or with these.
  };
  double times = 1;
  Of of = Of::operation;
  TransferKind kind = TransferKind::copy;  ///< Of transfers.
  std::optional<Pattern> read;             ///< Likewise; nothing for any.
  std::optional<Pattern> write;
};

/// The sum of the terms is at most `rate`, or what the machine file says of a transfer.
struct ResourceLimit {
  std::string text;
  std::string source;
  std::vector<LimitTerm> terms;
  std::optional<double> rate;  ///< MB/s
  TransferKind kind = TransferKind::copy;
  LimitEnd read;
  LimitEnd write;

  /// Of the whole operation; else of each group of transfers that run at the same time.
  bool of_operation() const { return terms.front().of == LimitTerm::Of::operation; }
  /// That the sum is held against, where no rate is named.
  BasicTransfer bound(const Operation& operation) const;
};

/// "2 xQy <= 0Cx", "memory <= 400 MB/s", "2 S + R < 300 MB/s"; `<` is `<=`, of what is a bound on
/// an estimate either way. Throws InputError at `place`: what is no such text; the operation with
/// anything beside it.
ResourceLimit parse_limit(std::string_view text, const Place& place);

/// Words of memory that are loaded and stored for each word that a transfer moves: an index is a
/// word for each block.
double words_of_memory(const BasicTransfer& transfer);

}  // namespace weft::copy_transfer
