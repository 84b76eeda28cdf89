// What the workload `basic_transfer` asks of the nodes of a platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platforms/copy_transfer/transfer.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// Parameters of the workload `basic_transfer`.
struct BasicTransferParameters {
  std::string transfer = "1C1";  ///< Of a processor or an engine that fetches: C, S or F.
  std::string receive = "0D1";   ///< How what is sent is received: R or D.
  std::uint64_t words = 8192;
  /// Bytes of each memory that are used, a quarter each for what is read, what is written and the
  /// index arrays of both.
  std::uint64_t memory = std::uint64_t{64} << 20U;
};

/// A node that copies, or one that sends and to whom.
struct PlannedTransfer {
  std::size_t node = 0;                 ///< In Platform::components.
  std::optional<std::size_t> receiver;  ///< None for a copy, and where no `node_link` leads.
};

struct BasicTransferPlan {
  copy_transfer::BasicTransfer transfer;
  copy_transfer::BasicTransfer receive;
  std::vector<PlannedTransfer> nodes;

  bool sends() const { return transfer.kind != copy_transfer::TransferKind::copy; }
  /// How words lie where they come to be.
  const copy_transfer::Pattern& written() const { return sends() ? receive.write : transfer.write; }
};

/// Where the parts of a transfer begin in a memory of so many bytes; index arrays lie elsewhere in
/// a cache than what they lead to.
struct MemoryQuarters {
  std::uint64_t quarter = 0;

  explicit MemoryQuarters(std::uint64_t memory) : quarter(memory / 4) {}
  std::uint64_t read() const { return 0; }
  std::uint64_t write() const { return quarter; }
  std::uint64_t read_indices() const { return 2 * quarter + 0x0800; }
  std::uint64_t write_indices() const { return 3 * quarter + 0x1800; }
};

/// For a platform whose workload this is. Throws InputError at the keys of `values`: what is no
/// such transfer, what a node cannot do, more words than a memory has room for, a platform without
/// nodes with memory.
BasicTransferPlan plan_basic_transfer(const BasicTransferParameters& parameters,
                                      const ParameterValues& values, const Platform& platform);

}  // namespace weft
