// The signal-level cell and its Verilog side by side on the same pins.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <systemc>

#include "hw/iwarp/iwarp.hpp"
#include "hw/iwarp/parameter_check.hpp"
#include "rtl/iwarp/iwarp.hpp"
#include "testbench/lockstep/lockstep.hpp"
#include "tests/rtl/iwarp_far_ends.hpp"
#include "tests/rtl/iwarp_random_client.hpp"

namespace weft::test {

/// Compares what was driven at the edge before with Lockstep: at a difference there is a VCD of the
/// last 1,000 clocks.
class PinComparison : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(PinComparison);

  sc_core::sc_in<bool> clock{"clock"};

  using Wires = std::array<BusWires, bus_count>;

  /// `unbound` busses, one bit each, have no output.
  PinComparison(sc_core::sc_module_name name, std::string vcd, const Wires& signal_out,
                const Wires& rtl_out, const Wires& signal_in, const Wires& rtl_in, unsigned unbound)
      : sc_module(name),
        signal_{&signal_out, &signal_in},
        rtl_{&rtl_out, &rtl_in},
        unbound_(unbound),
        lockstep_(std::move(vcd), pins(), 2'000) {
    SC_METHOD(phase);
    sensitive << clock.pos();
    dont_initialize();
  }

  std::uint64_t phases() const { return lockstep_.compared(); }

 private:
  struct Sides {
    const Wires* out;
    const Wires* in;
  };
  static std::vector<Lockstep::Pin> pins() {
    std::vector<Lockstep::Pin> pins;
    for (const Bus bus : all_busses) {
      pins.push_back({fmt::format("{}_out.data", name_of(bus)), 8});
      pins.push_back({fmt::format("{}_out.control", name_of(bus)), 3});
      pins.push_back({fmt::format("{}_in.dequeue", name_of(bus)), 2});
      // seen by both
      pins.push_back({fmt::format("{}_in.data", name_of(bus)), 8});
      pins.push_back({fmt::format("{}_in.control", name_of(bus)), 3});
      pins.push_back({fmt::format("{}_out.dequeue", name_of(bus)), 2});
    }
    return pins;
  }

  void phase() {
    for (unsigned bus = 0; bus < bus_count; ++bus) {
      const bool open = (unbound_ >> bus & 1) == 0;
      const std::size_t pin = std::size_t{6} * bus;
      const BusLevels seen = (*signal_.in)[bus].forth.read();
      const unsigned returned = (*signal_.out)[bus].back.read().lines;
      for (const bool rtl : {false, true}) {
        const Sides& sides = rtl ? rtl_ : signal_;
        const BusLevels out = open ? (*sides.out)[bus].forth.read() : BusLevels{};
        value(rtl, pin) = out.data;
        value(rtl, pin + 1) = out.control;
        value(rtl, pin + 2) = (*sides.in)[bus].back.read().lines;
        value(rtl, pin + 3) = seen.data;
        value(rtl, pin + 4) = seen.control;
        value(rtl, pin + 5) = returned;
      }
    }
    lockstep_.compare(sc_core::sc_time_stamp().value());
  }
  std::uint64_t& value(bool rtl, std::size_t pin) {
    return rtl ? lockstep_.rtl(pin) : lockstep_.signal(pin);
  }

  Sides signal_;
  Sides rtl_;
  unsigned unbound_;
  Lockstep lockstep_;
};

