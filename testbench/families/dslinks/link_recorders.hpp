// The observers that put what happens on a link into a dump of waves.
#pragma once

#include <cstdint>
#include <optional>

#include "hw/common/time.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/families/dslinks/packet_names.hpp"
#include "testbench/families/dslinks/traced_link.hpp"
#include "testbench/waveforms/wave_writer.hpp"

namespace weft {

/// Token, packet, state and credit of one link end; of one that transmits whole packets these
/// alone. The link and the writer must outlive it.
class LinkRecorder final : public EventSink {
 public:
  /// The variables of those that were chosen.
  struct Variables {
    std::optional<WaveWriter::Variable> token, packet, state, credit;
  };

  /// `start` is when the trace begins. It listens to `events`, which must not outlive it. `names`
  /// is told of each packet that is shown; it may be null.
  LinkRecorder(WaveWriter& writer, const TracedLink& link, const Variables& variables, Time start,
               EventStream& events, PacketNames* names = nullptr);
  LinkRecorder(const LinkRecorder&) = delete;
  LinkRecorder& operator=(const LinkRecorder&) = delete;

  void write(const Event& event) override;

  /// When the first packet since the start of the trace began; `never` without one.
  Time first_packet() const { return first_packet_; }

 private:
  void record(const TokenEvent& event);
  void record(const LinkStateEvent& event);
  void record(const PacketBeginEvent& event);
  void record(const PacketEndEvent& event);
  void show_credit(Time time);
  void show_token(std::uint32_t code, Time time);
  void show(std::optional<WaveWriter::Variable> variable, std::uint64_t value, Time time) {
    if (variable) writer_->change(*variable, value, time);
  }

  WaveWriter* writer_;
  PacketNames* names_;
  unsigned header_left_ = 0;  // bytes of the header of the present packet
  TracedLink link_;
  Variables variables_;
  std::uint32_t shown_;  // code of the last token
  bool silent_;          // by its state the transmitter is off
  Time start_;
  Time first_packet_ = never;
};

/// Buffer levels and connection of one link of a C104.
class RouterRecorder final : public EventSink {
 public:
  /// The variables of those that were chosen.
  struct Variables {
    std::optional<WaveWriter::Variable> input_level, output_level, connected;
  };

  /// It listens to `events`, which must not outlive it.
  RouterRecorder(WaveWriter& writer, const TracedLink& link, const Variables& variables,
                 EventStream& events);
  RouterRecorder(const RouterRecorder&) = delete;
  RouterRecorder& operator=(const RouterRecorder&) = delete;

  void write(const Event& event) override { sample(event.time()); }

 private:
  void sample(Time time);

  WaveWriter* writer_;
  TracedLink link_;
  Variables variables_;
};

}  // namespace weft
