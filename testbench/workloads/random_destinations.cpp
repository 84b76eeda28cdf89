#include "testbench/workloads/random_destinations.hpp"

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"

namespace weft {

void check_random_destinations(const ParameterValues& values, const Platform& platform,
                               std::string_view what, std::uint32_t radius) {
  if (processors_of(platform).size() < 2) {
    throw InputError(platform.workload.place,
                     fmt::format("{} on {} t9000s", what, processors_of(platform).size()),
                     "expected two or more");
  }
  if (radius == 0) return;
  for (const Processor& processor : processors_of(platform)) {
    if (!processor.coordinates.empty()) continue;
    throw InputError(values.place("radius"),
                     fmt::format("a radius, but '{}' has no coordinates",
                                 platform.components[processor.component].name),
                     "expected radius only where every t9000 is a node of the network");
  }
}

}  // namespace weft