/// A random cell: channels by bus, pools.
inline IwarpParameters random_cell(std::uint64_t seed) {
  RandomStream random(seed, "cell");
  IwarpParameters cell;
  cell.address = static_cast<unsigned>(random.below(8));
  cell.match_ports = 1 + static_cast<unsigned>(random.below(4));
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

/// Of the running test.
inline std::string name_of_vcd() {
  std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
  std::replace(name.begin(), name.end(), '/', '_');
  return fmt::format("iwarp_{}.vcd", name);
}

class IwarpLockstep {
 public:
  /// Seed 0 has the cell of the paper. A bus whose bit is set in `unbound` is left open.
  explicit IwarpLockstep(std::uint64_t seed, unsigned unbound = 0,
                         std::unique_ptr<rtl::IwarpModel> model = rtl::make_iwarp_model())
      : cell_(seed == 0 ? IwarpParameters{} : random_cell(seed)),
        clock_("clock", sc_core::sc_time::from_value(cell_.clock / 2)),
        signal_("signal", cell_),
        rtl_("rtl", cell_, std::move(model)),
        far_ends_("far_ends", cell_, signal_.core().communication().channels(), seed,
                  seed % 3 == 2),
        comparison_("comparison", name_of_vcd(), out_, rtl_out_, in_, rtl_in_, unbound),
        signal_client_(signal_.core().communication(), seed),
        rtl_client_(rtl_.agent(), seed) {
    signal_.clock(clock_);
    rtl_.clock(clock_);
    far_ends_.clock(clock_);
    comparison_.clock(clock_);
    for (const Bus bus : all_busses) connect(bus, (unbound >> index_of(bus) & 1) != 0);
    signal_.core().communication().attach(signal_client_);
    rtl_.agent().attach(rtl_client_);
  }

  /// Throws LockstepDifference.
  void run(std::uint64_t clocks) {
    sc_core::sc_start(sc_core::sc_time::from_value(clocks * cell_.clock));
  }

  /// Both cells have thrown the same away; true if there was anything.
  bool compare_losses() {
    std::uint64_t words = 0;
    for (unsigned input = 0; input < cell_.logical_inputs; ++input) {
      const ThrownAway& lost = signal_.core().communication().thrown_away(input);
      EXPECT_EQ(lost, rtl_.agent().thrown_away(input)) << "input channel " << input;
      words += lost.words;
    }
    return words != 0;
  }

  const FarEnds& far_ends() const { return far_ends_; }
  const PinComparison& comparison() const { return comparison_; }
  const RandomClient& client() const { return signal_client_; }

 private:
  // Both cells see the same lines, and each drives its own.
  void connect(Bus bus, bool unbound) {
    const unsigned n = index_of(bus);
    signal_.input(bus).forth(in_[n].forth);
    signal_.input(bus).back(in_[n].back);
    rtl_.input(bus).forth(in_[n].forth);
    rtl_.input(bus).back(rtl_in_[n].back);
    if (!unbound) {
      signal_.output(bus).forth(out_[n].forth);
      signal_.output(bus).back(out_[n].back);
      rtl_.output(bus).forth(rtl_out_[n].forth);
      rtl_.output(bus).back(out_[n].back);
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
  RandomClient signal_client_;
  RandomClient rtl_client_;
};

/// Fails at a difference, or if too little has happened.
inline void run_random_cell(std::uint64_t seed, std::uint64_t clocks) {
  if (rtl::make_iwarp_model() == nullptr) GTEST_SKIP() << "built without RTL";
  // every fifth cell stands at the edge of the array
  IwarpLockstep bench(seed, seed % 5 == 4 ? 1U << seed % bus_count : 0);
  ASSERT_NO_THROW(bench.run(clocks));
  EXPECT_GE(bench.comparison().phases(), 2 * clocks);
  // the client has one register a clock to write, and frees and joins channels as often as it sends
  EXPECT_GT(bench.far_ends().words_in, clocks / 10);
  EXPECT_GT(bench.far_ends().words_out, clocks / 20);
  EXPECT_GT(bench.client().taken, clocks / 40);
  EXPECT_GT(bench.client().given_back, clocks / 1'000);
  EXPECT_GT(bench.client().acquired, 0U);
  EXPECT_GT(bench.client().assigned, 0U);
  EXPECT_GT(bench.client().withdrawn, 0U);
  EXPECT_GT(bench.client().inputs_moved, 0U);
  EXPECT_GT(bench.client().outputs_moved, 0U);
  EXPECT_GT(bench.client().spooled, 0U);
  EXPECT_GT(bench.client().spools_ended, 0U);
  EXPECT_GT(bench.client().released, 0U);
  EXPECT_GT(bench.client().contexts_loaded, 0U);
  EXPECT_GT(bench.client().joined, 0U);
  EXPECT_GT(bench.client().restored, 0U);
  EXPECT_TRUE(bench.compare_losses());
  EXPECT_GT(bench.client().redirected, 0U);
  for (unsigned kind = 0; kind < event_count; ++kind) {
    EXPECT_GT(bench.client().events_seen[kind], 0U) << name_of(static_cast<AgentEvent>(kind));
  }
}

}  // namespace weft::test
