// weft copy-transfer measure
#pragma once

#include <string>

namespace weft::app {

struct MeasureArguments {
  std::string node;
  std::string machine;  ///< Whose figures are shown beside; may be empty.
  std::string output;   ///< Of the machine file that is written; may be empty.
  unsigned words = 8192;
  unsigned seed = 1;
};

/// Measures the basic transfers of a node. Throws InputError.
int measure_node(const MeasureArguments& arguments);

}  // namespace weft::app
