#include "testbench/families/hypercube/cube_waves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "platforms/protocols/hypercube_link.hpp"
#include "platforms/resolve/link_ends.hpp"

namespace weft {
namespace {

struct CubeWaveInfo {
  const char* name;
  unsigned bits;
  WaveRadix radix;
};

// By CubeWaves::Kind.
constexpr std::array<CubeWaveInfo, 5> cube_waves = {{{"wanted", 16, WaveRadix::binary},
                                                     {"first", 4, WaveRadix::decimal},
                                                     {"grant", 5, WaveRadix::hexadecimal},
                                                     {"valid", 1, WaveRadix::binary},
                                                     {"data", 8, WaveRadix::hexadecimal}}};

constexpr std::size_t few_directions = 64;

}  // namespace

CubeWaves::CubeWaves(const System& system) {
  const auto* lines = system.shared<HypercubeLines>();
  if (lines == nullptr) return;
  std::vector<HypercubeLines::Direction> all = lines->all;
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::tie(a.from.component, a.from.port) < std::tie(b.from.component, b.from.port);
  });
  for (const HypercubeLines::Direction& direction : all) {
    for (std::size_t kind = 0; kind < cube_waves.size(); ++kind) {
      const CubeWaveInfo& info = cube_waves[kind];
      add({.name = fmt::format("{}.{}", port_name(system.platform(), direction.from), info.name),
           .bits = info.bits,
           .radix = info.radix,
           .by_default = all.size() <= few_directions});
      of_.push_back({direction.wires, static_cast<Kind>(kind)});
    }
  }
}

std::uint64_t CubeWaves::value(const Of& of) {
  const HypercubeForthLevels& forth = of.wires->forth.read();
  const HypercubeBackLevels& back = of.wires->back.read();
  switch (of.kind) {
    case Kind::wanted: return forth.wanted;
    case Kind::first: return forth.first;
    case Kind::grant: return back.grant ? 16U | back.next : 0;
    case Kind::valid: return forth.valid ? 1 : 0;
    case Kind::data: return forth.data;
  }
  return 0;
}

void CubeWaves::record(std::span<const ChosenWave> chosen, const Recording& recording) {
  for (const auto& [wave, variable] : chosen) {
    const Of& of = of_[wave];
    const auto& changed = of.kind == Kind::grant ? of.wires->back.value_changed_event()
                                                 : of.wires->forth.value_changed_event();
    lines_.push_back(std::make_unique<SignalRecorder>(
        recording.writer, variable, changed, [of] { return value(of); }, recording.stop));
  }
}

}  // namespace weft
