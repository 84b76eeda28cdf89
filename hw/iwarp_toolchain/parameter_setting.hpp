// What a parameter of a program is set to from outside.
#pragma once

#include <string>

namespace weft::isa {

/// A value for a parameter of a program (`.param`), and where that is set, for errors.
struct ParameterSetting {
  struct Position {
    unsigned line = 0;  ///< 0 in what is no file.
    unsigned column = 0;
  };

  std::string name;
  /// As it may stand behind `.equ`, without labels and the program's constants.
  std::string value;
  std::string file;
  Position name_at = {};
  Position value_at = {};
};

}  // namespace weft::isa
