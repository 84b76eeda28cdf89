// The waves of memory sockets.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "platforms/system.hpp"
#include "testbench/families/memory_nodes/socket_recorder.hpp"
#include "testbench/waveforms/wave_source.hpp"

namespace weft {

class BaseProtocolChecker;

/// What passes over each memory socket, by the port that asks. Those of up to 64 sockets are traced
/// by default.
class MemoryWaves final : public WaveSource {
 public:
  explicit MemoryWaves(const System& system);

  void record(std::span<const ChosenWave> chosen, const Recording& recording) override;
  FirstEvent first_event() const override;

 private:
  /// By wave.
  struct Of {
    BaseProtocolChecker* checker;
    SocketWave kind;
  };

  std::vector<Of> of_;
  std::vector<Recorded<SocketRecorder>> recorders_;
};

}  // namespace weft
