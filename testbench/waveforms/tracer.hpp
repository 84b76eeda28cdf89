// Traces a run into a file of waves.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/waveforms/output_file.hpp"
#include "testbench/waveforms/wave_catalogue.hpp"
#include "testbench/waveforms/wave_source.hpp"
#include "testbench/waveforms/wave_writer.hpp"

namespace weft {

struct WaveView;

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
  /// To be made before the run; `title` is noted in the file. Throws InputError for a file that
  /// cannot be written, a filter that selects nothing and a start after the stop.
  Tracer(std::vector<std::unique_ptr<WaveSource>> sources, std::string_view title,
         const TraceOptions& options);
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
  void record();
  void add_codes(const WaveSource& source);
  WaveView view() const;
  void open_companions();
  void write_companions();

  /// Names of codes, beside the trace.
  struct Companion {
    const WaveCodes* codes;
    std::unique_ptr<OutputFile> file;  // null where there is no place for it
  };

  TraceOptions options_;
  WaveCatalogue catalogue_;
  std::vector<WaveCatalogue::Selected> selected_;
  OutputFile file_;
  std::vector<Companion> codes_;
  std::unique_ptr<OutputFile> save_file_;  // null where a user's own arrangement stays
  std::unique_ptr<WaveWriter> writer_;
  std::vector<std::string> files_;
  EventStream events_;  // goes first: sources listen to it
};

}  // namespace weft
