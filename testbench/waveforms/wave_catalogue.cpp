#include "testbench/waveforms/wave_catalogue.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/nearest_name.hpp"
#include "platforms/netlist/pattern.hpp"

namespace weft {
namespace {

struct KindInfo {
  const char* name;
  unsigned bits;
};

// By WaveKind.
constexpr std::array<KindInfo, 9> kinds = {{{"d", 1},
                                            {"s", 1},
                                            {"token", 10},
                                            {"packet", 64},
                                            {"state", 3},
                                            {"credit", 8},
                                            {"input_level", 16},
                                            {"output_level", 16},
                                            {"connected", 8}}};

bool has(const TracedLink& link, WaveKind kind) {
  switch (kind) {
    case WaveKind::d: return link.d != nullptr;
    case WaveKind::s: return link.s != nullptr;
    case WaveKind::input_level:
    case WaveKind::output_level:
    case WaveKind::connected: return link.router != nullptr;
    default: return true;
  }
}

// Calls `visit` for the name and for every name above it, until one returns true.
template <class Visit>
bool any_level(std::string_view name, Visit visit) {
  for (;;) {
    if (visit(name)) return true;
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) return false;
    name = name.substr(0, dot);
  }
}

bool selects(std::string_view pattern, std::string_view name) {
  return any_level(name,
                   [pattern](std::string_view level) { return matches_pattern(level, pattern); });
}

}  // namespace

const char* name_of(WaveKind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

unsigned bits_of(WaveKind kind) { return kinds[static_cast<std::size_t>(kind)].bits; }

WaveCatalogue::WaveCatalogue(std::vector<TracedLink> links) : links_(std::move(links)) {
  for (std::size_t link = 0; link < links_.size(); ++link) {
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const auto kind = static_cast<WaveKind>(k);
      if (!has(links_[link], kind)) continue;
      waves_.push_back({links_[link].name + '.' + name_of(kind), kind, link});
    }
  }
}

std::vector<Wave> WaveCatalogue::select(const std::vector<std::string>& patterns) const {
  std::vector<bool> chosen(waves_.size(), false);
  for (const std::string& pattern : patterns) {
    bool any = false;
    for (std::size_t i = 0; i < waves_.size(); ++i) {
      if (!selects(pattern, waves_[i].name)) continue;
      chosen[i] = true;
      any = true;
    }
    if (!any) reject(pattern);
  }
  std::vector<Wave> selection;
  for (std::size_t i = 0; i < waves_.size(); ++i) {
    if (patterns.empty() ? is_default(waves_[i]) : chosen[i]) selection.push_back(waves_[i]);
  }
  return selection;
}

bool WaveCatalogue::is_default(const Wave& wave) const {
  switch (wave.kind) {
    case WaveKind::token:
    case WaveKind::state: return true;
    case WaveKind::d:
    case WaveKind::s: return links_.size() <= small_platform;
    default: return false;
  }
}

void WaveCatalogue::reject(const std::string& pattern) const {
  std::array<bool, kinds.size()> present{};
  std::vector<std::string> candidates;
  std::string_view above;
  for (const Wave& wave : waves_) {
    present[static_cast<std::size_t>(wave.kind)] = true;
    candidates.push_back(wave.name);
    any_level(wave.name, [&](std::string_view level) {
      if (level == wave.name) return false;
      if (above.starts_with(level)) return true;  // seen with the wave before
      candidates.emplace_back(level);
      return false;
    });
    above = links_[wave.link].name;
  }
  std::vector<std::string> present_names;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (!present[k]) continue;
    present_names.emplace_back(kinds[k].name);
    candidates.push_back(fmt::format("*.{}", kinds[k].name));
  }
  const std::string expected = waves_.empty()
                                   ? "this platform has no links"
                                   : fmt::format("names are like '{}', and end in {}",
                                                 waves_.front().name, list_names(present_names));
  throw InputError(place_of("--trace-filter"),
                   fmt::format("'{}' matches nothing that can be traced", pattern), expected,
                   nearest_name(pattern, candidates));
}

}  // namespace weft
