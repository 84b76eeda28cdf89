#define SC_INCLUDE_DYNAMIC_PROCESSES
#include "testbench/families/any_component/rtl_recorder.hpp"

#include <vector>

#include <systemc>

namespace weft {

struct RtlRecorder::Tap {
  WaveWriter* writer;  // null once the recorder is gone
  rtl::InnerWaves* waves;
  Time half_period;
  Time stop;
  std::vector<WaveWriter::Variable> variables;  // by signal
  std::vector<WaveWriter::Variable> clocks;
  rtl::InnerWaves::Changed changed;
  sc_core::sc_event fall{sc_core::sc_gen_unique_name("fall")};

  void rises() {
    const Time now = sc_core::sc_time_stamp().value();
    if (writer == nullptr || now > stop) return;
    waves->sample(changed);
    show_clocks(1, now);
    if (!clocks.empty()) fall.notify(sc_core::sc_time::from_value(half_period));
  }
  void falls() {
    if (writer != nullptr) show_clocks(0, sc_core::sc_time_stamp().value());
  }
  void show_clocks(unsigned level, Time now) {
    for (const WaveWriter::Variable clock : clocks) writer->change(clock, level, now);
  }
};

RtlRecorder::RtlRecorder(WaveWriter& writer, rtl::RtlBlock& block, std::span<const Chosen> chosen,
                         Time stop)
    : block_(&block), tap_(new Tap{&writer, block.waves(), block.clock() / 2, stop, {}, {}, {}}) {
  const auto& signals = tap_->waves->signals();
  tap_->variables.resize(signals.size());
  for (const auto& [signal, variable] : chosen) {
    if (signals[signal].is_clock) {
      tap_->clocks.push_back(variable);
    } else {
      tap_->variables[signal] = variable;
      tap_->waves->watch(signal);
    }
  }
  tap_->changed = [tap = tap_.get()](std::size_t signal, std::uint64_t value) {
    tap->writer->change(tap->variables[signal], value, sc_core::sc_time_stamp().value());
  };
  block.after_edges([tap = tap_.get()] { tap->rises(); });
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&tap_->fall);
  sc_core::sc_spawn([tap = tap_] { tap->falls(); }, sc_core::sc_gen_unique_name("wave"), &options);
}

RtlRecorder::~RtlRecorder() {
  block_->after_edges({});
  tap_->writer = nullptr;
}

}  // namespace weft
