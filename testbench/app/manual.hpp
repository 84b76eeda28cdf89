// The manual page of `weft`, and what its shells complete.
#pragma once

#include <string>
#include <vector>

#include "testbench/app/command_info.hpp"

namespace weft::app {

/// weft(1) in the man macros of roff.
std::string manual_page(const std::vector<CommandInfo>& commands);

/// A script for "bash", "zsh" or "fish" that completes commands, their options, files and the names
/// of `platforms`.
std::string completion_script(const std::string& shell, const std::vector<CommandInfo>& commands,
                              const std::vector<std::string>& platforms);

}  // namespace weft::app
