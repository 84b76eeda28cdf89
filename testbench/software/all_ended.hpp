// A run that was too short for its programs.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "hw/common/time.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {

/// Throws std::runtime_error unless all programs have returned; `kind` is what runs them ("cells"),
/// `what` is what they do together. `Set` is a ProcessSet or a CellProcessSet.
template <class Set>
void require_all_ended(const Set& processes, std::string_view kind, std::string_view what,
                       Time now) {
  const auto ended = std::count_if(processes.begin(), processes.end(),
                                   [](const auto& process) { return process.finished(); });
  if (static_cast<std::size_t>(ended) == processes.size()) return;
  throw std::runtime_error(
      fmt::format("{} has not ended at {}: {} of {} {} have; expected a longer `run: {{for: ...}}`",
                  what, time_text(now), ended, processes.size(), kind));
}

}  // namespace weft
