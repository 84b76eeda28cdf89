#include "hw/hypercube/coprocessor_core.hpp"

#include <algorithm>

namespace weft {

std::string_view name_of(HypercubeInstruction instruction) {
  switch (instruction) {
    case HypercubeInstruction::send: return "send";
    case HypercubeInstruction::receive: return "receive";
    case HypercubeInstruction::broadcast: return "broadcast";
    case HypercubeInstruction::broadcast_to_neighbours: return "broadcast to neighbours";
    case HypercubeInstruction::release: return "buffer release";
  }
  return "an unknown instruction";
}

HypercubeCoprocessor::HypercubeCoprocessor(const HypercubeChipParameters& parameters, unsigned node,
                                           const HypercubeSurroundings& surroundings,
                                           CycleDriver& driver)
    : memory_(parameters.memory_bytes),
      system_(parameters.memory_bytes - parameters.system_buffer_bytes,
              parameters.system_buffer_bytes),
      comparators_(parameters.comparators == 0 ? parameters.degree : parameters.comparators),
      chip_(parameters, node, *this, driver),
      surroundings_(surroundings),
      driver_(&driver),
      sends_(parameters.degree + 1) {}

Time HypercubeCoprocessor::evaluate(Time now) {
  if (port_) port_->finish(now);
  finish_moves(now);
  Time next = chip_.step(now);
  if (!moves_.empty()) next = std::min(next, moves_.front().end);
  if (!port_) return next;
  works_->begin(now);
  port_->begin(now);
  return std::min({next, works_->next(), port_->next()});
}

HypercubeFault HypercubeCoprocessor::execute(HypercubeInstruction instruction,
                                             std::uint32_t operand, Time now) {
  ++counters_.instructions[static_cast<std::size_t>(instruction)];
  if (instruction == HypercubeInstruction::release) {
    if (system_.give_back(operand)) return HypercubeFault::none;
    ++counters_.faults;
    return HypercubeFault::never_given;
  }
  if (const HypercubeFault exception = fault_of_block(operand); exception != HypercubeFault::none) {
    ++counters_.faults;
    return exception;
  }
  open_.emplace(operand, Open{});
  const Time from = works_ ? edge_after(now, chip_.parameters().tick) : now;
  at_blocks(
      from, [this, instruction, operand] { return block_of(instruction, operand); },
      [this, instruction, operand](Time at) { carry_out(instruction, operand, at); });
  if (works_) driver_->evaluate_at(from);
  return HypercubeFault::none;
}

void HypercubeCoprocessor::carry_out(HypercubeInstruction instruction, std::uint32_t block,
                                     Time now) {
  HypercubeFault fault = HypercubeFault::none;
  switch (instruction) {
    case HypercubeInstruction::send: fault = send(block, now); break;
    case HypercubeInstruction::receive: fault = receive(block, now); break;
    default:
      fault = broadcast(block, instruction == HypercubeInstruction::broadcast_to_neighbours, now);
  }
  if (fault != HypercubeFault::none) complete(block, fault, now);
}

bool HypercubeCoprocessor::idle() const {
  return outgoing_.empty() && arriving_.empty() && moves_.empty() && chip_.empty() &&
         !(port_ && (port_->busy() || works_->busy()));
}

void HypercubeCoprocessor::write_flag(std::uint32_t block, std::uint32_t flag, Time now) {
  memory_.set_word(block + header_block::flag, flag);
  if (cpu_ == nullptr) return;
  if (!works_) return cpu_->flag_written(block, now);
  works_->when_written([this, block](Time at) { cpu_->flag_written(block, at); });
}

void HypercubeCoprocessor::complete(std::uint32_t block, HypercubeFault fault, Time now) {
  if (fault != HypercubeFault::none) ++counters_.faults;
  at_blocks(now, nullptr, [this, block, fault](Time at) {
    open_.erase(block);
    write_flag(block, flag_of(fault), at);
  });
}

}  // namespace weft
