// Puts what passes over a memory socket into a dump of waves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hw/common/time.hpp"
#include "testbench/waveforms/wave_source.hpp"
#include "tlm/memory/base_protocol_checker.hpp"

namespace weft {

/// What of it can be shown.
enum class SocketWave : std::uint8_t {
  command,  ///< Of the transaction that has begun last: 1 a read, 2 a write; 0 once all have ended.
  address,  ///< Its address, and
  bytes,    ///< its length.
  open,     ///< Transactions that have begun and not ended.
};

/// The chosen waves of one socket.
class SocketRecorder final : private tlm::tlm_analysis_if<MemoryAccess> {
 public:
  /// Looks at the socket of that checker, which must not go before the recorder.
  SocketRecorder(BaseProtocolChecker& checker, const Recording& recording);
  ~SocketRecorder();
  SocketRecorder(const SocketRecorder&) = delete;
  SocketRecorder& operator=(const SocketRecorder&) = delete;

  void show(SocketWave wave, WaveWriter::Variable variable);
  /// When the first transaction since the start of the trace began; `never` without one.
  Time first() const { return first_; }

 private:
  void write(const MemoryAccess& access) override;
  void change(SocketWave wave, std::uint64_t value, Time now);

  BaseProtocolChecker* checker_;
  WaveWriter* writer_;
  Time start_;
  Time stop_;
  std::array<std::optional<WaveWriter::Variable>, 4> variables_;  // by SocketWave
  std::uint64_t open_ = 0;
  Time first_ = never;
};

}  // namespace weft
