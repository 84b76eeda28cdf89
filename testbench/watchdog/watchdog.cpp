#include "testbench/watchdog/watchdog.hpp"

#include <fmt/format.h>

#include <utility>

#include "platforms/registry/quantity.hpp"
#include "platforms/sections/limits.hpp"

namespace weft {

std::string text_of_waits(const std::string& title, const std::vector<std::string>& lines) {
  std::string text = title;
  for (const std::string& line : lines) text += "\n  " + line;
  return text;
}

Watchdog::Watchdog(const System& system, Time period)
    : period_(period), next_look_(period == 0 ? never : period), network_(system) {}

std::string Watchdog::look(Time now) {
  next_look_ = now + period_;
  std::string found = deadlock(now);
  for (const auto& watch : watches_) {
    if (!found.empty()) break;
    found = watch->look(now);
  }
  return found;
}

std::string Watchdog::look_at_end(Time now) {
  if (period_ == 0 || now + period_ < next_look_ + shortest_watchdog) return {};
  return look(now);
}

std::string Watchdog::deadlock(Time now) {
  const std::vector<std::size_t>& inputs = network_.look(now);
  if (inputs.empty()) return {};
  return text_of_waits(fmt::format("deadlock at {}: {} packets stand still", time_text(now),
                                   network_.packets(inputs)),
                       network_.describe_cycle(most_lines_of_waits));
}

std::string Watchdog::unseen_errors() const {
  for (const auto& watch : watches_) {
    std::string errors = watch->unseen_errors();
    if (!errors.empty()) return errors;
  }
  return {};
}

Alarms Watchdog::alarms(Time now) const {
  Alarms all;
  for (const auto& watch : watches_) {
    for (Alarm& alarm : watch->alarms(now)) {
      alarm.failure = alarm.failure && period_ != 0;
      all.push_back(std::move(alarm));
    }
  }
  return all;
}

}  // namespace weft
