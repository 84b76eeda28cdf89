// Meshes of T9000s and C104s at one level.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <systemc>

#include "platforms/netlist/netlist.hpp"
#include "platforms/platform.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/run_for.hpp"

namespace weft::test {

inline Platform platform_of(const std::string& yaml) {
  return resolve(parse_netlist(yaml, "t.yaml"));
}

/// A platform of two links to each T9000; `more` are further keys.
inline std::string mesh_of(std::string_view level, std::string_view more,
                           std::string_view shape = "4x4", std::string_view width = "1") {
  return fmt::format(
      "level: {}\nnetwork: {{topology: mesh, shape: {}, width: {}, node_width: 2}}\n{}", level,
      shape, width, more);
}

}  // namespace weft::test
