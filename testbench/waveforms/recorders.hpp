// The observers that put what happens on a link into a VCD.
#pragma once

#include <cstdint>
#include <optional>

#include <tlm>

#include "hw/common/time.hpp"
#include "hw/dslink/link_events.hpp"
#include "testbench/waveforms/traced_link.hpp"
#include "testbench/waveforms/vcd_writer.hpp"

namespace weft {

/// Token, packet, state and credit of one link end. The link and the writer must outlive it.
class LinkRecorder final : public tlm::tlm_analysis_if<TokenEvent>,
                           public tlm::tlm_analysis_if<LinkStateEvent> {
 public:
  /// The variables of those that were chosen.
  struct Variables {
    std::optional<VcdWriter::Variable> token, packet, state, credit;
  };

  /// `start` is when the trace begins.
  LinkRecorder(VcdWriter& writer, const TracedLink& link, const Variables& variables, Time start);
  ~LinkRecorder() override;
  LinkRecorder(const LinkRecorder&) = delete;
  LinkRecorder& operator=(const LinkRecorder&) = delete;

  void write(const TokenEvent& event) override;
  void write(const LinkStateEvent& event) override;

  /// When the first data or end token since the start of the trace began; `never` without one.
  Time first_packet() const { return first_packet_; }

 private:
  void show_credit(Time time);
  void show_token(std::uint32_t code, Time time);
  void show(std::optional<VcdWriter::Variable> variable, std::uint64_t value, Time time) {
    if (variable) writer_->change(*variable, value, time);
  }

  VcdWriter* writer_;
  TracedLink link_;
  Variables variables_;
  std::uint32_t shown_;     // code of the last token
  bool silent_;             // by its state the transmitter is off
  bool in_packet_ = false;  // between a packet's first token and its last
  Time start_;
  Time first_packet_ = never;
};

/// Buffer levels and connection of one link of a C104.
class RouterRecorder final : public tlm::tlm_analysis_if<TokenEvent> {
 public:
  /// The variables of those that were chosen.
  struct Variables {
    std::optional<VcdWriter::Variable> input_level, output_level, connected;
  };

  RouterRecorder(VcdWriter& writer, const TracedLink& link, const Variables& variables);
  ~RouterRecorder() override;
  RouterRecorder(const RouterRecorder&) = delete;
  RouterRecorder& operator=(const RouterRecorder&) = delete;

  void write(const TokenEvent& event) override { sample(event.begin); }

 private:
  void sample(Time time);

  VcdWriter* writer_;
  TracedLink link_;
  Variables variables_;
};

}  // namespace weft
