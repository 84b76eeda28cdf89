#include "testbench/workloads/processor_named.hpp"

#include <fmt/format.h>

#include <vector>

#include "platforms/netlist/section.hpp"
#include "platforms/platform.hpp"

namespace weft {

std::size_t processor_named(const Platform& platform, const std::string& name,
                            std::string_view role, const Place& place) {
  if (const auto component = platform.find(name)) {
    if (const auto processor = platform.processor_of(*component)) return *processor;
  }
  std::vector<std::string> names;
  for (const Processor& processor : platform.processors) {
    names.push_back(platform.components[processor.component].name);
  }
  unknown_name(place, fmt::format("unknown t9000 as {}", role), name, names);
}

}  // namespace weft
