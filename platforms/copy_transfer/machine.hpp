// What the copy-transfer model knows of a machine: figures of its basic transfers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platforms/copy_transfer/resource_limit.hpp"
#include "platforms/copy_transfer/transfer.hpp"
#include "platforms/netlist/netlist.hpp"

namespace weft::copy_transfer {

/// The throughput of one basic transfer: of elements moved, with addresses and indices factored in.
struct Figure {
  TransferKind kind = TransferKind::copy;
  double rate = 0;      ///< MB/s, of 10^6 bytes
  std::string source;   ///< Where it was published.
  std::string derived;  ///< Of one that was not: what it follows from.
};

struct Machine {
  std::string name;
  std::string file;  ///< What it was read from.
  std::string source;
  std::uint32_t congestion = 1;    ///< Of Nd and Nadp that name none.
  std::uint32_t processors = 1;    ///< Of a node.
  std::uint32_t large_stride = 0;  ///< Strides above it are taken for it (section 4.2); 0 for none.
  std::map<std::string, Figure> figures;  ///< By the text of the transfer.
  std::vector<ResourceLimit> limits;
};

/// A figure and what it was found under, such as "1C64" for 1C1024.
struct FoundFigure {
  std::string name;
  const Figure* figure = nullptr;
};

/// The figure of a transfer. Where the machine has none of it, large strides are taken for
/// `large_stride`; and blocks of words for single words with that stride. Nothing if it has none.
std::optional<FoundFigure> find_figure(const Machine& machine, const BasicTransfer& transfer);

/// Names of the figures that a machine has of a kind of transfer.
std::vector<std::string> figures_of(const Machine& machine, TransferKind kind);

/// Throws InputError with file, line and column: unknown keys, what is no transfer, one twice, a
/// rate without unit or of 0, a limit that is none.
Machine read_machine(const Netlist& tree, const std::string& file);
Machine load_machine(const std::filesystem::path& file);

}  // namespace weft::copy_transfer
