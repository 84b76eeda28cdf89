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
  find_channels_of_gates();
}

void ComputationPort::run(CellProgram& program) {
  program_ = &program;
  phase_ = Phase::fetching;
  due_ = 0;
}

// Of a stalled operation all by which it may stall for another reason, as that is told too. It is
// called when an event comes anyway, and knows itself when a bus will be free.
ClientWatch ComputationPort::watched() const {
  constexpr ClientWatch all{.inputs = ~ChannelSet{0}};
  if (phase_ == Phase::searching) return all;
  if (phase_ != Phase::stalled) return {};
  if (use_.any) return watch_;
  return std::holds_alternative<AwaitEvent>(operation_) ? ClientWatch{} : all;
}

void ComputationPort::work_or_stand_still(Time now) {
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
  delay(busses_free_);
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
      use_.any ? write_gates() : end_elsewhere(operation_);
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
  if (fetch_at_gates(now)) return;
  const std::optional<Operation> operation = program_->next(result_, now);
  result_ = {};
  phase_ = Phase::ended;
  if (!operation) return note(Stall::none, now);
  use_ = gates_used(*operation);
  if (!use_.any || use_.memory || !gates_are_bound()) {
    if (const std::string fault = find_fault(*operation, *agent_, gates_); !fault.empty()) {
      return stop(fault, now);
    }
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
void ComputationPort::note_change(Stall stall, Time now) {
  stalled_for_[static_cast<unsigned>(stall_)] += now - stalled_since_;
  stall_ = stall;
  stalled_since_ = now;
}

// False if the operation waits, or the program was stopped.
bool ComputationPort::begin(Time now) {
  return use_.any ? begin_at_gates(now) : begin_elsewhere(now);
}

// An operation that is not at the gates. It is compiled apart from what every word needs, as is
// what such an operation does as it ends.
[[gnu::noinline]] bool ComputationPort::begin_elsewhere(Time now) {
  const Stall stall = find_stall(operation_, now);
  note(stall, now);
  if (stall != Stall::none) {
    due_ = end_of_stall(stall, now);
    return false;
  }
  if (begin_transfer(operation_, now)) return transfer_again(now);
  due_ = now + execute(operation_, now) * clock_;
  if (!fault_.empty()) return false;
  phase_ = Phase::running;
  return true;
}

// The wait for a bus or for dequeue signals ends by itself, that for a queue or an event when
// something happens.
Time ComputationPort::end_of_stall(Stall stall, Time now) const {
  if (stall == Stall::memory_bus) return memory_->bus_free();
  return waits_for_signals() ? now + clock_ : never;
}

void ComputationPort::begin_instruction(Instruction& instruction, Time now) {
  program_->compute(result_, instruction);
  use_.written = instruction.written;
  std::uint64_t clocks = instruction.clocks;
  if (use_.memory) {
    const std::uint64_t taken = access(instruction, 0, now);
    if (instruction.accesses[1].kind != MemoryAccess::Kind::none && phase_ == Phase::running) {
      phase_ = Phase::accessing;
      least_end_ = now + clocks * clock_;
      clocks = taken;
    }
    clocks = std::max(clocks, taken);
  }
  due_ = now + clocks * clock_;
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

[[gnu::noinline]] void ComputationPort::end_elsewhere(const Operation& operation) {
  std::visit(
      Overloaded{
          [this](const Acquire& op) { acquire(op); }, [this](const Assign& op) { assign(op); },
          [this](const SendMarker& op) { agent_->send(0, op.input, op.word); },
          [this](const SendWord& op) { send(0, op.input, op.value); },
          [this](const BindInput& op) {
            gates_.inputs[op.gate] = static_cast<int>(op.input);
            find_channels_of_gates();
          },
          [this](const BindOutput& op) {
            gates_.outputs[op.gate] = static_cast<int>(op.input);
            find_channels_of_gates();
          },
          [this](const Join& op) { agent_->join(op.input, op.output); },
          [this](const Redirect& op) { agent_->redirect(op.input, op.output); },
          [this](const Restore& op) { agent_->restore(op.input); },
          [this](const AllocateInput& op) { allocate(op); },
          [this](const AllocateOutput& op) { allocate(op); },
          [this](const LoadMatch& op) { load_match(op); },
          [this](const EnableEvent& op) { agent_->enable_event(op.event, op.channels); },
          [this](const Freeze&) { agent_->freeze(); }, [this](const Wake&) { agent_->wake(); },
          [this](const StartSpool& op) { memory_->start(op.gate, op.settings); },
          [this](const StopSpool& op) { memory_->stop(op.gate); }, [](const auto&) {}},
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
