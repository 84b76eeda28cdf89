#include "testbench/families/transputers/program_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "hw/c104/controlled_switch.hpp"
#include "hw/common/later_events.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/quantity.hpp"
#include "rtl/dslink/link_pins.hpp"
#include "testbench/families/dslinks/loss_on_links.hpp"
#include "testbench/programs/alternative.hpp"
#include "testbench/watchdog/errors_asked_for.hpp"
#include "testbench/watchdog/watchdog.hpp"

namespace weft {

std::uint64_t ProgramWaits::movement() const {
  std::uint64_t moved = 0;
  for (const System::LinkProbe& probe : system_->link_probes()) {
    moved += probe.counters->data + probe.counters->ends;
  }
  return moved;
}

std::string ProgramWaits::look(Time now) {
  const std::uint64_t moved = movement();
  everything_.look(moved != moved_, something_pending(now), now);
  network_.look(moved != moved_, expects_packets(now), now);
  moved_ = moved;
  return standstill(now);
}

// What was quiet still is; what was expected may have been no more than a time that is over.
std::string ProgramWaits::look_again(Time now) {
  return everything_.began() && network_.began() ? standstill(now) : look(now);
}

std::string ProgramWaits::standstill(Time now) const {
  if (!everything_.lasts(now, settled_) || !programs_stand_still()) return {};
  std::vector<std::string> lines;
  std::size_t left = 0;
  for (const Process* process : all_processes()) {
    if (process->finished() || process->branches() != nullptr) continue;
    if (lines.size() + 1 < most_lines_of_waits) {
      lines.push_back(waiting_text(*process));
    } else {
      ++left;
    }
  }
  if (left != 0) lines.push_back(fmt::format("... and {} more", left));
  return text_of_waits(
      fmt::format("standstill at {}: no message has moved since {}, and no program "
                  "computes or sleeps{}",
                  time_text(now), time_text(everything_.since), lost_text(now)),
      lines);
}

bool ProgramWaits::programs_stand_still() const {
  if (processes_ == nullptr || processes_->size() == 0) return false;
  bool any_finished = false;
  for (const Process* process : all_processes()) {
    if (process->finished()) {
      any_finished = true;
    } else if (process->outstanding() != 0 ||
               process->waits_for() == Process::Wait::acknowledgement) {
      return true;
    }
  }
  return !any_finished;
}

std::vector<const Process*> ProgramWaits::all_processes() const {
  std::vector<const Process*> all;
  if (processes_ == nullptr) return all;
  for (const Process& process : *processes_) all.push_back(&process);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::deque<Process>* branches = all[i]->branches();
    if (branches == nullptr) continue;
    for (const Process& branch : *branches) all.push_back(&branch);
  }
  return all;
}

bool ProgramWaits::something_pending(Time now) const {
  const auto& components = system_->all<LaterEvents>();
  const auto& links = system_->link_probes();
  return std::any_of(components.begin(), components.end(),
                     [now](const auto& seen) { return seen.view->expects_event(now); }) ||
         std::any_of(links.begin(), links.end(), [now](const System::LinkProbe& link) {
           return (link.later != nullptr && link.later->expects_event(now)) ||
                  (link.core != nullptr && link.core->deadline() != never) ||
                  (link.pins != nullptr && link.pins->awaits_timeout());
         });
}

// A packet is on its way, for longer than a token is.
bool ProgramWaits::expects_packets(Time now) const {
  for (const auto& [component, later] : system_->all<LaterEvents>()) {
    const T9000Core* processor = system_->find<T9000Core>(component);
    if (processor != nullptr ? processor->handles_packets(now) : later->expects_event(now)) {
      return true;
    }
  }
  const auto& links = system_->link_probes();
  return std::any_of(links.begin(), links.end(), [now](const System::LinkProbe& link) {
    return link.later != nullptr && link.later->expects_event(now);
  });
}

Alarms ProgramWaits::alarms(Time now) const {
  Alarms alarms = nothing_arrived(now);
  for (const Process* process : all_processes()) {
    if (process->finished() || process->waits_for() != Process::Wait::acknowledgement ||
        process->now() > now / 2) {
      continue;
    }
    alarms.push_back(
        {Alarm::Kind::program_stalled, process->name(),
         fmt::format("{}, since {}", waiting_text(*process), time_text(process->now())), 0, false});
  }
  return alarms;
}

