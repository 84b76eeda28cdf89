#include "testbench/watchdog/watchdog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "platforms/registry/quantity.hpp"

namespace weft {
namespace {

// The first line and those below it, as one text.
std::string text_of(const std::string& title, const std::vector<std::string>& lines) {
  std::string text = title;
  for (const std::string& line : lines) text += "\n  " + line;
  return text;
}

}  // namespace

Watchdog::Watchdog(System& system, const ProcessSet* processes, Time period)
    : system_(&system),
      processes_(processes),
      period_(period),
      next_look_(period),
      graph_(system) {}

std::string Watchdog::look(Time now) {
  next_look_ = now + period_;
  std::string found = deadlock(now);
  return found.empty() ? standstill(now) : found;
}

std::string Watchdog::deadlock(Time now) {
  const std::vector<std::size_t>& inputs = graph_.look(now);
  if (inputs.empty()) return {};
  return text_of(
      fmt::format("deadlock at {}: {} packets stand still", time_text(now), graph_.packets(inputs)),
      graph_.describe_cycle(most_lines));
}

std::string Watchdog::standstill(Time now) {
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
    if (lines.size() + 1 < most_lines) {
      lines.push_back(waiting_text(process));
    } else {
      ++left;
    }
  }
  if (left != 0) lines.push_back(fmt::format("... and {} more", left));
  return text_of(fmt::format("standstill at {}: no message has moved since {}, and no program "
                             "computes or sleeps{}",
                             time_text(now), time_text(last_movement_), lost_text()),
                 lines);
}

// A process that waits for messages while others have finished is a server: its run is over.
bool Watchdog::programs_stand_still() const {
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

bool Watchdog::something_pending(Time now) const {
  for (std::size_t i = 0; i < system_->platform().processors.size(); ++i) {
    if (system_->processor(i).timer_pending()) return true;
  }
  const auto& probes = system_->link_probes();
  const bool starting = std::any_of(probes.begin(), probes.end(), [](const auto& probe) {
    return (probe.core != nullptr && probe.core->deadline() != never) ||
           (probe.pins != nullptr && probe.pins->awaits_timeout());
  });
  return starting || graph_.routing(now);
}

std::string Watchdog::waiting_text(const Process& process) const {
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

std::string Watchdog::lost_text() const {
  std::uint64_t lost = 0;
  for (const auto& [component, router] : system_->routers()) {
    lost += router->counters().packets_lost;
  }
  for (std::size_t i = 0; i < system_->platform().processors.size(); ++i) {
    lost += system_->processor(i).counters().packets_cut;
  }
  return lost == 0 ? "" : fmt::format("; packets lost at links in error: {}", lost);
}

}  // namespace weft
