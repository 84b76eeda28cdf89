#include "hw/iwarp/computation_port.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hw/common/overloaded.hpp"

namespace weft {

using namespace port;

ComputationPort::ComputationPort(const IwarpParameters& parameters, CommunicationInterface& agent,
                                 MemoryAgent& memory)
    : clock_(parameters.clock),
      gate_time_(parameters.gate_clocks * parameters.clock),
      agent_(&agent),
      memory_(&memory) {
  agent.attach(*this);
}

void ComputationPort::run(CellProgram& program) {
  program_ = &program;
  phase_ = Phase::fetching;
  due_ = 0;
}

// Of a stalled operation all that it uses: why it stalls is told as it changes. It is called when
// an event comes anyway, and knows itself when a bus will be free.
ClientWatch ComputationPort::watched() const {
  constexpr ClientWatch all{.inputs = ~ChannelSet{0}, .everything = false};
  if (phase_ == Phase::searching) return all;
  if (phase_ != Phase::stalled) return {};
  const auto bound = [](int input) {
    return input == Crossbar::none ? 0 : bit(static_cast<unsigned>(input));
  };
  const ClientWatch gates{.inputs = bound(gates_.inputs[0]) | bound(gates_.inputs[1]) |
                                    bound(gates_.outputs[0]) | bound(gates_.outputs[1]),
                          .everything = false};
  return std::visit(
      Overloaded{[&](const Instruction&) { return gates; }, [&](const LongWord&) { return gates; },
                 [&](const Read&) { return gates; }, [&](const Write&) { return gates; },
                 [](const AwaitEvent&) { return ClientWatch{}; }, [&](const auto&) { return all; }},
      operation_);
}

void ComputationPort::clock(Time now) {
  work(now);
  if (stolen(now) && phase_ != Phase::ended) stand_still(now);
}

// Whatever has not ended at this edge does so later by the clocks that are stolen from it on.
void ComputationPort::stand_still(Time now) {
  const Time until = memory_->stolen_until();
  const bool waits =
      phase_ == Phase::fetching || phase_ == Phase::stalled || due_ == never || due_ <= now;
  if (waits) due_ = until;
  if (stood_until_ == until) return;
  stood_until_ = until;
  const Time lost = until - now;
  const auto delay = [now, lost](Time& time) {
    if (time > now) time += lost;
  };
  if (!waits) delay(due_);
  delay(least_end_);
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    delay(input_free_[gate]);
    delay(output_free_[gate]);
  }
  if (stall_ == Stall::none) stalled_for_[static_cast<unsigned>(Stall::memory_bus)] += lost;
}

void ComputationPort::work(Time now) {
  if (phase_ == Phase::searching && (stolen(now) || answer(now))) return;
  while (true) {
    if (phase_ == Phase::accessing && !access_again(now)) return;
    if (phase_ == Phase::transferring && !transfer_again(now)) return;
    if (phase_ == Phase::running || phase_ == Phase::sending) {
      if (now < due_ || !sends(now)) return;
      phase_ = Phase::fetching;
      end(operation_);
    }
    if (stolen(now)) return;
    if (phase_ == Phase::fetching) fetch(now);
    if (phase_ != Phase::stalled) return;
    if (begin(now)) continue;
    if (phase_ != Phase::stalled || !program_->gives_up(now)) return;
    phase_ = Phase::fetching;
  }
}

void ComputationPort::fetch(Time now) {
  std::optional<Operation> operation = program_->next(std::exchange(result_, {}), now);
  phase_ = Phase::ended;
  if (!operation) return note(Stall::none, now);
  if (const std::string fault = find_fault(*operation, *agent_, gates_); !fault.empty()) {
    return stop(fault, now);
  }
  operation_ = *operation;
  phase_ = Phase::stalled;
}

void ComputationPort::stop(const std::string& fault, Time now) {
  fault_ = program_->explain(fault, now);
  phase_ = Phase::ended;
  note(Stall::none, now);
}

// The time since the last look was spent on what was seen then.
void ComputationPort::note(Stall stall, Time now) {
  stalled_for_[static_cast<unsigned>(stall_)] += now - stalled_since_;
  stall_ = stall;
  stalled_since_ = now;
}

// False if the operation waits, or the program was stopped.
bool ComputationPort::begin(Time now) {
  auto* instruction = std::get_if<Instruction>(&operation_);
  const Stall stall = instruction != nullptr ? stall_of_instruction(*instruction, now)
                                             : find_stall(operation_, now);
  note(stall, now);
  if (stall != Stall::none) {
    due_ = waits_for_signals() ? now + clock_ : next_free_bus(now);
    return false;
  }
  if (instruction != nullptr) return begin_instruction(*instruction, now);
  if (begin_transfer(operation_, now)) return transfer_again(now);
  due_ = now + execute(operation_, now) * clock_;
  if (!fault_.empty()) return false;
  phase_ = Phase::running;
  return true;
}

