#include "testbench/workloads/processor_checks.hpp"

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"

namespace weft {

void require_t9000s(const Platform& platform, std::size_t processes, const Place& place) {
  if (processes <= processors_of(platform).size()) return;
  throw InputError(
      place, fmt::format("{} processes on {} t9000s", processes, processors_of(platform).size()),
      "expected a t9000 for each");
}

void require_all_reachable(const Platform& platform, std::string_view what) {
  if (unreachable_of(platform).empty()) return;
  const auto name = [&platform](std::size_t processor) -> const std::string& {
    return platform.components[processors_of(platform)[processor].component].name;
  };
  const UnreachablePair& pair = unreachable_of(platform).front();
  throw InputError(platform.workload.place,
                   fmt::format("{}, but faults part '{}' and '{}'", what, name(pair.source),
                               name(pair.destination)),
                   "expected all t9000s to reach each other");
}

}  // namespace weft
