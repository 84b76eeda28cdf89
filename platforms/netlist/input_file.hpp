// Files that a user names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "platforms/netlist/place.hpp"

namespace weft {

/// The whole text of a regular file of at most `max_netlist_bytes`. `place` is where the file is
/// named: a line of another file, or nothing but its own name. Throws InputError; `expected` says
/// what should be there ("a readable YAML file").
std::string read_input_file(const std::filesystem::path& file, const Place& place,
                            std::string_view expected);

}  // namespace weft
