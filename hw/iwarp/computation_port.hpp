// Executes a program's operations on the communication agent of its cell.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/iwarp/communication_agent.hpp"
#include "hw/iwarp/port_operations.hpp"

namespace weft {

/// What runs on a cell.
class CellProgram {
 public:
  /// The operation before has ended at `now` with this result; gives the next one, or nothing at
  /// the end of the program.
  virtual std::optional<port::Operation> next(const port::Result& result, Time now) = 0;

 protected:
  ~CellProgram() = default;
};

/// Executes the operations of a program one after the other, at the edges of the clock. A word on
/// the bus of a gate takes two clocks (section 4), so an integer instruction stalls when it comes
/// to the same gate in the next one. The operands of an instruction are read as it begins, what it
/// writes is in the queue when it ends.
///
/// A program that does what the hardware cannot (a gate that is bound to nothing, a channel that
/// does not exist or is not the cell's own) stops with a fault.
class ComputationPort final : public CellClient {
 public:
  ComputationPort(const IwarpParameters& parameters, CommunicationAgent& agent,
                  MemoryAgent& memory);

  /// Begins at the first edge of the run; to be called before the start.
  void run(CellProgram& program);

  void clock(Time now) override;
  Time next() const override;

  bool ended() const { return phase_ == Phase::ended; }
  /// Why the program was stopped; empty if it was not.
  const std::string& fault() const { return fault_; }
  /// The present operation waits for a queue, a channel or an event.
  bool stalled() const { return phase_ == Phase::stalled || phase_ == Phase::searching; }

  /// The present operation, unless the program has ended.
  const port::Operation& operation() const { return operation_; }
  const GateBindings& gates() const { return gates_; }

 private:
  enum class Phase : std::uint8_t { ended, fetching, stalled, running, searching };

  void answer(Time now);
  void fetch(Time now);
  bool begin(Time now);
  bool may_begin(const port::Operation& operation, Time now);
  bool may_begin_long(const port::LongWord& word, Time now) const;
  std::uint64_t execute(const port::Operation& operation, Time now);
  std::uint64_t answered(const MemoryAnswer& answer, std::uint32_t address);
  void end(const port::Operation& operation);
  void acquire(const port::Acquire& request);

  bool readable(unsigned gate, unsigned words, Time now) const;
  bool writable(unsigned gate, unsigned words, Time now) const;
  Word read(unsigned gate, Time now);
  void write(unsigned gate, std::uint32_t value);
  bool may_link(unsigned input, int output) const;
  Time next_free_bus(Time now) const;

  Time clock_;
  Time gate_time_;
  CommunicationAgent* agent_;
  MemoryAgent* memory_;
  CellProgram* program_ = nullptr;
  Phase phase_ = Phase::ended;
  Time due_ = never;
  port::Operation operation_;
  port::Result result_;
  GateBindings gates_;
  std::array<Time, gate_count> input_free_{};  // the busses of the gates
  std::array<Time, gate_count> output_free_{};
  std::string fault_;
};

}  // namespace weft
