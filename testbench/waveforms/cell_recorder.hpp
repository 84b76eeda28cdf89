// Puts what happens in an iWarp cell into a dump of waves.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <variant>
#include <vector>

#include "testbench/events/event_stream.hpp"
#include "testbench/waveforms/wave_catalogue.hpp"
#include "testbench/waveforms/wave_writer.hpp"

namespace weft {

/// The waves of one cell that were chosen, but for those of wires. Queues, crossbar and agents are
/// sampled at each edge of the clock at which anything happens in the cell; a bus changes when a
/// word begins, and is idle again at the first such edge after its end.
class CellRecorder final : public CellClient {
 public:
  struct Chosen {
    WaveKind kind = WaveKind::word;
    unsigned number = 0;
    WaveWriter::Variable variable = 0;
  };

  /// All but `events` must outlive it, which must not; `start` is when the trace begins.
  CellRecorder(WaveWriter& writer, const TracedCell& cell, const std::vector<Chosen>& chosen,
               Time start, EventStream& events);
  CellRecorder(const CellRecorder&) = delete;
  CellRecorder& operator=(const CellRecorder&) = delete;

  void clock(Time now) override;
  Time next() const override;

  /// When the first word since the start of the trace began; `never` without one.
  Time first_word() const { return first_word_; }

 private:
  class BusRecorder final : public EventSink {
   public:
    BusRecorder(CellRecorder& owner, Bus bus) : owner_(&owner), bus_(bus) {}
    void write(const Event& event) override;
    void rest(Time now);
    void start(Time now);
    Time end() const { return end_; }
    Bus bus() const { return bus_; }
    std::optional<WaveWriter::Variable> word, tag, channel;

   private:
    CellRecorder* owner_;
    Bus bus_;
    Time end_ = never;  // of the word that it carries
    std::uint64_t shown_ = 0;
  };

  void choose(const Chosen& chosen);
  std::uint64_t sample(const Chosen& chosen) const;

  WaveWriter* writer_;
  const TracedCell cell_;
  std::vector<Chosen> sampled_;
  std::deque<BusRecorder> busses_;
  Time start_;
  Time first_word_ = never;
};

/// Name of the kind of an operation, as `.operation` shows it by its number in port::Operation.
const char* operation_name(std::size_t number);
inline constexpr std::size_t operation_names = std::variant_size_v<port::Operation>;

}  // namespace weft
