#include "tlm/dslink/ds_link.hpp"

namespace weft::token {

DsLink::DsLink(const char* name, const DsLinkParameters& parameters, unsigned input_buffer,
               LinkClient& client, unsigned port, std::uint64_t seed, Wheel& wheel)
    : place_(name, [this] { start(); }),
      line_(wheel.bank().make<TokenLine>(parameters, input_buffer, client, port, seed, wheel,
                                         static_cast<TokenLine::Surroundings&>(*this))),
      tokens(line_->tokens()),
      states(line_->states()) {}

void DsLink::start() {
  auto* const far = dynamic_cast<DsLink*>(out.far());
  const bool mutual = far != nullptr && far->out.far() == static_cast<LinkForward*>(this);
  line_->begin_run(far == nullptr ? nullptr : far->line_.get(), mutual);
}

tlm::tlm_sync_enum DsLink::nb_transport_fw(LinkPayload& payload, tlm::tlm_phase& phase,
                                           sc_core::sc_time&) {
  line_->told(phase, payload);
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum DsLink::nb_transport_bw(LinkPayload&, tlm::tlm_phase&, sc_core::sc_time&) {
  return tlm::TLM_ACCEPTED;  // another TLM end finds its tokens without being told
}

void DsLink::pass_on(const tlm::tlm_phase& which, LinkPayload& message) {
  tlm::tlm_phase phase = which;
  sc_core::sc_time delay;
  out->nb_transport_fw(message, phase, delay);
}

tlm::tlm_sync_enum DsLink::tell_back(const tlm::tlm_phase& which, LinkPayload& message) {
  tlm::tlm_phase phase = which;
  sc_core::sc_time delay;
  return in->nb_transport_bw(message, phase, delay);
}

}  // namespace weft::token