Alarms ProgramWaits::nothing_arrived(Time now) const {
  std::uint64_t packets = 0;
  std::size_t senders = 0;
  std::string first;
  for (const auto& [component, processor] : system_->all<T9000Core>()) {
    const T9000Counters& counters = processor->counters();
    if (counters.messages_received != 0) return {};
    if (counters.packets_sent == 0) continue;
    packets += counters.packets_sent;
    if (senders++ == 0) first = system_->platform().components[component].name;
  }
  if (packets == 0) return {};
  const bool on_its_way =
      movement() != moved_ || expects_packets(now) || !network_.lasts(now, settled_);
  const std::string others =
      senders == 1 ? "" : fmt::format(" and {} other{}", senders - 1, senders == 2 ? "" : "s");
  return {{Alarm::Kind::nothing_arrived,
           {},
           fmt::format("no message has arrived in {}: {} and {}", time_text(now),
                       fmt::format("{}{} sent {} packet{}", first, others, packets,
                                   packets == 1 ? "" : "s"),
                       on_its_way ? "some are still on their way" : "none is on its way"),
           packets,
           !on_its_way && !errors_are_asked_for(system_->platform())}};
}

std::string ProgramWaits::waiting_text(const Process& process) const {
  return fmt::format("{} waits {}", process.name(), waits_for(process));
}

std::string ProgramWaits::waits_for(const Process& process) const {
  switch (process.waits_for()) {
    case Process::Wait::any_message: return "for a message from anywhere";
    case Process::Wait::message:
      return fmt::format("for a message from {}", far_end(process, process.waits_at()));
    case Process::Wait::acknowledgement:
      return fmt::format("until its message to {} is received",
                         far_end(process, process.waits_at()));
    case Process::Wait::semaphore:
      return fmt::format("for semaphore '{}'", process.waits_at_semaphore()->name());
    case Process::Wait::event:
      return fmt::format("until event '{}' is taken{}", process.outputs_to()->name(),
                         process.outputs_to()->joined() ? "" : ", which leads nowhere");
    case Process::Wait::alternative: return alternatives(process);
    case Process::Wait::branches: return "for its branches";
    case Process::Wait::memory: return "for its memory";
    case Process::Wait::time: break;
  }
  return "for its time";
}

std::string ProgramWaits::alternatives(const Process& process) const {
  std::vector<std::string> texts;
  for (const Guard& guard : process.waits_at_alternative()->guards()) {
    std::string text = guard.socket() == nullptr
                           ? guard.text()
                           : "a message from " + far_end(process, guard.socket()->channel());
    const bool told = std::find(texts.begin(), texts.end(), text) != texts.end();
    if (!text.empty() && !told) texts.push_back(std::move(text));
  }
  return texts.empty() ? "for ever: no guard of its alternative holds"
                       : fmt::format("for {}", fmt::join(texts, " or "));
}

std::string ProgramWaits::far_end(const Process& process, unsigned channel) const {
  std::string far = "a process on the same processor";
  if (channel == local_channel_number) return far;
  const std::uint32_t header = process.core().header_of(channel);
  const Platform& platform = system_->platform();
  for (const Processor& processor : processors_of(platform)) {
    if (header < processor.min_header || header > processor.max_header) continue;
    far = platform.components[processor.component].name;
  }
  return far;
}

std::string ProgramWaits::lost_text(Time now) const {
  std::uint64_t lost = 0;
  for (const auto& [component, router] : system_->all<ControlledSwitch>()) {
    lost += router->counters().packets_lost;
  }
  for (const auto& [component, processor] : system_->all<T9000Core>()) {
    lost += processor->counters().packets_cut;
  }
  std::string text = lost == 0 ? "" : fmt::format("; packets lost at links in error: {}", lost);
  const auto& probes = system_->link_probes();
  for (std::size_t end = 0; end < probes.size(); ++end) {
    const LinkProbe& to = probes[end ^ 1U];
    const std::uint64_t packets = lost_on_the_way(probes[end], to, now).packets;
    if (packets == 0) continue;
    text += fmt::format("; packets lost on the way from {} to {}: {}", probes[end].name(),
                        to.name(), packets);
  }
  return text;
}

}  // namespace weft
