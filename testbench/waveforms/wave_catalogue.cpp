#include "testbench/waveforms/wave_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/name_filter.hpp"

namespace weft {

template <class Action>
void WaveCatalogue::for_each_wave(const Action& action) const {
  for (std::size_t source = 0; source < sources_.size(); ++source) {
    const std::vector<Wave>& waves = sources_[source]->waves();
    for (std::size_t i = 0; i < waves.size(); ++i) action(waves[i], Selected{source, i});
  }
}

std::vector<WaveCatalogue::Selected> WaveCatalogue::select(
    const std::vector<std::string>& patterns) const {
  std::vector<bool> used(patterns.size(), false);
  std::vector<Selected> selection;
  for_each_wave([&](const Wave& wave, const Selected& selected) {
    bool chosen = patterns.empty() && wave.by_default;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      if (!selects(patterns[i], wave.name)) continue;
      used[i] = true;
      chosen = true;
    }
    if (chosen) selection.push_back(selected);
  });
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused != used.end()) reject(patterns[static_cast<std::size_t>(unused - used.begin())]);
  return selection;
}

void WaveCatalogue::reject(const std::string& pattern) const {
  std::vector<std::string> kinds;
  std::vector<std::string> candidates;
  std::string first;
  std::string_view above;
  for_each_wave([&](const Wave& wave, const Selected&) {
    if (first.empty()) first = wave.name;
    candidates.push_back(wave.name);
    any_level(wave.name, [&](std::string_view level) {
      if (level == wave.name) return false;
      if (above.starts_with(level)) return true;  // seen with the wave before
      candidates.emplace_back(level);
      return false;
    });
    above = wave.name;
    if (!wave.of_a_kind) return;
    std::string kind = wave.name.substr(wave.name.rfind('.') + 1);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  });
  for (const std::string& kind : kinds) candidates.push_back("*." + kind);
  const std::string expected =
      first.empty() ? "this platform has nothing to trace"
                    : fmt::format("names are like '{}', and end in {}", first, list_names(kinds));
  throw InputError(place_of("--trace-filter"),
                   fmt::format("'{}' matches nothing that can be traced", pattern), expected,
                   nearest_name(pattern, candidates));
}

}  // namespace weft
