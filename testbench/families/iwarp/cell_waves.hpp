// The waves of iWarp cells, and of busses that none of them drives.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "testbench/families/iwarp/bus_recorder.hpp"
#include "testbench/families/iwarp/cell_recorder.hpp"
#include "testbench/families/iwarp/traced_cell.hpp"
#include "testbench/waveforms/signal_recorder.hpp"
#include "testbench/waveforms/wave_source.hpp"

namespace weft {

/// Of cells, one after another. By default words, tags and programs are traced.
class CellWaves final : public WaveSource {
 public:
  explicit CellWaves(std::vector<TracedCell> cells);

  void record(std::span<const ChosenWave> chosen, const Recording& recording) override;
  std::vector<const WaveCodes*> codes() const override;
  FirstEvent first_event() const override;

 private:
  /// By wave.
  struct Of {
    std::size_t cell;
    CellWave kind;
    unsigned number;  ///< Of the bus or the channel.
  };

  void add_cell(std::size_t index);
  void add_part(std::size_t cell, const std::string& part, unsigned number,
                std::initializer_list<CellWave> kinds);
  void record_cell(const TracedCell& cell, std::span<const ChosenWave> chosen,
                   const Recording& recording);

  std::vector<TracedCell> cells_;
  std::vector<Of> of_;
  std::vector<std::unique_ptr<SignalRecorder>> lines_;
  std::vector<Recorded<CellRecorder>> recorders_;
};

/// Of busses whose transmitters are no cells, one after another. By default words and tags are
/// traced.
class BusWaves final : public WaveSource {
 public:
  explicit BusWaves(std::vector<BusProbe> busses);

  void record(std::span<const ChosenWave> chosen, const Recording& recording) override;
  std::vector<const WaveCodes*> codes() const override;
  FirstEvent first_event() const override;

 private:
  /// By wave.
  struct Of {
    std::size_t bus;
    CellWave kind;
  };

  void add_waves(std::size_t bus, std::initializer_list<CellWave> kinds);
  void record_bus(const BusProbe& bus, std::span<const ChosenWave> chosen,
                  const Recording& recording);

  std::vector<BusProbe> busses_;
  std::vector<Of> of_;
  std::vector<std::unique_ptr<SignalRecorder>> lines_;
  std::vector<Recorded<LoneBusRecorder>> recorders_;
};

}  // namespace weft
