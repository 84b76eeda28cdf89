#include "tests/fuzz/check_input.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "testbench/registry/built_in_registry.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::fuzz {
namespace {

// The types of Weft, with sizes of networks that are quick to check.
std::shared_ptr<const Registry> small_registry() {
  static const std::map<std::string, std::uint64_t> most{
      {"shape", 64}, {"nodes", 64}, {"dimensions", 6}, {"arity", 4},
      {"levels", 3}, {"leaves", 8}, {"spines", 8},     {"processors", 4}};
  auto registry = std::make_shared<Registry>();
  for (ComponentType type : built_in_registry().types()) {
    if (type.role == TypeRole::topology || type.name == "network") {
      for (ParameterInfo& info : type.parameters) {
        const auto limit = most.find(info.name);
        if (limit != most.end()) info.maximum = std::min(info.maximum, limit->second);
      }
    }
    registry->add(std::move(type));
  }
  return registry;
}

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << why << '\n';
  std::abort();
}

void check_error(const InputError& error) {
  const std::string message = error.what();
  const Place& place = error.place();
  if (!place.source || place.source->empty()) give_up("no place: " + message);
  if (place.line == 0 && *place.source == input_name) give_up("no line: " + message);
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::any_of(message.begin(), message.end(), is_control)) {
    give_up("not one line of text: " + message);
  }
}

}  // namespace

void require_input_error_at_most(const std::function<void()>& read) {
  try {
    read();
  } catch (const InputError& error) {
    check_error(error);
  } catch (const std::exception& error) {
    give_up(std::string("thrown, and no InputError: ") + error.what());
  }
}

void check_input(std::string_view yaml) {
  require_input_error_at_most([yaml] { check_netlist(parse_netlist(yaml, input_name)); });
}

void check_netlist(const Netlist& netlist) {
  static const std::shared_ptr<const Registry> registry = small_registry();
  resolve(netlist, registry);
}

}  // namespace weft::fuzz
