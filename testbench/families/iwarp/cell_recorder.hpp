// Puts what happens in an iWarp cell into a dump of waves.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <utility>
#include <variant>
#include <vector>

#include "testbench/events/event_stream.hpp"
#include "testbench/families/iwarp/bus_recorder.hpp"
#include "testbench/families/iwarp/cell_wave.hpp"
#include "testbench/families/iwarp/traced_cell.hpp"
#include "testbench/waveforms/wave_writer.hpp"

namespace weft {

/// The waves of one cell that were chosen, but for those of wires. Queues, crossbar and agents are
/// sampled at each edge of the clock at which anything happens in the cell; a bus changes when a
/// word begins, and is idle again at the first such edge after its end.
class CellRecorder final : public CellClient {
 public:
  struct Chosen {
    CellWave kind = CellWave::word;
    unsigned number = 0;
    WaveWriter::Variable variable = 0;
  };

  /// All but `events` must outlive it, which must not; `start` is when the trace begins.
  CellRecorder(WaveWriter& writer, const TracedCell& cell, const std::vector<Chosen>& chosen,
               Time start, EventStream& events);
  CellRecorder(const CellRecorder&) = delete;
  CellRecorder& operator=(const CellRecorder&) = delete;

  void clock(Time now) override;
  Time next() const override;

  /// When the first word since the start of the trace began; `never` without one.
  Time first_word() const;

 private:
  static void choose_of_bus(const Chosen& chosen,
                            std::vector<std::pair<Bus, BusRecorder::Variables>>& of_busses);
  std::uint64_t sample(const Chosen& chosen) const;

  WaveWriter* writer_;
  const TracedCell cell_;
  std::vector<Chosen> sampled_;
  std::deque<BusRecorder> busses_;
};

/// Name of the kind of an operation, as `.operation` shows it by its number in port::Operation.
const char* operation_name(std::size_t number);
inline constexpr std::size_t operation_names = std::variant_size_v<port::Operation>;

}  // namespace weft
