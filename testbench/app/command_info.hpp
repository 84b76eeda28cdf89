// What the command line takes, for the manual and for shells that complete it.
#pragma once

#include <string>
#include <vector>

namespace weft::app {

struct OptionInfo {
  std::vector<std::string> names;  ///< "-o", "--output"; of an argument in its place its one name.
  std::string type;                ///< Of its value: "FILE"; empty for one without.
  std::string help;
  bool positional = false;
  bool takes_value = false;
};

struct CommandInfo {
  std::string name;
  std::string help;
  std::vector<OptionInfo> options;
};

}  // namespace weft::app
