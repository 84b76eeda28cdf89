#include "testbench/families/transputers/program_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "hw/c104/c104_core.hpp"
#include "platforms/registry/quantity.hpp"
#include "rtl/dslink/link_pins.hpp"
#include "testbench/watchdog/watchdog.hpp"

namespace weft {

std::string ProgramWaits::look(Time now) {
  std::uint64_t moved = 0;
  for (const System::LinkProbe& probe : system_->link_probes()) {
    moved += probe.counters->data + probe.counters->ends;
  }
  if (moved != moved_ || last_movement_ == 0) {
    moved_ = moved;
    last_movement_ = now;
    return {};
  }
  if (!programs_stand_still() || something_pending(now)) return {};
  std::vector<std::string> lines;
  std::size_t left = 0;
  for (const Process& process : *processes_) {
    if (process.finished()) continue;
    if (lines.size() + 1 < most_lines_of_waits) {
      lines.push_back(waiting_text(process));
    } else {
      ++left;
    }
  }
  if (left != 0) lines.push_back(fmt::format("... and {} more", left));
  return text_of_waits(
      fmt::format("standstill at {}: no message has moved since {}, and no program "
                  "computes or sleeps{}",
                  time_text(now), time_text(last_movement_), lost_text()),
      lines);
}

bool ProgramWaits::programs_stand_still() const {
  if (processes_ == nullptr || processes_->size() == 0) return false;
  bool any_finished = false;
  for (const Process& process : *processes_) {
    if (process.finished()) {
      any_finished = true;
    } else if (process.outstanding() != 0 ||
               process.waits_for() == Process::Wait::acknowledgement) {
      return true;
    }
  }
  return !any_finished;
}

bool ProgramWaits::something_pending(Time now) const {
  for (const auto& [component, processor] : system_->all<T9000Core>()) {
    if (processor->timer_pending()) return true;
  }
  const auto& probes = system_->link_probes();
  const bool starting = std::any_of(probes.begin(), probes.end(), [](const auto& probe) {
    return (probe.core != nullptr && probe.core->deadline() != never) ||
           (probe.pins != nullptr && probe.pins->awaits_timeout());
  });
  return starting || network_->routing(now);
}

std::string ProgramWaits::waiting_text(const Process& process) const {
  if (process.waits_for() == Process::Wait::any_message) {
    return fmt::format("{} waits for a message from anywhere", process.name());
  }
  std::string far = "a process on the same processor";
  if (process.waits_at() != local_channel_number) {
    const std::uint32_t header = process.core().header_of(process.waits_at());
    const Platform& platform = system_->platform();
    for (const Processor& processor : platform.processors) {
      if (header < processor.min_header || header > processor.max_header) continue;
      far = platform.components[processor.component].name;
    }
  }
  return process.waits_for() == Process::Wait::message
             ? fmt::format("{} waits for a message from {}", process.name(), far)
             : fmt::format("{} waits until its message to {} is received", process.name(), far);
}

std::string ProgramWaits::lost_text() const {
  std::uint64_t lost = 0;
  for (const auto& [component, router] : system_->all<C104Core>()) {
    lost += router->counters().packets_lost;
  }
  for (const auto& [component, processor] : system_->all<T9000Core>()) {
    lost += processor->counters().packets_cut;
  }
  return lost == 0 ? "" : fmt::format("; packets lost at links in error: {}", lost);
}

}  // namespace weft
