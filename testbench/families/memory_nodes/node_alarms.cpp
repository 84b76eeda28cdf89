#include "testbench/families/memory_nodes/node_alarms.hpp"

#include <fmt/format.h>

#include "platforms/registry/quantity.hpp"
#include "testbench/watchdog/settling_time.hpp"
#include "tlm/memory/message_port.hpp"
#include "tlm/memory/node_module.hpp"

namespace weft {
namespace {

bool is_long_ago(Time at, Time now) { return now >= at + least_silence; }

// What its memory has not answered for long; empty if there is nothing.
std::string silence(const MemoryInitiator& memory, Time now) {
  const auto oldest = memory.oldest();
  if (!oldest || !is_long_ago(oldest->since, now)) return {};
  return fmt::format("its memory has not answered a {} of {} bytes at address {:#x} since {}",
                     oldest->write ? "write" : "read", oldest->bytes, oldest->address,
                     time_text(oldest->since));
}

// Not at its end. While its memory answers, the run was too short; else it stands still.
Alarm unfinished(const std::string& name, const NodeModule& node, Time now) {
  std::string text = fmt::format("{}: not at the end of what it does at {}", name, time_text(now));
  const std::string waits = silence(node.memory, now);
  if (!waits.empty()) text += "; " + waits;
  return {Alarm::Kind::program_stalled, name, text, 0,
          !waits.empty() || is_long_ago(node.memory.answered(), now)};
}

}  // namespace

Alarms NodeAlarms::alarms(Time now) const {
  Alarms alarms;
  for (const auto& [component, node] : system_->all<NodeModule>()) {
    const std::string& name = system_->platform().components[component].name;
    if (!node->done()) {
      alarms.push_back(unfinished(name, *node, now));
    }
    if (node->lost() != 0) {
      alarms.push_back({Alarm::Kind::packets_lost, name,
                        fmt::format("{}: {} packets lost, as its port network leads nowhere", name,
                                    node->lost()),
                        node->lost(), true});
    }
  }
  for (const auto& [component, port] : system_->all<MessagePort>()) {
    const std::string waits = silence(port->memory, now);
    if (waits.empty()) continue;
    const std::string& name = system_->platform().components[component].name;
    alarms.push_back({Alarm::Kind::program_stalled, name, name + ": " + waits, 0, true});
  }
  return alarms;
}

}  // namespace weft
