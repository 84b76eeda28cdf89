#include "testbench/families/hypercube/cube_waits.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "hw/hypercube/coprocessor_core.hpp"
#include "hw/hypercube/messages.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/components/memory_ports.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/watchdog/watchdog.hpp"
#include "tlm/memory/message_port.hpp"

namespace weft {
namespace {

std::vector<std::string> shortened(std::vector<std::string> lines) {
  if (lines.size() <= most_lines_of_waits) return lines;
  const std::size_t left = lines.size() - (most_lines_of_waits - 1);
  lines.resize(most_lines_of_waits - 1);
  lines.push_back(fmt::format("... and {} more", left));
  return lines;
}

// The memory of one of its nodes has something to answer. One that never does is told of at the end
// of the run (NodeAlarms).
bool waits_for_memory(const System& system) {
  for (const auto& [component, port] : system.all<MessagePort>()) {
    const std::size_t owner = owner_of_port(system.platform(), component);
    if (!hypercube_node_of(system.platform(), owner)) continue;
    if (port->memory.oldest()) return true;
  }
  return false;
}

}  // namespace

std::string CubeWaits::look(Time now) {
  std::vector<std::size_t> not_idle;  // nodes of which a chip holds something
  for (const auto& [component, messages] : system_->all<HypercubeMessages>()) {
    if (!messages->idle()) not_idle.push_back(component);
  }
  for (const auto& [component, coprocessor] : system_->all<HypercubeCoprocessor>()) {
    if (!coprocessor->chip().empty()) not_idle.push_back(component);
  }
  if (system_->all<HypercubeMessages>().empty() && system_->all<HypercubeCoprocessor>().empty()) {
    return {};
  }
  std::uint64_t begun = 0;
  bool busy = waits_for_memory(*system_);
  for (const System::LinkProbe& probe : system_->link_probes()) {
    if (!hypercube_node_of(system_->platform(), probe.where.component)) continue;
    begun += probe.counters->ends;
    busy = busy || probe.later->expects_event(now);
  }
  const bool stands = looked_ != never && begun == begun_;
  const Time since = looked_;
  begun_ = begun;
  looked_ = busy ? never : now;
  if (!busy && not_idle.empty()) return look_at_programs(now);
  if (!stands || busy) return {};
  std::vector<std::string> lines;
  for (const std::size_t component : not_idle) {
    lines.push_back(fmt::format("{} has messages that do not go on",
                                system_->platform().components[component].name));
  }
  return text_of_waits(fmt::format("standstill at {}: nothing has moved in the hypercube since {}",
                                   time_text(now), time_text(since)),
                       shortened(std::move(lines)));
}

// Nothing is in the cube.
std::string CubeWaits::look_at_programs(Time now) const {
  std::vector<std::string> lines;
  for (const auto& [component, coprocessor] : system_->all<HypercubeCoprocessor>()) {
    const HypercubeCpu* cpu = coprocessor->cpu();
    if (!coprocessor->idle() || (cpu != nullptr && cpu->busy())) return {};
    if (cpu == nullptr) continue;
    if (std::string waits = cpu->waits(); !waits.empty()) lines.push_back(std::move(waits));
  }
  if (lines.empty()) return {};
  return text_of_waits(
      fmt::format("standstill at {}: no message is in the hypercube, and no program computes",
                  time_text(now)),
      shortened(std::move(lines)));
}

}  // namespace weft
