#include "testbench/workloads/processor_checks.hpp"

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/processors.hpp"

namespace weft {

void require_t9000s(const Platform& platform, std::size_t processes, const Place& place) {
  const std::size_t t9000s = processors_of(platform).size();
  if (processes <= t9000s) return;
  throw InputError(place,
                   t9000s == 0 ? "processes on a platform without t9000s"
                               : fmt::format("{} processes on {} t9000s", processes, t9000s),
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
