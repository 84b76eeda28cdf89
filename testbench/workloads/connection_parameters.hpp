// The keys that say which connections a workload uses.
#pragma once

#include <cstdint>
#include <string>

#include "platforms/conset/connection_set.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {

/// What the parameters of a workload that runs connections begin with.
struct ConnectionParameters {
  std::string connections = "torus";  ///< A pattern, or a file of connections.
  std::uint64_t words = 32;
};

/// Adds its keys to the table of parameters that are derived from it.
template <class Parameters>
void add_connection_keys(ParameterTable<Parameters>& table) {
  // of the derived struct, as the table takes them
  std::string Parameters::*const connections = &Parameters::connections;
  std::uint64_t Parameters::*const words = &Parameters::words;
  table.text("connections", connections)
      .help(
          "A pattern of `weft conset compile`, or a file of connections, beside the file that "
          "names it.")
      .source("ConSet 1993, 5.1");
  table.count("words", words)
      .between(1, conset::most_words)
      .help("Of each connection of a pattern, or of a graph that names none.");
}

}  // namespace weft
