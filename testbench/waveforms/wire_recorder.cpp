#define SC_INCLUDE_DYNAMIC_PROCESSES
#include "testbench/waveforms/recorders.hpp"

namespace weft {

struct WireRecorder::Tap {
  VcdWriter* writer;  // null once the recorder is gone
  const TracedLink::Wire* wire;
  VcdWriter::Variable variable;
  Time stop;
  sc_core::sc_event nothing{sc_core::sc_gen_unique_name("nothing")};

  void changed() {
    const Time now = sc_core::sc_time_stamp().value();
    if (writer == nullptr || now > stop) {
      sc_core::next_trigger(nothing);  // wakes no more
      return;
    }
    writer->change(variable, wire->read() ? 1 : 0, now);
  }
};

WireRecorder::WireRecorder(VcdWriter& writer, const TracedLink::Wire& wire,
                           VcdWriter::Variable variable, Time stop)
    : tap_(new Tap{&writer, &wire, variable, stop}) {
  writer.change(variable, wire.read() ? 1 : 0, sc_core::sc_time_stamp().value());
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&wire.value_changed_event());
  sc_core::sc_spawn([tap = tap_] { tap->changed(); }, sc_core::sc_gen_unique_name("wave"),
                    &options);
}

WireRecorder::~WireRecorder() { tap_->writer = nullptr; }

}  // namespace weft
