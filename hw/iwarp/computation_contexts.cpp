// Communication contexts that a program saves and loads, register by register.
#include <utility>

#include "hw/iwarp/computation_port.hpp"
#include "hw/iwarp/context_check.hpp"

namespace weft {

using namespace port;

// False if the operation is none that moves a context.
bool ComputationPort::begin_transfer(const Operation& operation, Time now) {
  ContextTransfer transfer;
  if (const auto* save = std::get_if<SaveContext>(&operation)) {
    transfer.left = {save->inputs, save->outputs};
    transfer.address = save->address;
    if (transfer.done()) return false;
  } else if (const auto* load = std::get_if<LoadContext>(&operation)) {
    transfer.loads = true;
    transfer.step = ContextTransfer::Step::release_inputs;
    transfer.inputs = load->inputs;
    transfer.outputs = load->outputs;
    transfer.left = {load->inputs, load->outputs};
    transfer.address = load->address;
  } else {
    return false;
  }
  transfer_ = transfer;
  phase_ = Phase::transferring;
  due_ = now;
  return true;
}

// True when the last register has been moved; false too if the program was stopped.
bool ComputationPort::transfer_again(Time now) {
  if (now < due_ || !end_step(now)) return false;
  if (transfer_.done()) {
    phase_ = Phase::running;
    return true;
  }
  if (stolen(now)) return false;
  const bool moves = transfer_.step == ContextTransfer::Step::move;
  const Stall stall = moves ? stall_of_memory(now) : Stall::none;
  note(stall, now);
  if (stall != Stall::none) {
    due_ = memory_->bus_free();
    return false;
  }
  transfer_.under_way = true;
  due_ = now + (moves ? move_register(now) : register_clocks) * clock_;
  return false;
}

// A register of the agent and a word of memory; the clocks that it takes.
std::uint64_t ComputationPort::move_register(Time now) {
  const std::uint32_t address = transfer_.address;
  transfer_.address += word_bytes;
  transfer_.place = transfer_.left.take();
  const auto [of_input, channel] = transfer_.place;
  if (transfer_.loads) {
    const MemoryAnswer answer = memory_->load(address, now);
    transfer_.word = static_cast<std::uint32_t>(answer.data);
    return answered(answer, address, now);
  }
  const std::uint32_t context =
      of_input ? agent_->input_context(channel) : agent_->output_context(channel);
  return answered(memory_->store(address, context, now), address, now);
}

// What is written into the agent is written at the end of a step. False if the program is stopped.
bool ComputationPort::end_step(Time now) {
  using Step = ContextTransfer::Step;
  if (!std::exchange(transfer_.under_way, false)) return true;
  switch (transfer_.step) {
    case Step::release_inputs:
      agent_->release_inputs(transfer_.inputs);
      transfer_.step = Step::release_outputs;
      return true;
    case Step::release_outputs:
      agent_->release_outputs(transfer_.outputs);
      transfer_.step = Step::move;
      return true;
    case Step::move:
      if (!transfer_.loads) return true;
      if (waits_to_move()) {
        transfer_.under_way = true;
        due_ = now + clock_;
        note(Stall::channel, now);
        return false;
      }
      return load_register(now);
  }
  return true;
}

// An input gets another place, and its dequeue signals have not gone.
bool ComputationPort::waits_to_move() const {
  const auto [of_input, channel] = transfer_.place;
  if (!of_input || (agent_->signals_waiting() >> channel & 1U) == 0) return false;
  return decode_input_place(transfer_.word) != agent_->channels().place_of_input(channel);
}

bool ComputationPort::load_register(Time now) {
  const auto [of_input, channel] = transfer_.place;
  const std::uint32_t word = transfer_.word;
  std::string fault =
      of_input ? find_input_context_fault(*agent_, channel, word, transfer_.left.inputs())
               : find_output_context_fault(*agent_, channel, word, transfer_.left.outputs());
  if (fault.empty() && of_input) fault = find_feeder(channel, decode_input_place(word));
  if (!fault.empty()) {
    stop(fault, now);
  } else if (of_input) {
    agent_->load_input(channel, transfer_.word);
  } else {
    agent_->load_output(channel, transfer_.word);
  }
  return fault.empty();
}

}  // namespace weft
