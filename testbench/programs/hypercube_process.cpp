#include "testbench/programs/hypercube_process.hpp"

#include <fmt/format.h>

#include <bit>
#include <stdexcept>

#include "platforms/registry/quantity.hpp"
#include "testbench/programs/program_error.hpp"

namespace weft {

HypercubeProcess::HypercubeProcess(std::string name, HypercubeCoprocessor& coprocessor,
                                   Wheel& wheel)
    : entry_(WheelEntry::calling<&HypercubeProcess::step>(this, Phase::select)),
      name_(std::move(name)),
      coprocessor_(&coprocessor),
      wheel_(&wheel) {
  coprocessor.tell(*this);
}

void HypercubeProcess::start(Program program) {
  program_ = std::move(program);
  suspended_ = program_.handle();
  wheel_->schedule(entry_, wheel_->now());
}

// --- operations

void HypercubeProcess::suspend(std::coroutine_handle<> program, const Operation& operation) {
  suspended_ = program;
  operation_ = operation;
  waits_since_ = now_;
  polled_ = never;
  wheel_->schedule(entry_, now_ + ticks(operation.ticks));
}

void HypercubeProcess::step() {
  now_ = wheel_->now();
  if (perform()) go_on();
}

// False as long as it is not through.
bool HypercubeProcess::perform() {
  switch (operation_.kind) {
    case Kind::begin:
    case Kind::compute: return true;
    case Kind::load:
    case Kind::store:
      if (!coprocessor_->memory().holds(operation_.address, 4 * operation_.words)) {
        exception_ = fmt::format("an access to {:#x}, in a memory of {} bytes", operation_.address,
                                 coprocessor_->memory().size());
        return true;
      }
      if (coprocessor_->overrun(operation_.address, 4 * operation_.words)) {
        ++overruns_;
        const unsigned retry = coprocessor_->chip().parameters().exception_ticks;
        wheel_->schedule(entry_, now_ + ticks(retry + operation_.ticks));
        return false;
      }
      access();
      return true;
    case Kind::execute: {
      instructions_[operation_.address] = operation_.instruction;
      const HypercubeFault fault =
          coprocessor_->execute(operation_.instruction, operation_.address, now_);
      if (fault == HypercubeFault::none) return true;
      exception_ = fmt::format("{} of {:#x}: {}", name_of(operation_.instruction),
                               operation_.address, text_of(fault));
      return true;
    }
    case Kind::wait: {
      if (!coprocessor_->memory().holds(operation_.address, 4)) {
        exception_ = fmt::format("a wait for the flag at {:#x}, in a memory of {} bytes",
                                 operation_.address, coprocessor_->memory().size());
        return true;
      }
      const std::uint32_t flag = coprocessor_->memory().word(operation_.address);
      result_ = flag;
      if ((flag & static_cast<std::uint32_t>(operation_.until)) != 0) {
        if (fault_of(flag) != HypercubeFault::none) exception_ = refused(operation_.address);
        unread_.erase(operation_.address);
        return true;
      }
      polled_ = now_;
      return false;
    }
  }
  return true;
}

void HypercubeProcess::access() {
  HypercubeMemory& memory = coprocessor_->memory();
  if (operation_.kind == Kind::load) result_ = 0;
  for (unsigned word = 0; word < operation_.words; ++word) {
    const std::uint32_t address = operation_.address + 4 * word;
    if (operation_.kind == Kind::store) {
      memory.set_word(address, static_cast<std::uint32_t>(operation_.value >> 32 * word));
    } else {
      result_ |= std::uint64_t{memory.word(address)} << 32 * word;
      unread_.erase(address);
    }
  }
}

void HypercubeProcess::go_on() {
  suspended_.resume();
  if (!program_.done()) return;
  finished_ = true;
  rethrow(program_, name_);
  require_faults_read();
}

// Polls go on at their period, from the first; those between are not simulated.
void HypercubeProcess::flag_written(std::uint32_t block, Time now) {
  if (fault_of(coprocessor_->memory().word(block)) != HypercubeFault::none) {
    unread_.insert(block);
    if (finished_) require_faults_read();
  }
  if (operation_.kind != Kind::wait || block != operation_.address || polled_ == never ||
      entry_.scheduled() || finished_) {
    return;
  }
  const Time polls = (now - polled_) / poll_period() + 1;
  wheel_->schedule(entry_, polled_ + polls * poll_period());
}

void HypercubeProcess::message_lost(unsigned source, std::uint32_t bytes) {
  throw ProgramError(
      name_, fmt::format("a message of {} bytes from node {} is lost: no receive awaits it, and "
                         "{} of {} bytes of system buffers are in use",
                         bytes, source, coprocessor_->system_buffers().used(),
                         coprocessor_->memory().size() - coprocessor_->system_space()));
}

// --- what is told of it

std::string HypercubeProcess::refused(std::uint32_t block) const {
  const auto instruction = instructions_.find(block);
  return fmt::format(
      "{} (header block {:#x}): {}",
      instruction == instructions_.end() ? "an instruction" : name_of(instruction->second), block,
      text_of(fault_of(coprocessor_->memory().word(block))));
}

void HypercubeProcess::require_faults_read() const {
  if (unread_.empty()) return;
  throw ProgramError(name_,
                     "it has ended and not read what has become of " + refused(*unread_.begin()));
}

std::string HypercubeProcess::waits() const {
  if (finished_ || operation_.kind != Kind::wait || entry_.scheduled()) return {};
  const std::uint32_t block = operation_.address;
  const HypercubeMemory& memory = coprocessor_->memory();
  const auto of = [&memory, block](std::uint32_t offset) {
    const std::uint32_t value = memory.word(block + offset);
    return value == hypercube_any ? std::string("any") : fmt::format("{}", value);
  };
  const auto place = instructions_.find(block);
  std::string what = "an instruction that was not given";
  if (place != instructions_.end()) {
    what = name_of(place->second);
    if (place->second == HypercubeInstruction::receive) {
      what +=
          fmt::format(" from node {}, type {},", of(header_block::node), of(header_block::type));
    } else if (place->second == HypercubeInstruction::send) {
      what += fmt::format(" to node {}, type {},", of(header_block::node), of(header_block::type));
    }
  }
  return fmt::format("{} waits since {} for {} (header block {:#x})", name_,
                     time_text(waits_since_), what, block);
}

// --- for the program

template <class Value>
Value HypercubeProcess::Awaited<Value>::await_resume() const {
  if (!process_->exception_.empty()) {
    throw std::runtime_error(std::exchange(process_->exception_, {}));
  }
  if constexpr (std::is_same_v<Value, double>) {
    return std::bit_cast<double>(process_->result_);
  } else if constexpr (!std::is_void_v<Value>) {
    return static_cast<Value>(process_->result_);
  }
}

template class HypercubeProcess::Awaited<void>;
template class HypercubeProcess::Awaited<std::uint32_t>;
template class HypercubeProcess::Awaited<double>;

HypercubeProcess::Awaited<void> HypercubeProcess::compute(std::uint64_t count) {
  Operation operation;
  operation.kind = Kind::compute;
  operation.ticks = count;
  return {*this, operation};
}

HypercubeProcess::Awaited<std::uint32_t> HypercubeProcess::load(std::uint32_t address) {
  Operation operation;
  operation.kind = Kind::load;
  operation.address = address;
  operation.ticks = access_ticks();
  return {*this, operation};
}

HypercubeProcess::Awaited<double> HypercubeProcess::load_double(std::uint32_t address) {
  Operation operation;
  operation.kind = Kind::load;
  operation.address = address;
  operation.words = 2;
  operation.ticks = 2 * access_ticks();
  return {*this, operation};
}

HypercubeProcess::Awaited<void> HypercubeProcess::store(std::uint32_t address,
                                                        std::uint32_t value) {
  Operation operation;
  operation.kind = Kind::store;
  operation.address = address;
  operation.value = value;
  operation.ticks = access_ticks();
  return {*this, operation};
}

HypercubeProcess::Awaited<void> HypercubeProcess::store_double(std::uint32_t address,
                                                               double value) {
  Operation operation;
  operation.kind = Kind::store;
  operation.address = address;
  operation.words = 2;
  operation.value = std::bit_cast<std::uint64_t>(value);
  operation.ticks = 2 * access_ticks();
  return {*this, operation};
}

HypercubeProcess::Awaited<void> HypercubeProcess::execute(HypercubeInstruction instruction,
                                                          std::uint32_t operand) {
  Operation operation;
  operation.kind = Kind::execute;
  operation.address = operand;
  operation.instruction = instruction;
  operation.ticks = access_ticks();
  return {*this, operation};
}

HypercubeProcess::Awaited<std::uint32_t> HypercubeProcess::wait(std::uint32_t block, Until until) {
  Operation operation;
  operation.kind = Kind::wait;
  operation.address = block;
  operation.until = until;
  operation.ticks = access_ticks();
  return {*this, operation};
}

Program HypercubeProcess::send(std::uint32_t block, unsigned destination, std::uint32_t type,
                               std::uint32_t buffer, std::uint32_t bytes) {
  co_await store(block + header_block::flag, 0);
  co_await store(block + header_block::node, destination);
  co_await store(block + header_block::type, type);
  co_await store(block + header_block::length, bytes);
  co_await store(block + header_block::buffer, buffer);
  co_await execute(HypercubeInstruction::send, block);
}

Program HypercubeProcess::broadcast(std::uint32_t block, std::uint32_t type, std::uint32_t buffer,
                                    std::uint32_t bytes) {
  co_await store(block + header_block::flag, 0);
  co_await store(block + header_block::type, type);
  co_await store(block + header_block::length, bytes);
  co_await store(block + header_block::buffer, buffer);
  co_await execute(HypercubeInstruction::broadcast, block);
}

Program HypercubeProcess::broadcast_to(std::vector<unsigned> neighbours, std::uint32_t block,
                                       std::uint32_t type, std::uint32_t buffer,
                                       std::uint32_t bytes) {
  co_await store(block + header_block::flag, 0);
  co_await store(block + header_block::node, static_cast<std::uint32_t>(neighbours.size()));
  co_await store(block + header_block::type, type);
  co_await store(block + header_block::length, bytes);
  co_await store(block + header_block::buffer, buffer);
  std::uint32_t entry = block + header_block::list;
  for (const unsigned neighbour : neighbours) {
    co_await store(entry, neighbour);
    entry += 4;
  }
  co_await execute(HypercubeInstruction::broadcast_to_neighbours, block);
}

Program HypercubeProcess::receive(std::uint32_t block, std::uint32_t source, std::uint32_t type,
                                  std::uint32_t buffer, std::uint32_t bytes,
                                  std::uint32_t options) {
  co_await store(block + header_block::flag, 0);
  co_await store(block + header_block::node, source);
  co_await store(block + header_block::type, type);
  co_await store(block + header_block::length, bytes);
  co_await store(block + header_block::buffer, buffer);
  co_await store(block + header_block::options, options);
  co_await execute(HypercubeInstruction::receive, block);
}

}  // namespace weft
