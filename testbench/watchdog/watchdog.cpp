#include "testbench/watchdog/watchdog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include <systemc>

#include "platforms/registry/quantity.hpp"
#include "platforms/sections/limits.hpp"
#include "testbench/watchdog/settling_time.hpp"

namespace weft {

static_assert(shortest_watchdog >= least_silence,
              "between two looks of the watchdog, silence is no work");

std::string text_of_waits(const std::string& title, const std::vector<std::string>& lines) {
  std::string text = title;
  for (const std::string& line : lines) text += "\n  " + line;
  return text;
}

Watchdog::Watchdog(const System& system, Time period)
    : period_(period), next_look_(period == 0 ? never : period), network_(system) {}

std::string Watchdog::look(Time now) {
  const bool nothing_happened = idle_looks_ >= 2;
  plan_next(now);
  std::string found = deadlock(now, nothing_happened);
  for (const auto& watch : watches_) {
    if (!found.empty()) break;
    found = nothing_happened ? watch->look_again(now) : watch->look(now);
  }
  return found;
}

// Some looks in a row see what stands still; then time alone passes.
void Watchdog::plan_next(Time now) {
  constexpr unsigned looks_of_a_standstill = 4;
  constexpr unsigned most_doublings = 20;
  idle_looks_ = sc_core::sc_pending_activity() ? 0 : idle_looks_ + 1;
  const unsigned doublings = idle_looks_ <= looks_of_a_standstill
                                 ? 0
                                 : std::min(idle_looks_ - looks_of_a_standstill, most_doublings);
  last_look_ = now;
  next_look_ = now + (period_ << doublings);
}

std::string Watchdog::look_at_end(Time now) {
  if (period_ == 0 || now < last_look_ + shortest_watchdog) return {};
  return look(now);
}

std::string Watchdog::deadlock(Time now, bool nothing_happened) {
  const std::vector<std::size_t>& inputs =
      nothing_happened ? network_.look_again(now) : network_.look(now);
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

// In a large network that is stopped at its begin there is one for each link.
Alarms Watchdog::alarms(Time now) const {
  Alarms all;
  for (const auto& watch : watches_) {
    Alarms some = watch->alarms(now);
    if (all.empty()) {
      all = std::move(some);
    } else {
      all.insert(all.end(), std::move_iterator(some.begin()), std::move_iterator(some.end()));
    }
  }
  if (period_ == 0) {
    for (Alarm& alarm : all) alarm.failure = false;
  }
  return all;
}

}  // namespace weft
