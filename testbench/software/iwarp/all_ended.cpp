#include "testbench/software/iwarp/all_ended.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "platforms/registry/quantity.hpp"

namespace weft {

void require_all_ended(const CellProcessSet& processes, std::string_view what, Time now) {
  const auto ended = std::count_if(processes.begin(), processes.end(),
                                   [](const CellProcess& cell) { return cell.finished(); });
  if (static_cast<std::size_t>(ended) == processes.size()) return;
  throw std::runtime_error(
      fmt::format("{} has not ended at {}: {} of {} cells have; expected a "
                  "longer `run: {{for: ...}}`",
                  what, time_text(now), ended, processes.size()));
}

}  // namespace weft
