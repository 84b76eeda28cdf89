#include "testbench/families/hypercube/cube_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "hw/hypercube/messages.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/watchdog/watchdog.hpp"

namespace weft {

std::string CubeWaits::look(Time now) {
  const auto& nodes = system_->all<HypercubeMessages>();
  if (nodes.empty()) return {};
  std::uint64_t begun = 0;
  bool busy = false;
  for (const System::LinkProbe& probe : system_->link_probes()) {
    if (!hypercube_node_of(system_->platform(), probe.where.component)) continue;
    begun += probe.counters->ends;
    busy = busy || probe.later->expects_event(now);
  }
  const bool stands = looked_ != never && begun == begun_;
  const Time since = looked_;
  begun_ = begun;
  looked_ = busy ? never : now;
  if (!stands || busy) return {};
  std::vector<std::string> lines;
  std::size_t waiting = 0;
  for (const auto& [component, messages] : nodes) {
    if (messages->idle()) continue;
    if (++waiting < most_lines_of_waits) {
      lines.push_back(fmt::format("{} has messages that do not go on",
                                  system_->platform().components[component].name));
    }
  }
  if (waiting == 0) return {};
  if (waiting >= most_lines_of_waits) {
    lines.push_back(fmt::format("... and {} more", waiting - lines.size()));
  }
  return text_of_waits(fmt::format("standstill at {}: nothing has moved in the hypercube since {}",
                                   time_text(now), time_text(since)),
                       lines);
}

}  // namespace weft
