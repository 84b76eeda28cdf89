// The lines of a cell's busses as the process sees them that samples and drives them.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include <systemc>

#include "hw/iwarp/cell_pins.hpp"
#include "hw/iwarp/line_signal.hpp"

namespace weft {

/// By bus: the lines forth of the one that goes one way and the lines back of the other.
struct CellLevels {
  std::array<BusLevels, bus_count> forth{};
  std::array<DequeueLevels, bus_count> back{};
};

/// What stands on the lines that a cell samples. A `LineSignal` shows it here when it changes;
/// others are read.
class SampledLines {
 public:
  /// Once pins are bound; what wakes the cell, other than the sleeper, is added to `activity`.
  void bind(CellPins& pins, sc_core::sc_event_or_list& activity);
  LineSleeper& sleeper() { return sleeper_; }
  const CellLevels& sample() {
    if (others_) read_others();
    return levels_;
  }

 private:
  template <class Levels>
  using Other = std::pair<sc_core::sc_in<Levels>*, Levels*>;

  template <class Levels>
  void bind(sc_core::sc_in<Levels>& pin, Levels& levels, std::vector<Other<Levels>>& others,
            sc_core::sc_event_or_list& activity);
  void read_others();

  CellLevels levels_;
  bool others_ = false;
  LineSleeper sleeper_;
  std::vector<Other<BusLevels>> others_forth_;
  std::vector<Other<DequeueLevels>> others_back_;
};

/// The lines that a cell drives. All that change in one phase are one request to SystemC's kernel.
class DrivenLines final : public sc_core::sc_prim_channel {
 public:
  explicit DrivenLines(const char* name) : sc_prim_channel(name) {}

  /// Once pins are bound. `writer` is the process that drives them.
  void bind(CellPins& pins, const sc_core::sc_object* writer);
  void drive(const CellLevels& levels);

 private:
  static constexpr unsigned forth_bit(unsigned bus) { return 1U << 2 * bus; }
  static constexpr unsigned back_bit(unsigned bus) { return 2U << 2 * bus; }

  template <class Levels>
  bool drive(LineSignal<Levels>* line, sc_core::sc_out<Levels>& pin, const Levels& levels) {
    if (line != nullptr) return line->drive(levels, writer_);
    pin->write(levels);
    return false;
  }
  void update() override;

  CellLevels driven_;
  unsigned changed_ = 0;  // lines that are to be updated, as bits
  const sc_core::sc_object* writer_ = nullptr;
  CellPins* pins_ = nullptr;
  std::array<LineSignal<BusLevels>*, bus_count> forth_{};  // null if it is another signal
  std::array<LineSignal<DequeueLevels>*, bus_count> back_{};
};

}  // namespace weft
