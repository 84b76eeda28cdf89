#include "testbench/families/memory_nodes/memory_waves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "platforms/protocols/memory_socket.hpp"
#include "platforms/resolve/link_ends.hpp"

namespace weft {
namespace {

struct SocketWaveInfo {
  const char* name;
  unsigned bits;
  WaveRadix radix;
};

// By SocketWave.
constexpr std::array<SocketWaveInfo, 4> socket_waves = {{{"command", 2, WaveRadix::decimal},
                                                         {"address", 64, WaveRadix::hexadecimal},
                                                         {"bytes", 16, WaveRadix::decimal},
                                                         {"open", 8, WaveRadix::decimal}}};

constexpr std::size_t few_sockets = 64;

}  // namespace

MemoryWaves::MemoryWaves(const System& system) {
  const auto* sockets = system.shared<MemorySockets>();
  if (sockets == nullptr) return;
  std::vector<MemorySockets::Socket> all = sockets->all;
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::tie(a.initiator.component, a.initiator.port) <
           std::tie(b.initiator.component, b.initiator.port);
  });
  for (const MemorySockets::Socket& socket : all) {
    for (std::size_t kind = 0; kind < socket_waves.size(); ++kind) {
      const SocketWaveInfo& info = socket_waves[kind];
      add({.name = fmt::format("{}.{}", port_name(system.platform(), socket.initiator), info.name),
           .bits = info.bits,
           .radix = info.radix,
           .by_default = all.size() <= few_sockets});
      of_.push_back({socket.checker, static_cast<SocketWave>(kind)});
    }
  }
}

void MemoryWaves::record(std::span<const ChosenWave> chosen, const Recording& recording) {
  BaseProtocolChecker* last = nullptr;
  for (const auto& [wave, variable] : chosen) {
    const Of& of = of_[wave];
    if (of.checker != last) {
      recorders_.push_back({wave, std::make_unique<SocketRecorder>(*of.checker, recording)});
      last = of.checker;
    }
    recorders_.back().recorder->show(of.kind, variable);
  }
}

FirstEvent MemoryWaves::first_event() const {
  return first_of(recorders_, [](const SocketRecorder& one) { return one.first(); });
}

}  // namespace weft
