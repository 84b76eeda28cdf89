// A node whose basic transfers can be measured, and its network, out of a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hw/node/parameters.hpp"
#include "platforms/netlist/netlist.hpp"

namespace weft::copy_transfer {

/// A library that passes messages, such as PVM: what a processor spends on each, beside its words.
struct LibraryParameters {
  unsigned send_clocks = 0;
  unsigned receive_clocks = 0;
};

struct NodeFile {
  std::string name;
  std::string file;  ///< What it was read from.
  std::string source;
  NodeParameters parameters;
  std::optional<NetworkParameters> network;  ///< Between such nodes.
  std::optional<LibraryParameters> library;
};

/// Throws InputError with file, line and column: unknown keys, values out of range, what a node
/// cannot be.
NodeFile read_node(const Netlist& tree, const std::string& file);
NodeFile load_node(const std::filesystem::path& file);

}  // namespace weft::copy_transfer
