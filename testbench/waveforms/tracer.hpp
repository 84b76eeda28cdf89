// Traces a run into a file of waves.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/waveforms/bus_recorder.hpp"
#include "testbench/waveforms/cell_recorder.hpp"
#include "testbench/waveforms/gtkwave_files.hpp"
#include "testbench/waveforms/output_file.hpp"
#include "testbench/waveforms/packet_names.hpp"
#include "testbench/waveforms/recorders.hpp"
#include "testbench/waveforms/rtl_recorder.hpp"
#include "testbench/waveforms/signal_recorder.hpp"
#include "testbench/waveforms/traced_link.hpp"
#include "testbench/waveforms/wave_catalogue.hpp"
#include "testbench/waveforms/wave_writer.hpp"

namespace weft {

/// What a user asks for with --trace, --trace-filter and the start and stop times (ps).
struct TraceOptions {
  std::string file;
  std::vector<std::string> filters;  ///< See WaveCatalogue::select; empty for its default.
  Time start = 0;
  Time stop = never;
};

/// Watches what was selected, and nothing else, from its construction to `close`. The modules must
/// outlive it. Beside `out.vcd` it writes `out.gtkw` for GTKWave, and the names of the codes; an
/// `out.gtkw` that a user saved from GTKWave is left as it is.
class Tracer {
 public:
  /// To be made before the run. Throws InputError for a file that cannot be written, a filter that
  /// selects nothing and a start after the stop.
  Tracer(const System& system, const TraceOptions& options, const ProgramPositions& positions = {});
  /// The same for modules wired by hand; `title` is noted in the file.
  Tracer(std::vector<TracedLink> links, std::string_view title, const TraceOptions& options);
  /// Without `close`, nothing is left behind of the trace.
  ~Tracer();
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  /// Whether a run that ended at `end` came to its start.
  bool has_begun(Time end) const { return end >= options_.start; }

  /// Ends the trace at `end`, the time at which the run ended, and gives the files their names.
  /// Throws InputError if something could not be written, or if the run ended before `start`.
  void close(Time end);

  /// Something could not be written. The simulation was paused, once, for this reason: sc_start has
  /// returned early, and `close` will tell.
  bool failed() const { return file_.failed(); }

  /// Where the VCD goes, and after `close` what else was written.
  const std::vector<std::string>& files() const { return files_; }

 private:
  struct Declared {
    WaveKind kind;
    WaveWriter::Variable variable;
    std::size_t number;  // Wave::number
  };

  Tracer(const WaveCatalogue& catalogue, std::string_view title, const TraceOptions& options);
  void attach(const WaveCatalogue& catalogue);
  void attach_cell(const TracedCell& cell, std::span<const Declared> chosen);
  void attach_bus(const BusProbe& bus, std::span<const Declared> chosen);
  void attach_rtl(rtl::RtlBlock& block, std::span<const Declared> chosen);
  void attach_link(const TracedLink& link, std::span<const Declared> chosen);
  void attach_wire(const TracedLink::Wire& wire, WaveWriter::Variable variable);
  void attach_lines(const BusWires& wires, WaveKind kind, WaveWriter::Variable variable);
  Time begin_of_view() const;
  void open_companions();
  void write_companions();

  TraceOptions options_;
  std::vector<Wave> waves_;
  struct Companion {
    std::unique_ptr<OutputFile> file;
    std::function<std::string()> text;
  };

  OutputFile file_;
  std::vector<Companion> names_;           // of codes
  std::unique_ptr<OutputFile> save_file_;  // null where a user's own arrangement stays
  std::unique_ptr<WaveWriter> writer_;
  std::unique_ptr<PacketNames> packet_names_;  // null where no packets are traced
  std::vector<std::unique_ptr<LinkRecorder>> links_;
  std::vector<std::unique_ptr<RouterRecorder>> routers_;
  std::vector<std::unique_ptr<SignalRecorder>> signals_;
  std::vector<std::unique_ptr<CellRecorder>> cells_;
  std::vector<std::unique_ptr<LoneBusRecorder>> busses_;
  std::vector<std::unique_ptr<RtlRecorder>> rtl_;
  std::vector<std::string> files_;
  EventStream events_;  // goes first: recorders listen to it
};

}  // namespace weft
