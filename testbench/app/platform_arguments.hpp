// The arguments that name a platform and change it: PLATFORM, --set, --plugin, --level, --for,
// --seed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/platform.hpp"

namespace weft::app {

class Command;

/// The option --plugin, of a command that tells of types.
void add_plugins(Command& command, std::vector<std::string>& plugins);
/// The types that Weft brings and those of these libraries. Throws InputError.
std::shared_ptr<const Registry> types_with(const std::vector<std::string>& plugins);

struct PlatformArguments {
  std::string platform;
  std::vector<std::string> set;
  std::vector<std::string> plugins;
  std::string level;
  std::string duration;
  std::string seed;

  /// Adds them to a command.
  void add_to(Command& command);
  /// All but PLATFORM.
  void add_options_to(Command& command);

  /// Reads and overrides. Throws InputError.
  Netlist netlist() const;
  /// Resolves and checks that. Throws InputError.
  Platform resolved() const;
};

}  // namespace weft::app
