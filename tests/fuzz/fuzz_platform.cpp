// Any bytes are a platform or give one InputError with a place; anything else ends the process.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/shape.hpp"

namespace {

constexpr std::size_t most_nodes = 256;  // more take long and find nothing new

// A network that would be large: as its resolving takes long, not as it would be wrong.
bool is_large(const weft::Netlist& netlist) {
  const weft::Node* network = netlist.root.find("network");
  if (network == nullptr) return false;
  const weft::Node* dimensions = network->find("dimensions");
  if (dimensions != nullptr && dimensions->text.size() > 1) return true;
  const weft::Node* shape = network->find("shape");
  if (shape == nullptr) return dimensions != nullptr && dimensions->text == "9";
  try {
    return weft::node_count(weft::read_shape(*shape, "shape")) > most_nodes;
  } catch (const weft::InputError&) {
    return false;
  }
}

[[noreturn]] void give_up(std::string_view why) {
  std::cerr << why << '\n';
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // other files are not the input's
  if (text.find("include") != std::string_view::npos) return -1;
  try {
    const weft::Netlist netlist = weft::parse_netlist(text, "input");
    if (is_large(netlist)) return -1;
    weft::resolve(netlist);
  } catch (const weft::InputError& error) {
    if (!error.place().source || error.place().line == 0)
      give_up("no place: " + std::string(error.what()));
  } catch (const std::exception& error) {
    give_up(error.what());
  }
  return 0;
}
