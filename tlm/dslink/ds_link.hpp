// A DS-Link end at `token` level.
#pragma once

#include <cstdint>

#include <systemc>

#include "tlm/dslink/token_line.hpp"
#include "tlm/engine/bank.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/protocol/link_protocol.hpp"

namespace weft::token {

/// One end of a DS-Link in TLM-2.0: one call a token, one wheel entry a token at each end. Tokens
/// begin, end and are received at the picosecond at which weft::DsLink has them. NULs of an idle
/// link are not simulated: the token after them begins at the first multiple of 8 bit times after
/// the link went idle that is later than what it waited for.
///
/// Two ends that are bound to each other tell each other of tokens, and have no sockets; anything
/// else that stands at the far end is called as TLM-2.0 has it. Where nothing can take two
/// such ends out of Run (LinkCore::is_steady_with), a token takes no wheel entry at its receiver:
/// it is taken up when the next one begins, with the time of the flag that will verify it.
class DsLink final : public LinkForward, private LinkBackward, private TokenLine::Surroundings {
 private:
  LinkPlace place_;
  Bank::Owned<TokenLine> line_;

 public:
  LinkOutput out{place_, *this, "out"};
  LinkInput in{place_, *this, "in"};

  ObserverPort<TokenEvent>& tokens;
  ObserverPort<LinkStateEvent>& states;

  DsLink(const char* name, const DsLinkParameters& parameters, unsigned input_buffer,
         LinkClient& client, unsigned port, std::uint64_t seed, Wheel& wheel);
  DsLink(const DsLink&) = delete;
  DsLink& operator=(const DsLink&) = delete;
  /// At the start of the simulation, by a module that StartsItsLinks.
  void start();

  LinkCore& core() { return line_->core(); }
  const LinkCore& core() const { return line_->core(); }
  /// Restart command (IEEE 1355 form); nothing on a link that leads nowhere or was cut at 0.
  void restart() { line_->restart(); }
  /// It does not start with the run, but by `restart`, and may be halted; before the run.
  void hold() { line_->hold(); }

 private:
  // Sockets
  tlm::tlm_sync_enum nb_transport_fw(LinkPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(LinkPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;

  // TokenLine::Surroundings
  bool leads_somewhere() const override { return out.size() != 0; }
  void pass_on(const tlm::tlm_phase& phase, LinkPayload& message) override;
  tlm::tlm_sync_enum tell_back(const tlm::tlm_phase& phase, LinkPayload& message) override;
};

}  // namespace weft::token
