// Of the packet chip: what it will use is brought into the processor's caches.
#include "hw/hypercube/packet_chip_core.hpp"

namespace weft {

void HypercubeChipCore::fetch() const {
  __builtin_prefetch(this);
  __builtin_prefetch(&inputs_);
  __builtin_prefetch(&inputs_.back());
  __builtin_prefetch(&memory_);
}

// Those that are looked at; and those that links ask for, with the ports of these.
void HypercubeChipCore::fetch_ports(StepSet due) const {
  StepSet ports = (due & all_ports()) | fresh_;
  for (StepSet left = fresh_; left != 0; left &= left - 1) {
    ports |= step_bit(inputs_[lowest_step(left)].first) & all_ports();
  }
  for (; ports != 0; ports &= ports - 1) outputs_[lowest_step(ports)].fetch();
  for (StepSet left = due & waiting_; left != 0; left &= left - 1) {
    __builtin_prefetch(&waiting_in_memory_[lowest_step(left)]);
  }
  if ((due & tails_come) != 0) __builtin_prefetch(&arriving_.front());
  if ((due & (waiting_ | tails_come)) != 0) __builtin_prefetch(memory_);
}

// Of what comes out of memory.
void HypercubeChipCore::fetch_data(StepSet due, bool again) const {
  for (StepSet left = due & waiting_; left != 0; left &= left - 1) {
    const unsigned port = lowest_step(left);
    if (!outputs_[port].buffers.has_room()) continue;
    const Waiting& first = waiting_in_memory_[port].first;
    memory_->prefetch_data(first.message.message, first.packets_in, again);
  }
}

void HypercubeChipCore::fetch_far_chips(StepSet due) const {
  fetch_data(due, false);
  if ((due & tails_come) != 0) calendar_->packets().fetch(arriving_.front().packet);
  for (StepSet left = (due & all_ports()) | fresh_; left != 0; left &= left - 1) {
    const Output& output = outputs_[lowest_step(left)];
    if (output.far == nullptr) continue;
    __builtin_prefetch(output.far);
    __builtin_prefetch(&output.far->inputs_);
    __builtin_prefetch(&output.far->inputs_[output.far_port]);
  }
}

// Those that are likely to be granted what they have asked for.
void HypercubeChipCore::fetch_far_ports(StepSet due) const {
  fetch_data(due, true);
  if ((due & tails_come) != 0) memory_->prefetch_arrivals();
  for (StepSet left = fresh_; left != 0; left &= left - 1) {
    const Output& output = outputs_[lowest_step(left)];
    if (output.far != nullptr) output.far->outputs_[output.far_port].fetch();
  }
}

// Those that these ports look at next.
void HypercubeChipCore::fetch_packets(StepSet due) const {
  for (StepSet left = due & all_ports(); left != 0; left &= left - 1) {
    outputs_[lowest_step(left)].buffers.fetch_next();
  }
  for (StepSet left = fresh_; left != 0; left &= left - 1) {
    const Output& output = outputs_[lowest_step(left)];
    if (output.far != nullptr) output.far->outputs_[output.far_port].buffers.fetch_next();
  }
}

}  // namespace weft