// The wait for a bus ends by itself, that for a queue or an event when something happens.
Time ComputationPort::next_free_bus(Time now) const {
  Time first = memory_->bus_free() > now ? memory_->bus_free() : never;
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if (input_free_[gate] > now) first = std::min(first, input_free_[gate]);
    if (output_free_[gate] > now) first = std::min(first, output_free_[gate]);
  }
  return first;
}

bool ComputationPort::begin_instruction(Instruction& instruction, Time now) {
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if ((instruction.reads >> gate & 1U) != 0) result_.words[gate] = read(gate, now);
    if ((instruction.writes >> gate & 1U) != 0) output_free_[gate] = now + gate_time_;
  }
  program_->compute(result_, instruction);
  std::uint64_t clocks = instruction.clocks;
  phase_ = Phase::running;
  if (instruction.accesses[0].kind != MemoryAccess::Kind::none) {
    const std::uint64_t taken = access(instruction, 0, now);
    if (instruction.accesses[1].kind != MemoryAccess::Kind::none && phase_ == Phase::running) {
      phase_ = Phase::accessing;
      least_end_ = now + clocks * clock_;
      clocks = taken;
    }
    clocks = std::max(clocks, taken);
  }
  due_ = now + clocks * clock_;
  return phase_ != Phase::ended;
}

// The second access of an instruction, once the bus is free again.
bool ComputationPort::access_again(Time now) {
  if (now < due_ || stolen(now)) return false;
  const Stall stall = stall_of_memory(now);
  note(stall, now);
  if (stall != Stall::none) {
    due_ = memory_->bus_free();
    return false;
  }
  phase_ = Phase::running;
  const std::uint64_t taken = access(std::get<Instruction>(operation_), 1, now);
  due_ = std::max(least_end_, now + taken * clock_);
  return phase_ == Phase::running;
}

std::uint64_t ComputationPort::access(const Instruction& instruction, unsigned number, Time now) {
  const MemoryAccess& access = instruction.accesses[number];
  if (access.kind == MemoryAccess::Kind::store) {
    return answered(
        access.wide ? memory_->store_double(access.address, access.value, now)
                    : memory_->store(access.address, static_cast<std::uint32_t>(access.value), now),
        access.address, now);
  }
  const MemoryAnswer answer =
      access.wide ? memory_->load_double(access.address, now) : memory_->load(access.address, now);
  result_.loaded[number] = answer.data;
  return answered(answer, access.address, now);
}

Stall ComputationPort::stall_of_instruction(const Instruction& op, Time now) const {
  const Stall stall = stall_of_gates(op.reads, op.writes, now);
  if (stall != Stall::none || op.accesses[0].kind == MemoryAccess::Kind::none) return stall;
  return stall_of_memory(now);
}

Stall ComputationPort::find_stall(const Operation& operation, Time now) {
  const auto stall_of_room = [this](unsigned input) {
    return agent_->room(input) != 0 ? Stall::none : Stall::full_gate;
  };
  const auto stall_of_link = [this](unsigned input, int output) {
    return may_link(input, output) ? Stall::none : Stall::channel;
  };
  return std::visit(
      Overloaded{
          [&](const SendMarker& op) { return stall_of_room(op.input); },
          [&](const SendWord& op) { return stall_of_room(op.input); },
          [&](const Read& op) { return stall_of_input(op.gate, 1, now); },
          [&](const Write& op) { return stall_of_output(op.gate, 1, now); },
          [&](const LongWord& op) {
            return stall_of_gates((op.reads[0] ? 1U : 0U) | (op.reads[1] ? 2U : 0U),
                                  (op.writes[0] ? 1U : 0U) | (op.writes[1] ? 2U : 0U), now);
          },
          [&](const Join& op) { return stall_of_link(op.input, static_cast<int>(op.output)); },
          [&](const Redirect& op) { return stall_of_link(op.input, static_cast<int>(op.output)); },
          [&](const Restore& op) {
            return stall_of_link(op.input, agent_->default_output(op.input));
          },
          [&](const AllocateInput&) { return waits_for_signals() ? Stall::channel : Stall::none; },
          [&](const AwaitEvent& op) {
            const auto status = agent_->take_event(op.kinds);
            if (status) result_.status = *status;
            return status ? Stall::none : Stall::event;
          },
          [&](const Load&) { return stall_of_memory(now); },
          [&](const Store&) { return stall_of_memory(now); },
          [](const auto&) { return Stall::none; }},
      operation);
}

