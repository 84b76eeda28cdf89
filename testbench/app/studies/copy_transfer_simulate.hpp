// weft copy-transfer simulate
#pragma once

#include <string>

namespace weft::app {

struct SimulateArguments {
  std::string node;
  std::string step;  ///< An application, or an operation that each node does to the next one.
  std::string json;  ///< Where the result is written as JSON; may be empty.
  unsigned words = 8192;
  unsigned seed = 1;
  std::string indices;  ///< A file with the index array of all nodes; may be empty.
};

/// Runs a communication step on all nodes, all the ways that they can. Throws InputError.
int simulate_step(const SimulateArguments& arguments);

}  // namespace weft::app
