// The waves of DS-Links, and of the switch at one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "testbench/families/dslinks/link_recorders.hpp"
#include "testbench/families/dslinks/packet_names.hpp"
#include "testbench/families/dslinks/traced_link.hpp"
#include "testbench/waveforms/signal_recorder.hpp"
#include "testbench/waveforms/wave_source.hpp"

namespace weft {

/// Of link ends, one after another. By default tokens and states are traced, or packets where there
/// are no tokens, and of a few ends their wires.
class LinkWaves final : public WaveSource {
 public:
  /// Link ends up to which the wires are traced by default.
  static constexpr std::size_t small_platform = 64;

  /// `processors` tell of the packets that have come in, so that these have names.
  explicit LinkWaves(std::vector<TracedLink> links, std::vector<EventSource> processors = {});

  void record(std::span<const ChosenWave> chosen, const Recording& recording) override;
  std::vector<const WaveCodes*> codes() const override;
  FirstEvent first_event() const override;

 private:
  enum class Kind : std::uint8_t {
    d,             ///< D wire; `signal` level only.
    s,             ///< S wire.
    token,         ///< What this end transmits (token_codes.hpp); not where it is whole packets.
    packet,        ///< Id of the packet that this end transmits, at all levels; 0 between packets.
    state,         ///< LinkState; where there are tokens.
    credit,        ///< Tokens it may send; as of its last token's begin or change of state.
    input_level,   ///< C104: tokens in the input buffer.
    output_level,  ///< C104: tokens in the output buffer.
    connected,     ///< C104: the input that is connected to this output, 0xff for none.
  };
  // The three of a C104 are sampled whenever a token begins on the link, in either direction. The
  // levels are the model's: a token counts for the buffer behind the crossbar from when it is known
  // at which edge of the clock it crosses.

  /// By wave.
  struct Of {
    std::size_t link;
    Kind kind;
  };

  static bool has(const TracedLink& link, Kind kind);
  bool is_default(const TracedLink& link, Kind kind) const;
  void record_link(const TracedLink& link, std::span<const ChosenWave> chosen,
                   const Recording& recording);

  std::vector<TracedLink> links_;
  std::vector<EventSource> processors_;
  PacketNames packet_names_;
  WaveCodes packets_;
  bool names_packets_ = false;  // packets are recorded
  std::vector<Of> of_;
  std::vector<std::unique_ptr<SignalRecorder>> wires_;
  std::vector<Recorded<LinkRecorder>> recorders_;
  std::vector<std::unique_ptr<RouterRecorder>> routers_;
};

}  // namespace weft