// Reads the operands; the clocks that the operation takes.
std::uint64_t ComputationPort::execute(const Operation& operation, Time now) {
  return std::visit(
      Overloaded{[](const Compute& op) { return op.clocks; },
                 [](const SendMarker&) { return 2 * register_clocks; },  // tag, data
                 [this, now](const Read& op) {
                   result_.words[0] = read(op.gate, now);
                   return std::uint64_t{1};
                 },
                 [this, now](const Write& op) {
                   output_free_[op.gate] = now + gate_time_;
                   return std::uint64_t{1};
                 },
                 [this, now](const LongWord& op) {
                   for (unsigned gate = 0; gate < gate_count; ++gate) {
                     if (op.reads[gate]) result_.words[gate] = read(gate, now);
                     if (op.writes[gate]) output_free_[gate] = now + gate_time_;
                   }
                   return std::uint64_t{2};
                 },
                 [](const StartSpool&) { return 3 * register_clocks; },  // address, limit, control
                 [this](const ReadInput& op) {
                   result_.input_state = input_state(*agent_, op.input);
                   return register_clocks;
                 },
                 [this](const ReadOutput& op) {
                   result_.output_state = output_state(*agent_, op.output);
                   return register_clocks;
                 },
                 [this, now](const Load& op) {
                   const MemoryAnswer answer = memory_->load(op.address, now);
                   result_.words[0].value = static_cast<std::uint32_t>(answer.data);
                   return answered(answer, op.address, now);
                 },
                 [this, now](const Store& op) {
                   return answered(memory_->store(op.address, op.value, now), op.address, now);
                 },
                 [](const auto&) { return register_clocks; }},
      operation);
}

std::uint64_t ComputationPort::answered(const MemoryAnswer& answer, std::uint32_t address,
                                        Time now) {
  if (!answer.good) stop(fmt::format("there is no memory at address {:#x}", address), now);
  return 1 + answer.extra_clocks;
}

void ComputationPort::end(const Operation& operation) {
  std::visit(
      Overloaded{
          [this](const Acquire& op) { acquire(op); },
          [this](const Assign& op) { assign(op); },
          [this](const SendMarker& op) { agent_->send(0, op.input, op.word); },
          [this](const SendWord& op) { send(0, op.input, op.value); },
          [this](const BindInput& op) { gates_.inputs[op.gate] = static_cast<int>(op.input); },
          [this](const BindOutput& op) { gates_.outputs[op.gate] = static_cast<int>(op.input); },
          [this](const Write& op) { write(op.gate, op.value); },
          [this](const LongWord& op) {
            for (unsigned gate = 0; gate < gate_count; ++gate) {
              if (op.writes[gate]) write(gate, *op.writes[gate]);
            }
          },
          [this](const Instruction& op) { write_gates(op); },
          [this](const Join& op) { agent_->join(op.input, op.output); },
          [this](const Redirect& op) { agent_->redirect(op.input, op.output); },
          [this](const Restore& op) { agent_->restore(op.input); },
          [this](const AllocateInput& op) { allocate(op); },
          [this](const AllocateOutput& op) { allocate(op); },
          [this](const LoadMatch& op) { load_match(op); },
          [this](const EnableEvent& op) { agent_->enable_event(op.event, op.channels); },
          [this](const Freeze&) { agent_->freeze(); },
          [this](const Wake&) { agent_->wake(); },
          [this](const StartSpool& op) { memory_->start(op.gate, op.settings); },
          [this](const StopSpool& op) { memory_->stop(op.gate); },
          [](const auto&) {}},
      operation);
}

// Value, mask and entry are registers, of which one is written in a clock.
void ComputationPort::load_match(const LoadMatch& load) {
  if (!load.entry) return agent_->clear_match(load.number);
  switch (match_registers_++) {
    case 0: agent_->set_match_value(load.entry->value); break;
    case 1: agent_->set_match_mask(load.entry->mask); break;
    default:
      agent_->load_match(load.number, *load.entry);
      match_registers_ = 0;
      return;
  }
  phase_ = Phase::running;
  due_ += register_clocks * clock_;
}

void ComputationPort::acquire(const Acquire& request) {
  phase_ = Phase::searching;
  due_ += clock_;  // the agent looks at requests at its next edge
  if (agent_->leads_to(request.bus, request.pool)) {
    agent_->request(request.input, request.bus, request.pool);
  }
}

// What is found at an edge is read in the clock after it. False if the program gave the search up.
bool ComputationPort::answer(Time now) {
  const auto request = std::get<Acquire>(operation_);
  result_.output = agent_->output_of(request.input);
  due_ = never;
  if (result_.output == Crossbar::none && agent_->leads_to(request.bus, request.pool)) {
    const bool gives_up = request.waits && program_->gives_up(now);
    if (request.waits && !gives_up) {
      note(Stall::channel, now);
      return true;
    }
    agent_->withdraw(request.input);
    if (gives_up) {
      note(Stall::none, now);
      phase_ = Phase::fetching;
      return false;
    }
    result_.output = none_free;
  }
  note(Stall::none, now);
  read_answer(now + register_clocks * clock_);
  return true;
}

void ComputationPort::assign(Assign request) {
  const bool leads = agent_->leads_somewhere(request.output);
  const bool given = leads && agent_->assign(request.input, request.output);
  result_.output = given ? static_cast<int>(request.output) : leads ? none_free : Crossbar::none;
  read_answer(due_ + register_clocks * clock_);
}

// The answer of another agent is there, and is read until then.
void ComputationPort::read_answer(Time until) {
  due_ = until;
  operation_ = Compute{};
  phase_ = Phase::running;
}

bool ComputationPort::may_link(unsigned input, int output) const {
  if (agent_->output_of(input) == output) return true;
  return agent_->drained(static_cast<unsigned>(output)) && !agent_->redirected(input);
}

}  // namespace weft
