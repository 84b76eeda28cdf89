#include "testbench/waveforms/wave_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/name_filter.hpp"

namespace weft {
namespace {

struct KindInfo {
  const char* name;
  unsigned bits;
};

// By WaveKind.
constexpr std::array<KindInfo, 24> kinds = {
    {{"d", 1},         {"s", 1},       {"token", 11},       {"packet", 64},
     {"state", 3},     {"credit", 8},  {"input_level", 16}, {"output_level", 16},
     {"connected", 8}, {"word", 32},   {"tag", 4},          {"channel", 5},
     {"data", 8},      {"control", 3}, {"dequeue", 2},      {"level", 8},
     {"mode", 3},      {"input", 8},   {"room", 8},         {"state", 2},
     {"operation", 5}, {"line", 32},   {"spools", 8},       {"", 0}}};
constexpr std::size_t link_kinds = static_cast<std::size_t>(WaveKind::word);

bool has(const TracedLink& link, WaveKind kind) {
  switch (kind) {
    case WaveKind::d: return link.d != nullptr;
    case WaveKind::s: return link.s != nullptr;
    case WaveKind::input_level:
    case WaveKind::output_level:
    case WaveKind::connected: return link.router != nullptr;
    case WaveKind::token:
    case WaveKind::link_state: return link.packets == nullptr;
    case WaveKind::credit: return link.core != nullptr;
    default: return true;
  }
}

unsigned bits_of(WaveKind kind) { return kinds[static_cast<std::size_t>(kind)].bits; }

}  // namespace

const char* name_of(WaveKind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

WaveCatalogue::WaveCatalogue(std::vector<TracedLink> links, std::vector<TracedCell> cells,
                             std::vector<BusProbe> busses, std::vector<TracedRtl> rtl)
    : links_(std::move(links)),
      cells_(std::move(cells)),
      busses_(std::move(busses)),
      rtl_(std::move(rtl)) {
  for (std::size_t link = 0; link < links_.size(); ++link) {
    for (std::size_t k = 0; k < link_kinds; ++k) {
      const auto kind = static_cast<WaveKind>(k);
      if (!has(links_[link], kind)) continue;
      waves_.push_back({links_[link].name + '.' + name_of(kind), kind, link, 0, bits_of(kind)});
    }
  }
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) add_cell(cell);
  for (std::size_t bus = 0; bus < busses_.size(); ++bus) add_bus(bus);
  for (std::size_t block = 0; block < rtl_.size(); ++block) add_rtl(block);
}

void WaveCatalogue::add_bus(std::size_t index) {
  using enum WaveKind;
  const auto add = [&](std::initializer_list<WaveKind> of_bus) {
    for (const WaveKind kind : of_bus) {
      Wave wave{fmt::format("{}.{}", busses_[index].name, name_of(kind)), kind, index};
      wave.bits = bits_of(kind);
      wave.lone_bus = true;
      waves_.push_back(std::move(wave));
    }
  };
  if (busses_[index].words != nullptr) add({word, tag, channel});
  if (busses_[index].lines != nullptr) add({data, control, dequeue});
}

void WaveCatalogue::add_rtl(std::size_t index) {
  const auto& signals = rtl_[index].block->waves()->signals();
  for (std::size_t i = 0; i < signals.size(); ++i) {
    waves_.push_back({fmt::format("{}.{}", rtl_[index].name, signals[i].name), WaveKind::inner,
                      index, i, signals[i].bits, signals[i].lowest});
  }
}

void WaveCatalogue::add_cell(std::size_t index) {
  using enum WaveKind;
  const TracedCell& cell = cells_[index];
  const ChannelMap& map = cell.view.core->communication().channels();
  if (cell.position != nullptr) add_part(index, "program", 0, {state, operation, line});
  for (const Bus bus : all_busses) {
    const unsigned number = index_of(bus);
    if (!cell.bus_leads[number]) continue;
    add_part(index, name_of(bus), number, {word, tag, channel});
    if (cell.lines[number] != nullptr) {
      add_part(index, name_of(bus), number, {data, control, dequeue});
    }
  }
  for (unsigned i = 0; i < map.inputs; ++i) {
    add_part(index, fmt::format("input{}", i), i, {level, mode});
  }
  for (unsigned i = 0; i < map.outputs; ++i) {
    add_part(index, fmt::format("output{}", i), i, {fed_by, room});
  }
  add_part(index, "memory", 0, {spools});
}

void WaveCatalogue::add_part(std::size_t cell, const std::string& part, unsigned number,
                             std::initializer_list<WaveKind> of_part) {
  for (const WaveKind kind : of_part) {
    waves_.push_back({fmt::format("{}.{}.{}", cells_[cell].view.name, part, name_of(kind)), kind,
                      cell, number, bits_of(kind)});
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
    case WaveKind::link_state:
    case WaveKind::word:
    case WaveKind::tag:
    case WaveKind::state:
    case WaveKind::operation:
    case WaveKind::line: return true;
    case WaveKind::packet: return links_[wave.owner].packets != nullptr;
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
    present[static_cast<std::size_t>(wave.kind)] = !wave.of_rtl();
    candidates.push_back(wave.name);
    any_level(wave.name, [&](std::string_view level) {
      if (level == wave.name) return false;
      if (above.starts_with(level)) return true;  // seen with the wave before
      candidates.emplace_back(level);
      return false;
    });
    above = wave.name;
  }
  std::vector<std::string> present_names;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (!present[k]) continue;
    if (std::find(present_names.begin(), present_names.end(), kinds[k].name) !=
        present_names.end()) {
      continue;
    }
    present_names.emplace_back(kinds[k].name);
    candidates.push_back(fmt::format("*.{}", kinds[k].name));
  }
  const std::string expected = waves_.empty()
                                   ? "this platform has nothing to trace"
                                   : fmt::format("names are like '{}', and end in {}",
                                                 waves_.front().name, list_names(present_names));
  throw InputError(place_of("--trace-filter"),
                   fmt::format("'{}' matches nothing that can be traced", pattern), expected,
                   nearest_name(pattern, candidates));
}

}  // namespace weft
