// The signal-level cell and its Verilog side by side on the same pins.
#pragma once

#include <array>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <systemc>

#include "hw/iwarp/iwarp.hpp"
#include "hw/iwarp/parameter_check.hpp"
#include "rtl/iwarp/iwarp.hpp"
#include "tests/rtl/iwarp_far_ends.hpp"
#include "tests/rtl/iwarp_random_client.hpp"

namespace weft::test {

/// Stops the simulation at the first phase in which a pin differs.
class PinComparison : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(PinComparison);

  sc_core::sc_in<bool> clock{"clock"};

  explicit PinComparison(sc_core::sc_module_name name) : sc_module(name) {
    SC_METHOD(phase);
    sensitive << clock.pos();
    dont_initialize();
  }

  void compare_forth(std::string pin, BusWires& signal, BusWires& rtl) {
    forth_.push_back({std::move(pin), &signal.forth, &rtl.forth});
  }
  void compare_back(std::string pin, BusWires& signal, BusWires& rtl) {
    back_.push_back({std::move(pin), &signal.back, &rtl.back});
  }

  /// Time, pin and both values; empty if there was none.
  std::string difference;
  std::uint64_t phases = 0;

 private:
  template <class Levels>
  struct Pair {
    std::string pin;
    sc_core::sc_signal<Levels>* signal;
    sc_core::sc_signal<Levels>* rtl;
  };

  // What was driven at the edge before.
  void phase() {
    ++phases;
    for (const auto& pair : forth_) compare(pair);
    for (const auto& pair : back_) compare(pair);
  }
  template <class Levels>
  void compare(const Pair<Levels>& pair) {
    if (pair.signal->read() == pair.rtl->read() || !difference.empty()) return;
    std::ostringstream text;
    text << sc_core::sc_time_stamp() << ": " << pair.pin << ": signal " << pair.signal->read()
         << ", rtl " << pair.rtl->read();
    difference = text.str();
    sc_core::sc_stop();
  }

  std::vector<Pair<BusLevels>> forth_;
  std::vector<Pair<DequeueLevels>> back_;
};

/// A random cell: channels by bus, pools.
inline IwarpParameters random_cell(std::uint64_t seed) {
  RandomStream random(seed, "cell");
  IwarpParameters cell;
  cell.address = static_cast<unsigned>(random.below(8));
  unsigned inputs = cell.logical_inputs;
  unsigned outputs = cell.logical_outputs;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    cell.input_channels[bus] = static_cast<unsigned>(random.below(std::min(inputs, 7U) + 1));
    inputs -= cell.input_channels[bus];
    const auto channels = static_cast<unsigned>(random.below(std::min(outputs, 7U) + 1));
    outputs -= channels;
    cell.output_pools[bus].clear();
    for (unsigned i = 0; i < channels; ++i) {
      cell.output_pools[bus].push_back(
          static_cast<unsigned>(random.below(random.below(8) == 0 ? 16 : 2)));
    }
  }
  return cell;
}

class IwarpLockstep {
 public:
  /// Seed 0 has the cell of the paper. A bus whose bit is set in `unbound` is left open.
  explicit IwarpLockstep(std::uint64_t seed, unsigned unbound = 0)
      : cell_(seed == 0 ? IwarpParameters{} : random_cell(seed)),
        clock_("clock", sc_core::sc_time::from_value(cell_.clock / 2)),
        signal_("signal", cell_),
        rtl_("rtl", cell_),
        far_ends_("far_ends", cell_, seed, seed % 3 == 2),
        comparison_("comparison"),
        signal_client_(SignalLevelAgent{signal_.core().communication()}, seed),
        rtl_client_(RtlAgent{rtl_.agent()}, seed) {
    signal_.clock(clock_);
    rtl_.clock(clock_);
    far_ends_.clock(clock_);
    comparison_.clock(clock_);
    for (const Bus bus : all_busses) connect(bus, (unbound >> index_of(bus) & 1) != 0);
    signal_.core().communication().attach(signal_client_);
    rtl_.attach(rtl_client_);
  }

  /// The first difference, or nothing.
  std::string run(std::uint64_t clocks) {
    sc_core::sc_start(sc_core::sc_time::from_value(clocks * cell_.clock));
    return comparison_.difference;
  }

  const FarEnds& far_ends() const { return far_ends_; }
  const PinComparison& comparison() const { return comparison_; }
  const RandomClient<SignalLevelAgent>& client() const { return signal_client_; }

 private:
  // Both cells see the same lines, and each drives its own.
  void connect(Bus bus, bool unbound) {
    const unsigned n = index_of(bus);
    signal_.input(bus).forth(in_[n].forth);
    signal_.input(bus).back(in_[n].back);
    rtl_.input(bus).forth(in_[n].forth);
    rtl_.input(bus).back(rtl_in_[n].back);
    comparison_.compare_back(std::string(name_of(bus)) + "_in_dequeue", in_[n], rtl_in_[n]);
    if (!unbound) {
      signal_.output(bus).forth(out_[n].forth);
      signal_.output(bus).back(out_[n].back);
      rtl_.output(bus).forth(rtl_out_[n].forth);
      rtl_.output(bus).back(out_[n].back);
      comparison_.compare_forth(std::string(name_of(bus)) + "_out", out_[n], rtl_out_[n]);
    }
    far_ends_.bind(bus, in_[n], out_[n]);
  }

  IwarpParameters cell_;
  sc_core::sc_clock clock_;
  std::array<BusWires, bus_count> in_;   // lines back: of the signal level
  std::array<BusWires, bus_count> out_;  // lines forth: of the signal level
  std::array<BusWires, bus_count> rtl_in_;
  std::array<BusWires, bus_count> rtl_out_;
  Iwarp signal_;
  rtl::Iwarp rtl_;
  FarEnds far_ends_;
  PinComparison comparison_;
  RandomClient<SignalLevelAgent> signal_client_;
  RandomClient<RtlAgent> rtl_client_;
};

}  // namespace weft::test
