#include "rtl/dslink/ds_link.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "hw/common/kernel_time.hpp"
#include "rtl/common/own_models.hpp"

namespace weft::rtl {

DsLink::DsLink(sc_core::sc_module_name name, std::unique_ptr<DsLinkModel> model,
               const DsLinkParameters& parameters, Time clock, LinkClient& client, unsigned port,
               std::uint64_t seed, BesideWires beside)
    : LinkPins(name, parameters, seed, port, beside),
      model_(std::move(model)),
      clock_(clock),
      client_(&client),
      port_(port) {
  if (model_ == nullptr) throw std::invalid_argument(why_no_models());
  if (!model_->can_be_held() && (parameters.auto_start || parameters.enable_at != 0)) {
    throw std::invalid_argument("the RTL has no pins auto_start and link_disable");
  }
  if (!model_->has_time_codes() && parameters.time_code_interval != 0) {
    throw std::invalid_argument("the RTL has no pins tick_in and time_in");
  }
  SC_METHOD(edge);
}

void DsLink::start_of_simulation() {
  model_->set_straps(straps_of(parameters(), clock_), parameters().input_buffer);
  model_->reset();
  inputs_.start = starts();
}

void DsLink::edge() {
  const Time now = kernel_time();
  gather_inputs(now);
  run_rtl(now, name(), [this, now] {
    const bool received = model_->settle(inputs_, client_->next_token(port_) < now);
    tell_client(received, now);
    if (model_->takes_token()) give_token(now);
    model_->clock(outputs_);
  });
  inputs_.start = false;
  drive(outputs_.d_out, outputs_.s_out, now);
  tell_observers(now);
  edge_done();
  next_trigger(sc_core::sc_time::from_value(clock_));
}

void DsLink::gather_inputs(Time now) {
  inputs_.time = now;
  const auto [d, s] = sample(now, clock_);
  inputs_.d_in = d;
  inputs_.s_in = s;
  inputs_.flip = has_errors() && inverts(now, outputs_.transmitting);
  inputs_.freed = 0;
  for (; inputs_.freed < 2 && !leaving_.empty() && leaving_.front() < now; leaving_.pop()) {
    ++inputs_.freed;
  }
  occupied_ -= inputs_.freed;
  inputs_.link_disable = parameters().disabled_before(now);
  inputs_.tick = time_code_due(parameters(), now, clock_, inputs_.time_code);
}

// What the wires brought, or what they did not bring, was there one clock ago.
void DsLink::tell_client(bool received, Time now) {
  if (model_->down() != down_) {
    down_ = !down_;
    client_->link_changed(port_, now - clock_);
  }
  if (received) hand_over(model_->received(), now);
  bool tick = false;
  if (model_->time_code_in(tick)) time_code_in(tick);
}

void DsLink::hand_over(Token token, Time now) {
  // the end that closes a cut packet has room above that
  if (occupied_ > parameters().input_buffer) {
    throw RtlStopped(
        fmt::format("rx_valid is high, but the input buffer is full: of the tokens handed over {} "
                    "have not been freed, and it "
                    "has room for {}",
                    occupied_, parameters().input_buffer));
  }
  ++occupied_;
  if (first_in_ && !ends_packet(token)) arriving_ = arriving_tag(token.value);
  first_in_ = ends_packet(token);
  client_->receive(port_, token, arriving_, now - clock_);
}

void DsLink::give_token(Time now) {
  Token token;
  PacketTag packet = tag();
  if (!client_->transmit(port_, token, packet, now)) {
    throw RtlStopped("tx_take is high, but there is no token to take (tx_valid is low)");
  }
  if (first_out_ && !ends_packet(token)) next_packet(packet, token.value);
  first_out_ = ends_packet(token);
  model_->offer(token);
}

void DsLink::tell_observers(Time now) {
  if (inputs_.flip && outputs_.bit_begun) bit_inverted(now);
  if (outputs_.state_changed) state_changes(model_->state(), model_->error(), now);
  if (outputs_.token_begun) token_begins(model_->begun_token(), outputs_.token_fast, now);
}

}  // namespace weft::rtl
