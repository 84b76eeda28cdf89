// What every fuzzer asks for.
#pragma once

#include <functional>
#include <string_view>

#include "platforms/netlist/netlist.hpp"

namespace weft::fuzz {

/// What the fuzzed text is called, where it is a file.
inline constexpr const char* input_name = "input";

/// Ends the process, with a message, unless `read` returns or throws one InputError of one line
/// that has a place; in the file `input_name` with its line.
void require_input_error_at_most(const std::function<void()>& read);

/// Reads and checks a platform; as above. Networks are held to 64 routers, where a file may have
/// 65,536: larger ones take long and find nothing new.
void check_input(std::string_view yaml);

/// Checks one that has been read; throws as resolve does.
void check_netlist(const Netlist& netlist);

}  // namespace weft::fuzz
