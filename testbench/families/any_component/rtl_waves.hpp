// The waves inside RTL.
#pragma once

#include <memory>
#include <vector>

#include "testbench/families/any_component/rtl_recorder.hpp"
#include "testbench/families/any_component/traced_rtl.hpp"
#include "testbench/waveforms/wave_source.hpp"

namespace weft {

/// All signals of blocks of RTL, one after another; none by default.
class RtlWaves final : public WaveSource {
 public:
  explicit RtlWaves(std::vector<TracedRtl> blocks);

  void record(std::span<const ChosenWave> chosen, const Recording& recording) override;

 private:
  /// By wave.
  struct Of {
    std::size_t block;
    std::size_t signal;
  };

  std::vector<TracedRtl> blocks_;
  std::vector<Of> of_;
  std::vector<std::unique_ptr<RtlRecorder>> recorders_;
};

}  // namespace weft
