// Puts what an iWarp bus carries into a dump of waves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "hw/common/time.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/families/iwarp/cell_wave.hpp"
#include "testbench/waveforms/wave_writer.hpp"

namespace weft {

/// Word, tag and channel of one bus. It changes when a word begins, and is idle again when its
/// owner lets it `rest`.
class BusRecorder final : public EventSink {
 public:
  /// Those that were chosen.
  struct Variables {
    std::optional<WaveWriter::Variable> word, tag, channel;

    /// `kind` is one of these three.
    void choose(CellWave kind, WaveWriter::Variable variable);
  };

  /// `start` is when the trace begins, `now` the present.
  BusRecorder(WaveWriter& writer, const Variables& variables, Time word_time, Time start, Time now);
  BusRecorder(const BusRecorder&) = delete;
  BusRecorder& operator=(const BusRecorder&) = delete;

  void write(const Event& event) override;
  /// The bus is idle if its word has ended.
  void rest(Time now);
  /// Of the word that it carries; `never` without one.
  Time end() const { return end_; }
  /// When the first word since the start of the trace began; `never` without one.
  Time first_word() const { return first_word_; }

 private:
  void show_idle(Time now);

  WaveWriter* writer_;
  Variables variables_;
  Time word_time_;
  Time start_;
  Time end_ = never;
  Time first_word_ = never;
  std::uint64_t shown_ = 0;
  std::uint64_t before_rest_ = 0;  // shown, before it was idle
  Time rested_at_ = never;
};

/// A recorder of a bus without a cell that lets it rest: it has a process of its own.
class LoneBusRecorder final : public EventSink {
 public:
  /// It listens to `events`, at `source`, which must not outlive it.
  LoneBusRecorder(WaveWriter& writer, const BusRecorder::Variables& variables, Time word_time,
                  Time start, const EventSource& source, EventStream& events);
  ~LoneBusRecorder();
  LoneBusRecorder(const LoneBusRecorder&) = delete;
  LoneBusRecorder& operator=(const LoneBusRecorder&) = delete;

  void write(const Event& event) override;
  Time first_word() const { return bus_.first_word(); }

 private:
  struct Alarm;

  BusRecorder bus_;
  std::shared_ptr<Alarm> alarm_;  // shared with the process, which lives on
};

}  // namespace weft
