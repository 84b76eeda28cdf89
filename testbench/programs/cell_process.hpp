// A coroutine program on an iWarp cell.
#pragma once

#include <array>
#include <coroutine>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "hw/iwarp/computation_port.hpp"
#include "platforms/components/cells.hpp"
#include "testbench/programs/owned_processes.hpp"
#include "testbench/programs/program.hpp"
#include "testbench/programs/program_position.hpp"

namespace weft {

/// Runs a program on the computation agent of a cell, operation by operation: each `co_await` is
/// one of port::Operation and takes its clocks.
///
///     Program doubler(CellProcess& cell, unsigned from, unsigned to) {
///       co_await cell.bind_input(0, from);
///       co_await cell.bind_output(0, to);
///       for (;;) {
///         const Word word = co_await cell.read(0);
///         co_await cell.write(0, 2 * word.value);
///       }
///     }
///
/// An exception that leaves the program ends the run as a ProgramError, and so does an operation
/// that the hardware cannot do: see CellMonitor.
class CellProcess final : public CellProgram, public ProgramPosition {
 public:
  template <class Value>
  class Awaited;

  explicit CellProcess(const CellView& cell) : cell_(&cell) {}
  CellProcess(const CellProcess&) = delete;
  CellProcess& operator=(const CellProcess&) = delete;

  /// Begins the program at the first edge of the run; to be called once, before it.
  void start(Program program);

  const CellView& cell() const { return *cell_; }
  const CommunicationInterface& agent() const { return cell_->core->communication(); }
  /// The edge at which the operation before has ended, ps.
  Time now() const { return now_; }
  /// Number of the operation under way, from 1; 0 before the first.
  std::uint64_t operations() const { return operations_; }
  /// The program has returned.
  bool finished() const { return finished_; }
  /// One of the cell's own logical input channels.
  unsigned own_channel(unsigned number = 0) const;

  // --- for the program, all to be awaited; see port_operations.hpp
  Awaited<port::Result> perform(port::Operation operation);
  Awaited<void> compute(std::uint64_t clocks);
  /// The output channel, or Crossbar::none if no channel of that pool leads there.
  Awaited<int> acquire(unsigned input, Bus bus, unsigned pool);
  Awaited<InputChannelState> read_input(unsigned input);
  Awaited<void> send_marker(unsigned input, WordTag tag, std::uint32_t value = 0);
  Awaited<void> send_word(unsigned input, std::uint32_t value);
  Awaited<void> bind_input(unsigned gate, unsigned input);
  Awaited<void> bind_output(unsigned gate, unsigned input);
  Awaited<Word> read(unsigned gate);
  Awaited<void> write(unsigned gate, std::uint32_t value);
  Awaited<std::array<Word, gate_count>> long_word(const port::LongWord& word);
  Awaited<void> join(unsigned input, unsigned output);
  Awaited<void> redirect(unsigned input, unsigned output);
  Awaited<void> restore(unsigned input);
  Awaited<void> allocate_input(unsigned input, InputPlace place);
  Awaited<void> allocate_output(unsigned output, OutputPlace place);
  Awaited<void> load_match(unsigned number, std::optional<MatchEntry> entry);
  Awaited<void> enable(AgentEvent event, ChannelSet channels);
  Awaited<AgentStatus> await_event(EventSet kinds);
  Awaited<void> freeze();
  Awaited<void> wake();
  Awaited<void> save_context(const port::SaveContext& context);
  Awaited<void> load_context(const port::LoadContext& context);
  Awaited<void> start_spool(unsigned gate, const SpoolSettings& settings);
  Awaited<void> stop_spool(unsigned gate);
  Awaited<std::uint32_t> load(std::uint32_t address);
  Awaited<void> store(std::uint32_t address, std::uint32_t value);

  // CellProgram
  std::optional<port::Operation> next(const port::Result& result, Time now) override;
  std::string explain(const std::string& fault, Time now) const override;
  // ProgramPosition
  std::uint64_t line() const override { return operations_; }
  std::string text() const override;

 private:
  void suspend(std::coroutine_handle<> program, const port::Operation& operation) {
    suspended_ = program;
    operation_ = operation;
  }

  const CellView* cell_;
  Time now_ = 0;
  std::uint64_t operations_ = 0;
  bool finished_ = false;
  std::coroutine_handle<> suspended_;
  std::optional<port::Operation> operation_;
  port::Result result_;
  Program program_;  // its frame refers to the members above
};

/// Awaitable of an operation; `Value` is what it brings.
template <class Value>
class CellProcess::Awaited {
 public:
  Awaited(CellProcess& process, port::Operation operation)
      : process_(&process), operation_(std::move(operation)) {}

  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> program) const {
    process_->suspend(program, operation_);
  }
  Value await_resume() const {
    const port::Result& result = process_->result_;
    if constexpr (std::is_same_v<Value, port::Result>) {
      return result;
    } else if constexpr (std::is_same_v<Value, int>) {
      return result.output;
    } else if constexpr (std::is_same_v<Value, Word>) {
      return result.words[0];
    } else if constexpr (std::is_same_v<Value, std::uint32_t>) {
      return result.words[0].value;
    } else if constexpr (std::is_same_v<Value, AgentStatus>) {
      return result.status;
    } else if constexpr (std::is_same_v<Value, InputChannelState>) {
      return result.input_state;
    } else if constexpr (!std::is_void_v<Value>) {
      return result.words;
    }
  }

