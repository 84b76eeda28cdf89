// The waves of the lines between packet chips.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hw/hypercube/link_pins.hpp"
#include "platforms/system.hpp"
#include "testbench/waveforms/signal_recorder.hpp"
#include "testbench/waveforms/wave_source.hpp"

namespace weft {

/// What stands on the lines of each direction of a link, by its transmitter; of a platform without
/// lines there are none. Those of up to 64 directions are traced by default.
class CubeWaves final : public WaveSource {
 public:
  explicit CubeWaves(const System& system);

  void record(std::span<const ChosenWave> chosen, const Recording& recording) override;

 private:
  enum class Kind : std::uint8_t { wanted, first, grant, valid, data };

  /// By wave.
  struct Of {
    const HypercubeWires* wires;
    Kind kind;
  };

  static std::uint64_t value(const Of& of);

  std::vector<Of> of_;
  std::vector<std::unique_ptr<SignalRecorder>> lines_;
};

}  // namespace weft
