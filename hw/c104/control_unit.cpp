#include "hw/c104/control_unit.hpp"

#include <algorithm>
#include <bit>

namespace weft {

namespace {

// Tokens that wait to go on by a control link.
constexpr std::uint32_t output_buffer = 8;

}  // namespace

void ControlUnit::control(ControlTarget& of_unit) {
  target_ = &of_unit;
  of_unit.take_over([this](unsigned link, Time now) {
    changed_ |= std::uint64_t{1} << link;
    ask_next(now);
  });
}

void ControlUnit::receive(unsigned port, Token token, const PacketTag&, Time now) {
  ports_[port].receive(token, now);
  ask_next(now);
}

bool ControlUnit::transmit(unsigned port, Token& token, PacketTag& tag, Time now) {
  if (!ports_[port].transmit(token, tag, now)) return false;
  ask_next(now);  // there is room again
  return true;
}

void ControlUnit::link_changed(unsigned port, Time now) {
  ports_[port].link_changed();
  ask_next(now);
}

void ControlUnit::ask(Time time) {
  next_edge_ = std::min(next_edge_, time);
  driver_->evaluate_at(std::min(next_edge_, write_at_));
}

void ControlUnit::evaluate(Time now) {
  if (now >= write_at_) write(now);
  if (now >= next_edge_) {
    next_edge_ = never;
    step(now);
  }
  if (const Time next = std::min(next_edge_, write_at_); next != never) driver_->evaluate_at(next);
}

// One edge: what has moved can make room for more at the next.
void ControlUnit::step(Time now) {
  bool moved = move(clink0, now);
  moved |= move(clink1, now);
  moved |= execute(now);
  moved |= tell_error(now);
  if (moved || ports_[clink0].has_any() != ports_[clink0].has(now) ||
      ports_[clink1].has_any() != ports_[clink1].has(now)) {
    ask_next(now);
  }
}

bool ControlUnit::move(unsigned port, Time now) {
  bool moved = false;
  for (bool more = true; more && ports_[port].has(now);) {
    switch (ways_[port]) {
      case Way::header: more = read_header(port, now); break;
      case Way::own: more = read_own(now); break;
      case Way::forward: more = pass_on(port, now); break;
      case Way::drop:
        if (ends_packet(ports_[port].take(now))) ways_[port] = Way::header;
        break;
    }
    moved |= more;
  }
  return moved;
}

// False if it has to wait for the token behind the header, or for a command that is not done.
bool ControlUnit::read_header(unsigned port, Time now) {
  ControlPort& in = ports_[port];
  if (ends_packet(in.token())) {
    in.take(now);
    return true;
  }
  const std::uint8_t header = in.token().value;
  if (port == clink1 || (label_ && header != *label_)) {
    if (ports_[1 - port].dead(now)) {
      ways_[port] = Way::drop;
      ++counters_.dropped;
    } else {
      ways_[port] = Way::forward;
    }
    return true;
  }
  if (!in.has(now, 1)) return false;
  if (ends_packet(in.token(1))) {
    if (!in.cut(1)) unacknowledged_ = false;
    in.take(now);
    in.take(now);
    return true;
  }
  if (has_command_) return false;
  header_ = header;
  command_.clear();
  in.take(now);
  ways_[port] = Way::own;
  return true;
}

bool ControlUnit::read_own(Time now) {
  ControlPort& in = ports_[clink0];
  const bool cut = in.cut();
  const Token token = in.take(now);
  if (token.kind == TokenKind::data) {
    // of one that is too long enough is kept to see that it is no command
    if (command_.size() <= most_bytes) command_.push_back(token.value);
    return true;
  }
  ways_[clink0] = Way::header;
  has_command_ = !cut;
  if (cut) ++counters_.dropped;
  return true;
}

bool ControlUnit::pass_on(unsigned port, Time now) {
  ControlPort& out = ports_[1 - port];
  if (out.dead(now)) {
    out.put(eom_token, now);  // for what was begun
    if (port == clink1) passing_up_ = false;
    ways_[port] = Way::drop;
    ++counters_.dropped;
    return true;
  }
  if (out.waiting() >= output_buffer) return false;
  const Token token = ports_[port].take(now);
  out.put(token, now);
  const bool ended = ends_packet(token);
  if (ended) ways_[port] = Way::header;
  if (port == clink1) passing_up_ = !ended;
  return true;
}

bool ControlUnit::execute(Time now) {
  if (!has_command_ || write_at_ != never) return false;
  const auto request = request_of(command_);
  if (!label_) {
    if (!request || request->command != ControlCommand::start) {
      ++counters_.dropped;  // there is no header to answer by
      has_command_ = false;
      return true;
    }
    label_ = header_;
    return_header_ = static_cast<std::uint8_t>(request->value);
  }
  if (!may_send()) return false;
  if (!request) {
    ControlAnswer unknown;
    unknown.command = static_cast<ControlCommand>(command_.empty() ? 0 : command_[0] & 0x7f);
    unknown.status = ControlStatus::unknown;
    answer(unknown, now);
    return true;
  }
  if (!is_own(request->command) && !target_->counts_at_once(*request)) {
    pending_ = *request;
    write_at_ = now + clock_ / 2;
    return true;
  }
  answer(carry_out(*request, now), now);
  return true;
}

ControlAnswer ControlUnit::carry_out(const ControlRequest& request, Time now) {
  switch (request.command) {
    case ControlCommand::start: return_header_ = static_cast<std::uint8_t>(request.value); break;
    case ControlCommand::recover: error_told_ = false; break;
    case ControlCommand::reset: {
      const ControlAnswer answer = target_->carry_out(request, now);
      changed_ = 0;  // its links have been stopped by this
      error_told_ = false;
      return answer;
    }
    default: return target_->carry_out(request, now);
  }
  return handshake(request, ControlStatus::done);
}

void ControlUnit::answer(const ControlAnswer& answer, Time now) {
  ++counters_.commands;
  if (answer.status != ControlStatus::done) ++counters_.refused;
  ports_[clink0].put_packet(return_header_, {}, now);
  ports_[clink0].put_packet(return_header_, bytes_of(answer), now);
  unacknowledged_ = true;
  has_command_ = false;
}

void ControlUnit::write(Time now) {
  write_at_ = never;
  answer(carry_out(pending_, now), now);
  ask_next(now);
}

bool ControlUnit::tell_error(Time now) {
  if (changed_ == 0 || error_told_ || !label_ || !may_send()) return false;
  const auto link = static_cast<unsigned>(std::countr_zero(changed_));
  changed_ &= changed_ - 1;
  const LinkError stopped_by = target_->stopped_by(link, now);
  if (stopped_by == LinkError::none) return true;
  ControlAnswer error;
  error.kind = ControlAnswer::Kind::error;
  error.value = link;
  error.error = static_cast<std::uint8_t>(stopped_by);
  ports_[clink0].put_packet(return_header_, bytes_of(error), now);
  unacknowledged_ = true;
  error_told_ = true;
  return true;
}

}  // namespace weft