 private:
  CellProcess* process_;
  port::Operation operation_;
};

inline CellProcess::Awaited<port::Result> CellProcess::perform(port::Operation operation) {
  return {*this, std::move(operation)};
}
inline CellProcess::Awaited<void> CellProcess::compute(std::uint64_t clocks) {
  return {*this, port::Compute{clocks}};
}
inline CellProcess::Awaited<int> CellProcess::acquire(unsigned input, Bus bus, unsigned pool) {
  return {*this, port::Acquire{input, bus, pool}};
}
inline CellProcess::Awaited<InputChannelState> CellProcess::read_input(unsigned input) {
  return {*this, port::ReadInput{input}};
}
inline CellProcess::Awaited<void> CellProcess::send_marker(unsigned input, WordTag tag,
                                                           std::uint32_t value) {
  return {*this, port::SendMarker{input, {value, tag}}};
}
inline CellProcess::Awaited<void> CellProcess::send_word(unsigned input, std::uint32_t value) {
  return {*this, port::SendWord{input, value}};
}
inline CellProcess::Awaited<void> CellProcess::bind_input(unsigned gate, unsigned input) {
  return {*this, port::BindInput{gate, input}};
}
inline CellProcess::Awaited<void> CellProcess::bind_output(unsigned gate, unsigned input) {
  return {*this, port::BindOutput{gate, input}};
}
inline CellProcess::Awaited<Word> CellProcess::read(unsigned gate) {
  return {*this, port::Read{gate}};
}
inline CellProcess::Awaited<void> CellProcess::write(unsigned gate, std::uint32_t value) {
  return {*this, port::Write{gate, value}};
}
inline CellProcess::Awaited<std::array<Word, gate_count>> CellProcess::long_word(
    const port::LongWord& word) {
  return {*this, word};
}
inline CellProcess::Awaited<void> CellProcess::join(unsigned input, unsigned output) {
  return {*this, port::Join{input, output}};
}
inline CellProcess::Awaited<void> CellProcess::redirect(unsigned input, unsigned output) {
  return {*this, port::Redirect{input, output}};
}
inline CellProcess::Awaited<void> CellProcess::restore(unsigned input) {
  return {*this, port::Restore{input}};
}
inline CellProcess::Awaited<void> CellProcess::allocate_input(unsigned input, InputPlace place) {
  return {*this, port::AllocateInput{input, place}};
}
inline CellProcess::Awaited<void> CellProcess::allocate_output(unsigned output, OutputPlace place) {
  return {*this, port::AllocateOutput{output, place}};
}
inline CellProcess::Awaited<void> CellProcess::load_match(unsigned number,
                                                          std::optional<MatchEntry> entry) {
  return {*this, port::LoadMatch{number, entry}};
}
inline CellProcess::Awaited<void> CellProcess::enable(AgentEvent event, ChannelSet channels) {
  return {*this, port::EnableEvent{event, channels}};
}
inline CellProcess::Awaited<AgentStatus> CellProcess::await_event(EventSet kinds) {
  return {*this, port::AwaitEvent{kinds}};
}
inline CellProcess::Awaited<void> CellProcess::freeze() { return {*this, port::Freeze{}}; }
inline CellProcess::Awaited<void> CellProcess::wake() { return {*this, port::Wake{}}; }
inline CellProcess::Awaited<void> CellProcess::save_context(const port::SaveContext& context) {
  return {*this, context};
}
inline CellProcess::Awaited<void> CellProcess::load_context(const port::LoadContext& context) {
  return {*this, context};
}
inline CellProcess::Awaited<void> CellProcess::start_spool(unsigned gate,
                                                           const SpoolSettings& settings) {
  return {*this, port::StartSpool{gate, settings}};
}
inline CellProcess::Awaited<void> CellProcess::stop_spool(unsigned gate) {
  return {*this, port::StopSpool{gate}};
}
inline CellProcess::Awaited<std::uint32_t> CellProcess::load(std::uint32_t address) {
  return {*this, port::Load{address}};
}
inline CellProcess::Awaited<void> CellProcess::store(std::uint32_t address, std::uint32_t value) {
  return {*this, port::Store{address, value}};
}

/// Processes on cells.
class CellProcessSet : public OwnedProcesses<CellProcess> {
 public:
  /// Starts `program(process, arguments...)` on a cell. Arguments that the program takes by value
  /// are kept in its frame.
  template <class Function, class... Arguments>
  CellProcess& start(const CellView& cell, Function program, Arguments&&... arguments) {
    return run(make(cell), program, std::forward<Arguments>(arguments)...);
  }
};

}  // namespace weft
