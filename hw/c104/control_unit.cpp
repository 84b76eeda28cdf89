#include "hw/c104/control_unit.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "hw/c104/registers.hpp"

namespace weft {

namespace {

// Tokens that wait to go on by a control link.
constexpr std::uint32_t output_buffer = 8;

bool starts_link(ControlledSwitch& of_unit, std::uint32_t address) {
  return address >= C104Registers::link_base(0) &&
         c104_map::address::select.of(address) == C104Registers::command &&
         (address - C104Registers::link_base(0)) / c104_map::link::every <
             of_unit.policy().parameters().links;
}

template <class Access>
ControlStatus status_of(const Access& access) {
  try {
    access();
    return ControlStatus::done;
  } catch (const std::out_of_range&) {
    return ControlStatus::no_register;
  } catch (const std::invalid_argument&) {
    return ControlStatus::refused;
  }
}

}  // namespace

void ControlUnit::control(ControlledSwitch& of_unit) {
  switch_ = &of_unit;
  C104Registers(of_unit).reset();
  of_unit.on_link_change([this](unsigned link, Time now) {
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
  if (request->command == ControlCommand::poke && !starts_link(*switch_, request->address)) {
    pending_ = *request;
    write_at_ = now + clock_ / 2;
    return true;
  }
  answer(carry_out(*request, now), now);
  return true;
}

// All but what is written half a clock later.
ControlAnswer ControlUnit::carry_out(const ControlRequest& request, Time now) {
  ControlAnswer answer;
  answer.command = request.command;
  C104Registers registers(*switch_);
  switch (request.command) {
    case ControlCommand::start: return_header_ = static_cast<std::uint8_t>(request.value); break;
    case ControlCommand::identify: answer.value = registers.read(C104Registers::device); break;
    case ControlCommand::peek:
      answer.status = status_of([&] { answer.value = registers.read(request.address); });
      break;
    case ControlCommand::poke: {
      answer.status = status_of([&] { registers.write(request.address, request.value); });
      const unsigned link = (request.address - C104Registers::link_base(0)) / c104_map::link::every;
      switch_->link_started(link, now);  // it is there from now on
      break;
    }
    case ControlCommand::reset: reset(now); break;
    case ControlCommand::recover: error_told_ = false; break;
  }
  return answer;
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
  ControlAnswer written;
  written.command = pending_.command;
  written.status =
      status_of([&] { C104Registers(*switch_).write(pending_.address, pending_.value); });
  answer(written, now);
  ask_next(now);
}

void ControlUnit::reset(Time now) {
  const unsigned links = switch_->policy().parameters().links;
  for (unsigned link = 0; link < links; ++link) switch_->halt_link(link, now);
  C104Registers(*switch_).reset();
  changed_ = 0;
  error_told_ = false;
}

bool ControlUnit::tell_error(Time now) {
  if (changed_ == 0 || error_told_ || !label_ || !may_send()) return false;
  const auto link = static_cast<unsigned>(std::countr_zero(changed_));
  changed_ &= changed_ - 1;
  const LinkError stopped_by = switch_->stopped_by(link, now);
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
