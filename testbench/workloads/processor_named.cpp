#include "testbench/workloads/processor_named.hpp"

#include <fmt/format.h>

#include <vector>

#include "platforms/netlist/section.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"

namespace weft {

std::size_t processor_named(const Platform& platform, const std::string& name,
                            std::string_view role, const Place& place) {
  if (const auto component = platform.find(name)) {
    if (const auto processor = processor_of(platform, *component)) return *processor;
  }
  std::vector<std::string> names;
  for (const Processor& processor : processors_of(platform)) {
    names.push_back(platform.components[processor.component].name);
  }
  unknown_name(place, fmt::format("unknown t9000 as {}", role), name, names);
}

}  // namespace weft
