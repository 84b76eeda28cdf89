// Puts the inside of RTL into a dump of waves.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "hw/common/time.hpp"
#include "rtl/common/rtl_block.hpp"
#include "testbench/waveforms/wave_writer.hpp"

namespace weft {

/// The chosen signals of one block, as they are after each rising edge of its clock. Half a period
/// later its clock is shown to fall; that is drawn, as nothing else of it is looked at then. The
/// block and the writer must outlive it.
class RtlRecorder {
 public:
  struct Chosen {
    std::size_t signal = 0;  ///< Of InnerWaves::signals.
    WaveWriter::Variable variable = 0;
  };

  /// Looks no more after `stop`.
  RtlRecorder(WaveWriter& writer, rtl::RtlBlock& block, std::span<const Chosen> chosen, Time stop);
  ~RtlRecorder();
  RtlRecorder(const RtlRecorder&) = delete;
  RtlRecorder& operator=(const RtlRecorder&) = delete;

 private:
  struct Tap;
  rtl::RtlBlock* block_;
  std::shared_ptr<Tap> tap_;  // shared with the process, which lives on
};

}  // namespace weft
