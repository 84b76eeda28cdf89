// Puts what stands on a SystemC signal into a dump of waves.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <systemc>

#include "hw/common/time.hpp"
#include "testbench/waveforms/wave_writer.hpp"

namespace weft {

/// One variable, from its construction to `stop`, by a method process that wakes at `changed` only
/// and asks `value` then. The writer must outlive it; signals must live as long as the run.
class SignalRecorder {
 public:
  using Value = std::function<std::uint64_t()>;

  SignalRecorder(WaveWriter& writer, WaveWriter::Variable variable,
                 const sc_core::sc_event& changed, Value value, Time stop);
  ~SignalRecorder();
  SignalRecorder(const SignalRecorder&) = delete;
  SignalRecorder& operator=(const SignalRecorder&) = delete;

 private:
  struct Tap;
  std::shared_ptr<Tap> tap_;  // shared with the process, which lives on
};

}  // namespace weft
