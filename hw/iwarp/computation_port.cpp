#include "hw/iwarp/computation_port.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft {

using namespace port;

namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace

ComputationPort::ComputationPort(const IwarpParameters& parameters, CommunicationAgent& agent,
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

Time ComputationPort::next() const { return phase_ == Phase::ended ? never : due_; }

void ComputationPort::clock(Time now) {
  if (phase_ == Phase::searching) return answer(now);
  while (true) {
    if (phase_ == Phase::running) {
      if (now < due_) return;
      phase_ = Phase::fetching;
      end(operation_);
    }
    if (phase_ == Phase::fetching) fetch(now);
    if (phase_ != Phase::stalled || !begin(now)) return;
  }
}

void ComputationPort::fetch(Time now) {
  std::optional<Operation> operation = program_->next(std::exchange(result_, {}), now);
  phase_ = Phase::ended;
  if (!operation) return;
  fault_ = find_fault(*operation, *agent_, gates_);
  if (!fault_.empty()) return;
  operation_ = *operation;
  phase_ = Phase::stalled;
}

bool ComputationPort::begin(Time now) {
  if (!may_begin(operation_, now)) {
    due_ = next_free_bus(now);
    return false;
  }
  due_ = now + execute(operation_, now) * clock_;
  phase_ = fault_.empty() ? Phase::running : Phase::ended;
  return fault_.empty();
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

bool ComputationPort::may_begin(const Operation& operation, Time now) {
  return std::visit(
      Overloaded{[this](const SendMarker& op) { return agent_->room(op.input) != 0; },
                 [this](const SendWord& op) { return agent_->room(op.input) != 0; },
                 [this, now](const Read& op) { return readable(op.gate, 1, now); },
                 [this, now](const Write& op) { return writable(op.gate, 1, now); },
                 [this, now](const LongWord& op) { return may_begin_long(op, now); },
                 [this](const Join& op) { return may_link(op.input, static_cast<int>(op.output)); },
                 [this](const Restore& op) {
                   return may_link(op.input, agent_->default_output(op.input));
                 },
                 [this](const AwaitEvent& op) {
                   const auto status = agent_->events().take(op.kinds);
                   if (status) result_.status = *status;
                   return status.has_value();
                 },
                 [this, now](const Load&) { return memory_->bus_free() <= now; },
                 [this, now](const Store&) { return memory_->bus_free() <= now; },
                 [](const auto&) { return true; }},
      operation);
}

// Both gates of a kind may be bound to one channel: it needs two words, or room for two, then.
bool ComputationPort::may_begin_long(const LongWord& op, Time now) const {
  const bool two_reads = op.reads[0] && op.reads[1] && gates_.inputs[0] == gates_.inputs[1];
  const bool two_writes = op.writes[0] && op.writes[1] && gates_.outputs[0] == gates_.outputs[1];
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if (op.reads[gate] && !readable(gate, two_reads ? 2 : 1, now)) return false;
    if (op.writes[gate] && !writable(gate, two_writes ? 2 : 1, now)) return false;
  }
  return true;
}

// Reads the operands; the clocks that the operation takes.
std::uint64_t ComputationPort::execute(const Operation& operation, Time now) {
  return std::visit(Overloaded{[](const Compute& op) { return op.clocks; },
                               [](const SendMarker&) { return std::uint64_t{2}; },
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
                               [](const LoadForwarding& op) {
                                 return static_cast<std::uint64_t>(op.state->channels.size());
                               },
                               [](const StartSpool&) { return std::uint64_t{3}; },
                               [this, now](const Load& op) {
                                 const MemoryAnswer answer = memory_->load(op.address, now);
                                 result_.words[0].value = static_cast<std::uint32_t>(answer.data);
                                 return answered(answer, op.address);
                               },
                               [this, now](const Store& op) {
                                 return answered(memory_->store(op.address, op.value, now),
                                                 op.address);
                               },
                               [](const auto&) { return std::uint64_t{1}; }},
                    operation);
}

std::uint64_t ComputationPort::answered(const MemoryAnswer& answer, std::uint32_t address) {
  if (!answer.good) fault_ = fmt::format("there is no memory at address {:#x}", address);
  return 1 + answer.extra_clocks;
}

void ComputationPort::end(const Operation& operation) {
  std::visit(
      Overloaded{
          [this](const Acquire& op) { acquire(op); },
          [this](const SendMarker& op) { agent_->push(op.input, op.word); },
          [this](const SendWord& op) {
            agent_->push(op.input, {op.value, WordTag::data});
          },
          [this](const BindInput& op) { gates_.inputs[op.gate] = static_cast<int>(op.input); },
          [this](const BindOutput& op) { gates_.outputs[op.gate] = static_cast<int>(op.input); },
          [this](const Write& op) { write(op.gate, op.value); },
          [this](const LongWord& op) {
            for (unsigned gate = 0; gate < gate_count; ++gate) {
              if (op.writes[gate]) write(gate, *op.writes[gate]);
            }
          },
          [this](const Join& op) { agent_->join(op.input, op.output); },
          [this](const Restore& op) { agent_->restore(op.input); },
          [this](const LoadMatch& op) {
            if (op.entry) {
              agent_->match_cam().load(op.number, *op.entry);
            } else {
              agent_->match_cam().clear(op.number);
            }
          },
          [this](const EnableEvent& op) { agent_->events().enable(op.event, op.channels); },
          [this](const Freeze&) { agent_->freeze(); }, [this](const Wake&) { agent_->wake(); },
          [this](const LoadForwarding& op) { agent_->load(*op.state); },
          [this](const StartSpool& op) { memory_->start(op.gate, op.settings); },
          [this](const StopSpool& op) { memory_->stop(op.gate); }, [](const auto&) {}},
      operation);
}

void ComputationPort::acquire(const Acquire& request) {
  phase_ = Phase::searching;
  due_ += clock_;
  if (agent_->leads_to(request.bus, request.pool)) {
    agent_->request(request.input, request.bus, request.pool);
  }
}

// What is found at an edge is read in the clock after it.
void ComputationPort::answer(Time now) {
  const auto& request = std::get<Acquire>(operation_);
  result_.output = agent_->output_of(request.input);
  const bool hopeless = !agent_->leads_to(request.bus, request.pool);
  due_ = never;
  if (result_.output == Crossbar::none && !hopeless) return;
  due_ = now + clock_;
  operation_ = Compute{};
  phase_ = Phase::running;
}

// --- gates

bool ComputationPort::readable(unsigned gate, unsigned words, Time now) const {
  const auto input = static_cast<unsigned>(gates_.inputs[gate]);
  return input_free_[gate] <= now && agent_->readable(input) && agent_->queue_level(input) >= words;
}

bool ComputationPort::writable(unsigned gate, unsigned words, Time now) const {
  return output_free_[gate] <= now &&
         agent_->room(static_cast<unsigned>(gates_.outputs[gate])) >= words;
}

Word ComputationPort::read(unsigned gate, Time now) {
  input_free_[gate] = now + gate_time_;
  return agent_->take(static_cast<unsigned>(gates_.inputs[gate]));
}

void ComputationPort::write(unsigned gate, std::uint32_t value) {
  agent_->push(static_cast<unsigned>(gates_.outputs[gate]), {value, WordTag::data});
}

bool ComputationPort::may_link(unsigned input, int output) const {
  return agent_->output_of(input) == output || agent_->drained(static_cast<unsigned>(output));
}

}  // namespace weft
