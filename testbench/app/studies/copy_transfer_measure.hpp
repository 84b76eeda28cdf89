// weft copy-transfer measure
#pragma once

#include <string>

namespace weft::app {

struct MeasureArguments {
  std::string node;      ///< Or
  std::string platform;  ///< whose programs measure; one of them is given.
  std::string machine;   ///< Whose figures are shown beside; may be empty.
  std::string output;    ///< Of the machine file that is written; may be empty.
  unsigned words = 8192;
  unsigned seed = 1;
  std::string indices;  ///< A file with the index array, whose words are moved; may be empty.
};

/// Measures the basic transfers of a node, or of the cells of a platform. Throws InputError.
int measure_machine(const MeasureArguments& arguments);

}  // namespace weft::app
