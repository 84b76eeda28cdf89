#include "platforms/checks/reachability.hpp"

#include <cstddef>
#include <numeric>
#include <vector>

#include "platforms/checks/channel_dependencies.hpp"
#include "platforms/checks/connected_parts.hpp"
#include "platforms/checks/header_loops.hpp"
#include "platforms/checks/header_owners.hpp"
#include "platforms/checks/header_walk.hpp"
#include "platforms/processors.hpp"

namespace weft {
namespace {

// Do all processors have to reach each other, and cannot, as no links join some of them?
bool lacks_links(const Platform& platform) {
  if (platform.workload.type->name == "none" || processors_of(platform).empty()) return false;
  const std::vector<std::size_t> parts = connected_parts(platform);
  const std::size_t first = parts[processors_of(platform).front().component];
  for (const Processor& processor : processors_of(platform)) {
    if (parts[processor.component] != first) return true;
  }
  return false;
}

}  // namespace

void check_reachability(const HeaderFlow& flow) {
  const Platform& platform = flow.channels().platform();
  if (lacks_links(platform)) {
    std::vector<std::size_t> all(processors_of(platform).size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    walk_headers(platform, all);
  }
  const HeaderOwners owners(platform);
  RangeSet suspects = looping_headers(flow, channel_dependencies(flow), owners);
  suspects.add(flow.suspects().ranges());
  if (!suspects.empty()) walk_headers(platform, owners.of(suspects));
}

}  // namespace weft
