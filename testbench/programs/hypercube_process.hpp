// A coroutine program on the CPU of a hypercube node.
#pragma once

#include <coroutine>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/hypercube/coprocessor_core.hpp"
#include "testbench/programs/owned_processes.hpp"
#include "testbench/programs/program.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

/// Runs a program on a node, operation by operation: each `co_await` takes its ticks, and what it
/// does is done at their end, before what the co-processor does at that tick. Loads and stores of a
/// word and instructions take `access_ticks` each.
///
///     Program first(HypercubeProcess& node) {
///       co_await node.send(block, destination, type, buffer, bytes);  // as it says
///       co_await node.wait(block);  // its bytes have left memory
///     }
///
/// A program reads in memory what has become of its instructions; of one that was refused `wait`
/// throws, with its name and the reason. An exception that leaves the program ends the run as a
/// ProgramError; so does a refusal that the program does not read, and a message that is lost.
class HypercubeProcess final : public HypercubeCpu {
 public:
  template <class Value>
  class Awaited;

  /// What a completion flag is waited for.
  enum class Until : std::uint8_t {
    begun = 1,     ///< The send or receive is in progress, or complete.
    complete = 2,  ///< It is complete.
  };

  HypercubeProcess(std::string name, HypercubeCoprocessor& coprocessor, Wheel& wheel);
  HypercubeProcess(const HypercubeProcess&) = delete;
  HypercubeProcess& operator=(const HypercubeProcess&) = delete;

  /// Begins the program with the run; to be called once, before it.
  void start(Program program);

  const std::string& name() const { return name_; }
  unsigned node() const { return coprocessor_->chip().node(); }
  const HypercubeCoprocessor& coprocessor() const { return *coprocessor_; }
  /// Of the node's clock, ps.
  Time tick() const { return coprocessor_->chip().parameters().tick; }
  Time now() const { return now_; }
  /// The program has returned.
  bool finished() const { return finished_; }
  /// Overrun exceptions that its loads and stores have raised.
  std::uint64_t overruns() const { return overruns_; }

  // --- for the program, to be awaited
  Awaited<void> compute(std::uint64_t ticks);
  /// A word; retried as long as an overrun exception comes of it.
  Awaited<std::uint32_t> load(std::uint32_t address);
  Awaited<void> store(std::uint32_t address, std::uint32_t value);
  /// A value of two words, two accesses.
  Awaited<double> load_double(std::uint32_t address);
  Awaited<void> store_double(std::uint32_t address, double value);
  /// An instruction of the co-processor. Throws std::runtime_error for the exception of one that
  /// can write no completion flag.
  Awaited<void> execute(HypercubeInstruction instruction, std::uint32_t operand);
  /// The completion flag of a block, polled: a load and a branch. Throws std::runtime_error if it
  /// tells of a fault.
  Awaited<std::uint32_t> wait(std::uint32_t block, Until until = Until::complete);

  // --- likewise: the stores that fill a header block, and its instruction
  Program send(std::uint32_t block, unsigned destination, std::uint32_t type, std::uint32_t buffer,
               std::uint32_t bytes);
  Program broadcast(std::uint32_t block, std::uint32_t type, std::uint32_t buffer,
                    std::uint32_t bytes);
  Program broadcast_to(std::vector<unsigned> neighbours, std::uint32_t block, std::uint32_t type,
                       std::uint32_t buffer, std::uint32_t bytes);
  Program receive(std::uint32_t block, std::uint32_t source, std::uint32_t type,
                  std::uint32_t buffer, std::uint32_t bytes, std::uint32_t options = 0);

  // HypercubeCpu
  bool busy() const override { return entry_.scheduled(); }
  std::string waits() const override;

 private:
  enum class Kind : std::uint8_t { begin, compute, load, store, execute, wait };

  struct Operation {
    Kind kind = Kind::begin;
    std::uint32_t address = 0;  // of a wait and an instruction, the operand
    unsigned words = 1;
    std::uint64_t value = 0;  // stored
    HypercubeInstruction instruction = HypercubeInstruction::send;
    Until until = Until::complete;
    std::uint64_t ticks = 0;
  };

  void flag_written(std::uint32_t block, Time now) override;
  void message_lost(unsigned source, std::uint32_t bytes) override;

  void suspend(std::coroutine_handle<> program, const Operation& operation);
  void step();
  bool perform();
  void access();
  void go_on();
  void require_faults_read() const;
  std::string refused(std::uint32_t block) const;
  Time ticks(std::uint64_t count) const { return count * tick(); }
  std::uint64_t access_ticks() const { return coprocessor_->chip().parameters().access_ticks; }
  Time poll_period() const { return ticks(2 * access_ticks()); }

  WheelEntry entry_;
  std::string name_;
  HypercubeCoprocessor* coprocessor_;
  Wheel* wheel_;
  Time now_ = 0;
  Operation operation_;
  std::uint64_t result_ = 0;
  std::string exception_;  // of an instruction without a flag
  Time polled_ = never;    // the last poll of a flag that was not there
  Time waits_since_ = 0;
  bool finished_ = false;
  std::uint64_t overruns_ = 0;
  std::unordered_map<std::uint32_t, HypercubeInstruction> instructions_;  // last one of each block
  std::set<std::uint32_t> unread_;  // blocks with flags that tell of a fault
  std::coroutine_handle<> suspended_;
  Program program_;  // its frame refers to the members above
};

/// Awaitable of an operation; `Value` is what it brings.
template <class Value>
class HypercubeProcess::Awaited {
 public:
  Awaited(HypercubeProcess& process, const Operation& operation)
      : process_(&process), operation_(operation) {}

  bool await_ready() const { return operation_.ticks == 0; }
  void await_suspend(std::coroutine_handle<> program) const {
    process_->suspend(program, operation_);
  }
  Value await_resume() const;

 private:
  HypercubeProcess* process_;
  Operation operation_;
};

/// Processes on nodes.
class HypercubeProcessSet : public OwnedProcesses<HypercubeProcess> {
 public:
  /// Starts `program(process, arguments...)` on a node. Arguments that the program takes by value
  /// are kept in its frame.
  template <class Function, class... Arguments>
  HypercubeProcess& start(std::string name, HypercubeCoprocessor& coprocessor, Wheel& wheel,
                          Function program, Arguments&&... arguments) {
    return run(make(std::move(name), coprocessor, wheel), program,
               std::forward<Arguments>(arguments)...);
  }
};

}  // namespace weft
