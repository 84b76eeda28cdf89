#include "testbench/watchdog/alarm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hw/common/harmless_text.hpp"

namespace weft {
namespace {

void add_lines(std::vector<std::string>& lines, std::string_view text) {
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find('\n');
    lines.push_back(harmless(text.substr(0, end)));
    if (end != std::string_view::npos) text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string_view name_of(Alarm::Kind kind) {
  switch (kind) {
    case Alarm::Kind::link_not_running: return "link not running";
    case Alarm::Kind::nothing_arrived: return "nothing arrived";
    case Alarm::Kind::nothing_measured: return "nothing measured";
    case Alarm::Kind::packets_lost: return "packets lost";
    case Alarm::Kind::lost_on_links: return "lost on links";
    case Alarm::Kind::program_stalled: return "program stalled";
    case Alarm::Kind::standstill: return "standstill";
    case Alarm::Kind::error_unseen: return "error unseen";
    case Alarm::Kind::protocol_broken: return "protocol broken";
    case Alarm::Kind::stopped: return "stopped";
    case Alarm::Kind::no_result: return "no result";
  }
  return "";
}

bool any_failure(const Alarms& alarms) {
  return std::any_of(alarms.begin(), alarms.end(),
                     [](const Alarm& alarm) { return alarm.failure; });
}

std::vector<std::string> lines_of(const Alarms& alarms, bool failures) {
  constexpr std::size_t most_of_a_kind = 6;
  std::map<Alarm::Kind, std::size_t> seen;
  std::vector<std::string> lines;
  for (const Alarm& alarm : alarms) {
    if (alarm.failure == failures && ++seen[alarm.kind] <= most_of_a_kind) {
      add_lines(lines, alarm.text);
    }
  }
  for (const auto& [kind, count] : seen) {
    if (count <= most_of_a_kind) continue;
    lines.push_back(fmt::format("{}: {} more", name_of(kind), count - most_of_a_kind));
  }
  return lines;
}

}  // namespace weft
