#include "testbench/workloads/processor_named.hpp"

#include "platforms/processors.hpp"
#include "testbench/workloads/traffic_nodes.hpp"

namespace weft {

std::size_t processor_named(const Platform& platform, const std::string& name,
                            std::string_view role, const Place& place) {
  if (const auto component = platform.find(name)) {
    if (const auto processor = processor_of(platform, *component)) return *processor;
  }
  return node_named(traffic_processors(platform), name, role, place);
}

}  // namespace weft
