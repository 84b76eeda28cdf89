#include "tests/platforms/support.hpp"

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/override.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::test {

namespace fs = std::filesystem;

Platform resolve_text(std::string_view yaml, const std::vector<std::string>& overrides) {
  Netlist netlist = parse_netlist(yaml, "t.yaml");
  for (const std::string& assignment : overrides) apply_override(netlist, assignment);
  return resolve(netlist);
}

std::string error_of(std::string_view yaml, const std::vector<std::string>& overrides) {
  try {
    resolve_text(yaml, overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

std::string error_of_file(const fs::path& file) {
  try {
    resolve(load_netlist(file));
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace weft::test
