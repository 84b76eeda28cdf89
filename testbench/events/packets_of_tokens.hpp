// Finds the packets among the tokens that a link end transmits.
#pragma once

#include <cstdint>

#include <tlm>

#include "hw/common/packet_events.hpp"
#include "hw/dslink/link_events.hpp"

namespace weft {

/// In these states the transmitter is off.
constexpr bool is_silent(LinkState state) {
  return state != LinkState::started && state != LinkState::connecting && state != LinkState::run;
}

/// Observer of a link end that transmits tokens; it reports what one at `packet` level does. A
/// packet begins with the first bit of its first token and ends with the last of its end token, or
/// where the link goes silent within it.
class PacketsOfTokens final : public tlm::tlm_analysis_if<TokenEvent>,
                              public tlm::tlm_analysis_if<LinkStateEvent> {
 public:
  /// Ports of a link end that must outlive it.
  PacketsOfTokens(ObserverPort<TokenEvent>& tokens, ObserverPort<LinkStateEvent>& states);
  ~PacketsOfTokens() override;
  PacketsOfTokens(const PacketsOfTokens&) = delete;
  PacketsOfTokens& operator=(const PacketsOfTokens&) = delete;

  PacketReports packets;

  void write(const TokenEvent& event) override;
  void write(const LinkStateEvent& event) override;

 private:
  void end(Time time, Token token);

  ObserverPort<TokenEvent>* tokens_;
  ObserverPort<LinkStateEvent>* states_;
  PacketTag tag_;
  Time begin_ = 0;
  std::uint64_t bytes_ = 0;
  bool in_packet_ = false;
};

}  // namespace weft
