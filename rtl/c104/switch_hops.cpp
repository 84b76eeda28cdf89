#include "rtl/c104/switch_hops.hpp"

#include <bit>

#include "hw/c104/registers.hpp"
#include "hw/c104/switch_policy.hpp"

namespace weft::rtl {
namespace {

namespace bits = c104_map::link::input;
using State = SwitchInputState;

std::uint32_t input_register(C104Model& model, unsigned input) {
  return model.read_register(C104Registers::link_base(input) + C104Registers::input);
}

State state_of(std::uint32_t value) { return static_cast<State>(bits::state.of(value)); }

}  // namespace

SwitchHops::SwitchHops(const SwitchPolicy& policy, C104Model* model, const PacketTags& tags)
    : policy_(&policy),
      model_(model),
      tags_(&tags),
      asked_(policy.parameters().links, never),
      last_(policy.parameters().links, 0) {}

void SwitchHops::open(std::uint64_t inputs) {
  if (observer() == nullptr) return;
  open_ |= inputs;
  for (; inputs != 0; inputs &= inputs - 1) {
    asked_[static_cast<unsigned>(std::countr_zero(inputs))] = never;
  }
}

void SwitchHops::look(Time now) {
  for (std::uint64_t left = open_; left != 0; left &= left - 1) {
    const auto input = static_cast<unsigned>(std::countr_zero(left));
    if (asked_[input] == never || asked_[input] <= now) look_at(input, now);
  }
}

void SwitchHops::look_at(unsigned input, Time now) {
  const std::uint32_t value = input_register(*model_, input);
  switch (state_of(value)) {
    case State::header: return;  // it is not all in, or was stripped
    case State::waiting:
      if (asked_[input] == now) tell_wait(input, bits::header.of(value), now);
      // its header is in; of the latency two clocks are those of the buffers
      if (asked_[input] == never) {
        const Time clocks = policy_->parameters().routing_latency / policy_->parameters().clock - 2;
        asked_[input] = now + clocks * policy_->parameters().clock;
      }
      return;
    case State::connected: tell_hop(input, bits::output.of(value), now); break;
    case State::dropping: break;
  }
  open_ &= ~(std::uint64_t{1} << input);
}

void SwitchHops::tell_hop(unsigned input, unsigned output, Time now) {
  PacketTag tag = tags_->head(input);
  ++tag.protocol.hops;
  last_[output] = input;
  if (!hears_of_hop(asked_[input], now)) return;
  observer()->hops({now, tag, input, output, asked_[input]});
}

void SwitchHops::tell_wait(unsigned input, std::uint32_t header, Time now) {
  if (!hears_of_waits()) return;
  const Interval& interval = policy_->table(input).lookup(header);
  const unsigned output = SwitchPolicy::first_output(
      interval, [this](unsigned port) { return model_->state(port) == LinkState::run; });
  PacketWaitEvent event{now, tags_->head(input), input, output, WaitCause::output_busy, {}};
  if (output == SwitchPolicy::no_output) {
    event.output = interval.first_link;
    event.cause = WaitCause::link_down;
  } else if (const int holder = holder_of(output); holder >= 0) {
    event.holder = tags_->head(static_cast<unsigned>(holder)).for_observers();
  }
  observer()->waits(event);
}

// The input whose packet crosses to it; -1 for none.
int SwitchHops::holder_of(unsigned output) const {
  const auto crosses = [this, output](unsigned input) {
    const std::uint32_t value = input_register(*model_, input);
    return state_of(value) == State::connected && bits::output.of(value) == output;
  };
  if (crosses(last_[output])) return static_cast<int>(last_[output]);
  for (unsigned input = 0; input < policy_->parameters().links; ++input) {
    if (crosses(input)) return static_cast<int>(input);  // it got the output just now
  }
  return -1;
}

}  // namespace weft::rtl
