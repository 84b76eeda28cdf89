// The platforms that come with Weft.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/platform.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::test {

/// A ready platform with some of its keys set, as by `--set`.
inline Platform ready(const std::string& name, const std::vector<std::string>& overrides = {}) {
  Netlist netlist = load_netlist(fmt::format("{}/platforms/{}.yaml", WEFT_SOURCE_DIR, name));
  for (const std::string& assignment : overrides) apply_override(netlist, assignment);
  return resolve(netlist);
}

}  // namespace weft::test
