#include "hw/dslink/link_core.hpp"

#include "hw/common/parameter_error.hpp"
#include "hw/dslink/parameter_check.hpp"
#include "hw/dslink/time_codes.hpp"

namespace weft {

namespace {

constexpr unsigned most_port = 0xFFF;  // LinkCore::port_

}  // namespace

const char* name_of(LinkState state) {
  switch (state) {
    case LinkState::error_reset: return "ErrorReset";
    case LinkState::error_wait: return "ErrorWait";
    case LinkState::ready: return "Ready";
    case LinkState::started: return "Started";
    case LinkState::connecting: return "Connecting";
    case LinkState::run: return "Run";
    case LinkState::halted: return "Halted";
  }
  return "";
}

const char* name_of(LinkError error) {
  switch (error) {
    case LinkError::none: return "none";
    case LinkError::disconnect: return "disconnect";
    case LinkError::parity: return "parity";
    case LinkError::escape: return "escape";
    case LinkError::credit: return "credit";
    case LinkError::protocol: return "protocol";
  }
  return "";
}

// Ends that are made one after the other have the same parameters as a rule: a large network keeps
// and checks them once.
CountedPtr<LinkCore::SharedParameters> LinkCore::shared(const DsLinkParameters& parameters) {
  thread_local CountedPtr<SharedParameters> last;
  const bool same = last && static_cast<const DsLinkParameters&>(*last) == parameters;
  if (!same) last = CountedPtr<SharedParameters>::make(checked(parameters));
  return last;
}

LinkCore::LinkCore(const DsLinkParameters& parameters, unsigned input_buffer, LinkClient& client,
                   unsigned port, LinkLine& line)
    : client_(&client),
      run_bit_time_(static_cast<std::uint32_t>(parameters.bit_time) & 0xF'FFFFU),
      port_(port & most_port),
      line_(&line),
      parameters_(shared(parameters)),
      await_null_(parameters.await_null),
      buffer_(input_buffer) {
  check_port(port, most_port);
}

void LinkCore::start(Time now) {
  if (powered_ && state_ == LinkState::halted) {
    error_flag_ = LinkError::none;
    await_null_ = true;
    enter_error_reset(now);  // keep silent until the far end has noticed
    return;
  }
  if (powered_) return;
  powered_ = true;
  reset_flow_control(now);
  if (parameters_->form == LinkForm::spacewire) {
    enter_error_reset(now);
    return;
  }
  listen(now);
  change(LinkState::started, now);
  line_->start(now);
}

bool LinkCore::is_steady_with(const LinkCore& far) const {
  const DsLinkParameters& own = *parameters_;
  const bool lasts = !own.injects_errors() && own.cut_at == never && own.enable_at == 0 &&
                     own.time_code_interval == 0;
  const bool fits = std::max(buffer_, far.buffer_) <= own.max_credit;
  return lasts && fits && !own.has_cable() && client_->receives_ahead();
}

Token LinkCore::select(Time now, PacketTag& tag) {
  if (!sent_null_) {
    sent_null_ = true;
    return null_token;
  }
  if (next_time_code_ < now) return next_time_code(now);
  take_grant_of_before(now);
  if (fct_due(now)) return send_fct();
  if (state_ != LinkState::run) return null_token;
  if (!spilling_) return send_from_client(now, tag);
  Token token;  // a NUL takes the place of each token that is dropped
  if (client_->transmit(port_, token, tag, now)) {
    spilling_ = !ends_packet(token);
    if (spilling_) ++stops_->dropped_bytes;
  }
  return null_token;
}

Token LinkCore::send_fct() {
  fct_stamps_.pop();
  fcts_wait_ = !fct_stamps_.empty();
  outstanding_ += tokens_per_fct;
  ++counters_.fcts;
  return fct_token;
}

// Of those that have become due before `now`, the last.
Token LinkCore::next_time_code(Time now) {
  const Time interval = parameters_->time_code_interval;
  const Time number = (now - 1) / interval;
  next_time_code_ = (number + 1) * interval;
  ++counters_.time_codes;
  return time_code_token(code_time(number));
}

void LinkCore::time_code_in(std::uint8_t value) { count_time_code(value, time_, counters_); }

bool LinkCore::may_send_fct() const {
  switch (state_) {
    case LinkState::run:
    case LinkState::connecting: return true;
    case LinkState::started:
      return parameters_->form == LinkForm::ieee1355 && (got_null_ || !await_null_);
    default: return false;
  }
}

// Of a steady end the buffer is no larger than what may be outstanding.
bool LinkCore::fct_due(Time now) const {
  return fct_waits_since_before(now) && may_send_fct() &&
         (steady_ || outstanding_ + tokens_per_fct <= parameters_->max_credit);
}

Time LinkCore::next_offer() const {
  Time stamp = never;
  if (state_ == LinkState::run && (credit() != 0 || spilling_)) {
    stamp = client_->next_token(port_);
    if (credit_ == 0 && !spilling_) stamp = std::max(stamp, granted_at_);
  }
  if (fct_due(never)) stamp = std::min(stamp, fct_stamps_.front());
  return std::min(stamp, next_time_code_);
}

void LinkCore::received(Token token, const PacketTag& tag, Time now) {
  if (token.kind == TokenKind::null) {
    got_null_ = true;
    if (state_ == LinkState::started) {
      if (parameters_->form == LinkForm::ieee1355) {
        enter_run(now);
      } else {
        change(LinkState::connecting, now);
        deadline_ = now + parameters_->connect_timeout;
      }
    } else if (state_ == LinkState::ready && deadline_ == never) {
      leave_ready(now);
    }
    return;
  }
  if (token.kind == TokenKind::fct) {
    if (state_ == LinkState::error_wait || state_ == LinkState::ready ||
        (state_ == LinkState::started && parameters_->form == LinkForm::spacewire)) {
      return failed(LinkError::protocol, now);
    }
    credit_ += tokens_per_fct;
    if (credit_ > parameters_->max_credit) return failed(LinkError::credit, now);
    if (state_ == LinkState::run) {
      wake(now);
    } else {
      enter_run(now);
    }
    return;
  }
  if (state_ != LinkState::run) return failed(LinkError::protocol, now);
  if (token.kind == TokenKind::time_code) return time_code_in(token.value);
  if (outstanding_ == 0) return failed(LinkError::credit, now);
  --outstanding_;
  received_at_ = now;
  ++occupied_;
  if (!ends_packet(token)) {
    ++came_in_.bytes;
    receiving_packet_ = true;
  } else if (receiving_packet_) {
    ++came_in_.packets;
    receiving_packet_ = false;
  }
  // Only where the buffer is larger than the most that may be outstanding can this free an FCT.
  if (parameters_->max_credit < buffer_ && fcts_wait_) {
    wake(std::max(now, fct_stamps_.front()));
  }
  client_->receive(port_, token, tag, now);
}

void LinkCore::account_for_room(Time stamp) {
  if (steady_) {  // what is in the buffer and what leaves it count at a reset only
    if (make_room(stamp)) wake(stamp);
    return;
  }
  --occupied_;
  if (!leaving_.empty() && leaving_.front() <= received_at_) leaving_.pop();
  leaving_.push(stamp);
  if (make_room(stamp) && may_send_fct()) wake(stamp);
}

// True if there is room for one more FCT.
bool LinkCore::make_room(Time stamp) {
  ++unoffered_;
  return offer_fct(stamp);
}

bool LinkCore::offer_fct(Time stamp) {
  if (unoffered_ < std::int32_t{tokens_per_fct}) return false;
  unoffered_ -= std::int32_t{tokens_per_fct};
  fct_stamps_.push(stamp);
  fcts_wait_ = true;
  return true;
}

void LinkCore::failed(LinkError error, Time now) {
  error_flag_ = error;
  receiving_ = false;
  const bool cut_reception = receiving_packet_;
  if (stops_ == nullptr) stops_ = std::make_unique<Stops>();
  if (transmitting_packet_) {
    spilling_ = true;
    ++stops_->cut_out;
  }
  if (cut_reception) ++stops_->cut_in;
  transmitting_packet_ = false;
  receiving_packet_ = false;
  line_->stop(now);
  set_down(true, now);
  next_time_code_ = never;
  if (parameters_->form == LinkForm::spacewire) {
    enter_error_reset(now);
  } else {
    change(LinkState::halted, now);
    deadline_ = parameters_->auto_restart == 0 ? never : now + parameters_->auto_restart;
  }
  if (cut_reception) {
    // The packet that came in is closed by an EOM (SpaceWire: error end of packet). A T9000 knows
    // it by its length, see PacketEvent::cut.
    ++occupied_;
    client_->receive(port_, eom_token, PacketTag{}, now);
  }
}

void LinkCore::halt(Time now) {
  if (powered_ && state_ != LinkState::halted) failed(LinkError::none, now);
  deadline_ = never;
}

void LinkCore::timeout(Time now) {
  deadline_ = never;
  switch (state_) {
    case LinkState::error_reset:
      reset_flow_control(now);
      listen(now);
      if (parameters_->form == LinkForm::ieee1355) {
        change(LinkState::started, now);
        line_->start(now);
      } else {
        change(LinkState::error_wait, now);
        deadline_ = now + parameters_->error_wait;
      }
      return;
    case LinkState::error_wait: change(LinkState::ready, now); [[fallthrough]];
    case LinkState::ready:
      if (parameters_->disabled_before(now) || (parameters_->auto_start && !got_null_)) {
        return leave_ready(now);
      }
      change(LinkState::started, now);
      deadline_ = now + parameters_->connect_timeout;
      line_->start(now);
      if (got_null_) change(LinkState::connecting, now);
      return;
    case LinkState::run: failed(LinkError::none, now); return;  // disabled
    case LinkState::halted: start(now); return;
    default: failed(LinkError::protocol, now); return;  // start-up took too long
  }
}

// An end that something keeps in Ready leaves it one bit after that is over: what begins at a time
// hangs on nothing that comes about at it.
void LinkCore::leave_ready(Time now) {
  if (parameters_->auto_start && !got_null_) return;  // the NUL will tell
  const Time free = parameters_->disabled_after(now) ? parameters_->enable_at : now;
  deadline_ = free + parameters_->startup_bit_time;
}

void LinkCore::listen(Time now) {
  receiving_ = true;
  receiving_since_ = now;
  line_->listen(now);
}

void LinkCore::enter_run(Time now) {
  deadline_ = never;
  if (now < parameters_->enable_at) deadline_ = std::max(now, parameters_->disable_at);
  if (const Time interval = parameters_->time_code_interval; interval != 0) {
    next_time_code_ = (now / interval + 1) * interval;
  }
  has_run_ = true;
  set_down(false, now);
  change(LinkState::run, now);
  wake(now);
}

void LinkCore::enter_error_reset(Time now) {
  receiving_ = false;
  change(LinkState::error_reset, now);
  deadline_ = now + parameters_->error_reset;
}

void LinkCore::reset_flow_control(Time now) {
  credit_ = 0;
  got_null_ = false;
  sent_null_ = false;
  time_ = 0;
  if (stops_ != nullptr) {
    stops_->sent_before = sent();
    stops_->received_before = taken_in();
    stops_->cut_in = 0;
  }
  came_in_ = {};
  outstanding_ = 0;
  while (!leaving_.empty() && leaving_.front() <= now) leaving_.pop();
  fct_stamps_.clear();
  fcts_wait_ = false;
  unoffered_ = static_cast<std::int32_t>(buffer_ - occupied_ - leaving_.size());
  while (offer_fct(now)) {
  }
  for (std::uint32_t i = 0; i < leaving_.size(); ++i) make_room(leaving_[i]);
}

// --- what is lost

LinkTraffic LinkCore::sent() const {
  const std::uint64_t cut = stops_ == nullptr ? 0 : stops_->cut_out;
  return {counters_.data, counters_.ends - empty_out_ + cut + (transmitting_packet_ ? 1 : 0)};
}

LinkTraffic LinkCore::taken_in() const {
  const LinkTraffic since = came_in_ + LinkTraffic{0, receiving_packet_ ? 1U : 0U};
  if (stops_ == nullptr) return since;
  return stops_->received_before + since + LinkTraffic{0, stops_->cut_in};
}

LinkAccount LinkCore::account(Time now) const {
  if (steady_) return {};
  const bool whole = now < parameters_->cut_arrives();
  if (stops_ == nullptr) return {sent(), taken_in(), {}, {}, whole};
  const LinkTraffic dropped{stops_->dropped_bytes, 0};
  return {sent() + dropped, taken_in(), stops_->sent_before + dropped, stops_->received_before,
          whole && state_ == LinkState::run};
}

void LinkCore::set_down(bool down, Time now) {
  if (down_ == down) return;
  if (now > down_changed_) was_down_ = down_;
  down_ = down;
  down_changed_ = now;
  client_->link_changed(port_, now);
}

void LinkCore::change(LinkState state, Time now) {
  state_ = state;
  line_->changed(state, error_flag_, now);
}

}  // namespace weft
