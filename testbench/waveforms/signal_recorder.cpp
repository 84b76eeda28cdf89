#define SC_INCLUDE_DYNAMIC_PROCESSES
#include "testbench/waveforms/signal_recorder.hpp"

#include <utility>

namespace weft {

struct SignalRecorder::Tap {
  WaveWriter* writer;  // null once the recorder is gone
  WaveWriter::Variable variable;
  Value value;
  Time stop;
  sc_core::sc_event nothing{sc_core::sc_gen_unique_name("nothing")};

  void changed() {
    const Time now = sc_core::sc_time_stamp().value();
    if (writer == nullptr || now > stop) {
      sc_core::next_trigger(nothing);  // wakes no more
      return;
    }
    writer->change(variable, value(), now);
  }
};

SignalRecorder::SignalRecorder(WaveWriter& writer, WaveWriter::Variable variable,
                               const sc_core::sc_event& changed, Value value, Time stop)
    : tap_(new Tap{&writer, variable, std::move(value), stop}) {
  writer.change(variable, tap_->value(), sc_core::sc_time_stamp().value());
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&changed);
  sc_core::sc_spawn([tap = tap_] { tap->changed(); }, sc_core::sc_gen_unique_name("wave"),
                    &options);
}

SignalRecorder::~SignalRecorder() { tap_->writer = nullptr; }

}  // namespace weft
