// Where the waves of a trace come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/waveforms/wave_writer.hpp"

namespace weft {

/// Names of the values of some waves, for a viewer. It writes them to a file beside the trace.
struct WaveCodes {
  const char* name;  ///< Of the file: "tokens" is `out.tokens.txt` beside `out.vcd`.
  /// A translate filter file, asked for at the end of the trace: "code text" in each line.
  std::function<std::string()> text;
};

/// How a viewer shows a wave that has no names for its values.
enum class WaveRadix : std::uint8_t { binary, decimal, hexadecimal };

/// One thing that can be traced.
struct Wave {
  std::string name;  ///< "node[3,2].router.link5.token"
  unsigned bits = 1;
  unsigned lowest = 0;  ///< Number of the lowest bit.
  WaveRadix radix = WaveRadix::hexadecimal;
  const WaveCodes* codes = nullptr;  ///< Lives on; null for none.
  bool by_default = false;           ///< Traced where no pattern says what.
  /// The last part of its name is known to users, as "token" is; not that of a signal inside RTL.
  bool of_a_kind = true;
};

/// A wave that is traced, and what it is written as.
struct ChosenWave {
  std::size_t wave = 0;  ///< Of WaveSource::waves.
  WaveWriter::Variable variable = 0;
};

/// Where what is recorded goes, and what it comes from. `events` goes before a source; from then on
/// nothing is written.
struct Recording {
  WaveWriter& writer;
  EventStream& events;
  Time start = 0;  ///< Of the trace, ps.
  Time stop = never;
};

/// When something began, and which wave shows it or stands beside one that does.
struct FirstEvent {
  Time time = never;     ///< ps
  std::size_t wave = 0;  ///< Of WaveSource::waves.
};

/// What records some waves that stand together, and the first of them.
template <class Recorder>
struct Recorded {
  std::size_t wave = 0;  ///< Of WaveSource::waves.
  std::unique_ptr<Recorder> recorder;
};

/// The first of what some recorders have seen; `time(recorder)` is that of one, `never` for
/// nothing.
template <class Recorder, class TimeOf>
FirstEvent first_of(const std::vector<Recorded<Recorder>>& all, const TimeOf& time) {
  FirstEvent first;
  for (const Recorded<Recorder>& one : all) {
    const Time at = time(*one.recorder);
    if (at < first.time) first = {at, one.wave};
  }
  return first;
}

/// What a family of components can show in a trace.
class WaveSource {
 public:
  virtual ~WaveSource() = default;
  WaveSource(const WaveSource&) = delete;
  WaveSource& operator=(const WaveSource&) = delete;

  /// In the order in which they are shown.
  const std::vector<Wave>& waves() const { return waves_; }
  /// Records some of them, in the order of `waves`, from now on; to be called once, and before the
  /// run.
  virtual void record(std::span<const ChosenWave> chosen, const Recording& recording) = 0;
  /// What is written beside the trace, once some are recorded.
  virtual std::vector<const WaveCodes*> codes() const { return {}; }
  /// The first packet or word since the start of the trace. A view begins there.
  virtual FirstEvent first_event() const { return {}; }

 protected:
  WaveSource() = default;
  void add(Wave wave) { waves_.push_back(std::move(wave)); }

 private:
  std::vector<Wave> waves_;
};

}  // namespace weft
