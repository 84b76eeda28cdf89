// A file as it is written: YAML, with nothing decided yet.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "platforms/netlist/node.hpp"
#include "platforms/netlist/section_form.hpp"

namespace weft {

/// A parsed file with all files that it includes merged in. `root` is a map.
struct Netlist {
  Node root;
  std::shared_ptr<const SectionForm> form;  ///< Of the root; null where nothing is known of it.
};

/// Limits that keep a broken or hostile file from taking the machine with it.
inline constexpr std::size_t max_netlist_bytes = 16U << 20U;  ///< Of one file.
inline constexpr std::size_t max_netlist_nodes = 2'000'000;   ///< With aliases written out.
inline constexpr unsigned max_netlist_depth = 64;             ///< Of maps and lists in each other.

/// Reads a file. `include:` (a file or a list of files, relative to the file that names them) is
/// merged in below it: maps key by key, everything else as a whole, and the including file wins. A
/// map that chooses another type than the included one does not get what belonged to that.
/// Throws InputError: a file that cannot be read, is too large, is not YAML, has a key twice, is
/// empty, or includes itself.
Netlist load_tree(const std::filesystem::path& file,
                  std::shared_ptr<const SectionForm> form = nullptr);

/// The same from memory; `name` stands in messages, includes are relative to the folder in it.
Netlist parse_tree(std::string_view text, const std::string& name,
                   std::shared_ptr<const SectionForm> form = nullptr);

}  // namespace weft
