#include "hw/c104/switch_target.hpp"

#include <stdexcept>
#include <utility>

#include "hw/c104/registers.hpp"

namespace weft {

namespace {

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

void SwitchTarget::take_over(std::function<void(unsigned link, Time now)> link_changed) {
  C104Registers(*switch_).reset();
  switch_->on_link_change(std::move(link_changed));
}

bool SwitchTarget::starts_link(std::uint32_t address) const {
  return address >= C104Registers::link_base(0) &&
         c104_map::address::select.of(address) == C104Registers::command &&
         (address - C104Registers::link_base(0)) / c104_map::link::every <
             switch_->policy().parameters().links;
}

bool SwitchTarget::counts_at_once(const ControlRequest& request) const {
  return request.command != ControlCommand::poke || starts_link(request.address);
}

bool SwitchTarget::leaves_partition(const ControlRequest& poke) const {
  if (partitions_.empty() || poke.address < C104Registers::link_base(0)) return false;
  const std::uint32_t link = (poke.address - C104Registers::link_base(0)) / c104_map::link::every;
  const std::uint32_t offset = c104_map::address::select.of(poke.address);
  if (link >= partitions_.size() || offset < C104Registers::target(0) ||
      (offset - C104Registers::target(0)) % c104_map::link::target::every != 0) {
    return false;
  }
  namespace bits = c104_map::link::target;
  const Interval written{0, static_cast<IntervalAction>(bits::action.of(poke.value)),
                         bits::first.of(poke.value), bits::size.of(poke.value)};
  const bool is_group =
      written.first_link + written.group_size <= 64;  // or the register refuses it
  return written.action == IntervalAction::route && is_group &&
         (written.links() & ~partitions_[link]) != 0;
}

ControlAnswer SwitchTarget::carry_out(const ControlRequest& request, Time now) {
  ControlAnswer answer = handshake(request, ControlStatus::done);
  C104Registers registers(*switch_);
  switch (request.command) {
    case ControlCommand::identify: answer.value = registers.read(C104Registers::device); break;
    case ControlCommand::peek:
      answer.status = status_of([&] { answer.value = registers.read(request.address); });
      break;
    case ControlCommand::poke:
      if (leaves_partition(request)) {
        answer.status = ControlStatus::refused;
        break;
      }
      answer.status = status_of([&] { registers.write(request.address, request.value); });
      if (!starts_link(request.address)) break;
      switch_->link_started((request.address - C104Registers::link_base(0)) / c104_map::link::every,
                            now);
      break;
    case ControlCommand::reset: reset(now); break;
    default: answer.status = ControlStatus::unknown; break;
  }
  return answer;
}

void SwitchTarget::reset(Time now) {
  const unsigned links = switch_->policy().parameters().links;
  for (unsigned link = 0; link < links; ++link) switch_->halt_link(link, now);
  C104Registers(*switch_).reset();
}

}  // namespace weft
