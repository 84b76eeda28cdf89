// Executes a program's operations on the communication agent of its cell.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/iwarp/communication_interface.hpp"
#include "hw/iwarp/context_transfer.hpp"
#include "hw/iwarp/port_operations.hpp"

namespace weft {

/// What runs on a cell.
class CellProgram {
 public:
  /// The operation before has ended at `now` with this result; gives the next one, or nothing at
  /// the end of the program.
  virtual std::optional<port::Operation> next(const port::Result& result, Time now) = 0;
  /// Asked before `next`: what the next operation does if it is an Instruction with gates and
  /// without memory. Nothing if it is another one, or `next` is to see the result.
  virtual std::optional<port::GateAccess> next_at_gates(Time /*now*/) { return std::nullopt; }
  /// An Instruction begins and has read these words from its gates: fills in what it writes to
  /// gates and stores.
  virtual void compute(const port::Result& /*operands*/, port::Instruction& /*instruction*/) {}
  /// Asked at every edge at which an operation waits to begin: true gives it up, and the next one
  /// is asked for. So an event can interrupt a program that waits at a gate.
  virtual bool gives_up(Time /*now*/) { return false; }
  /// What is told of a fault: a program may add where in its text it is.
  virtual std::string explain(const std::string& fault, Time /*now*/) const { return fault; }

 protected:
  ~CellProgram() = default;
};

/// Why an operation waits.
enum class Stall : std::uint8_t {
  none,
  empty_gate,  ///< The queue of an input gate is empty.
  full_gate,   ///< The queue of an output gate, or the channel of a marker, is full.
  gate_bus,    ///< The bus of a gate still carries the word before.
  memory_bus,  ///< The spooling gates have it: the computation agent stands still.
  channel,     ///< No output channel is free, or one to be joined still drains.
  event,       ///< An awaited event has not come.
};

inline constexpr unsigned stall_count = 7;

constexpr const char* name_of(Stall stall) {
  constexpr std::array<const char*, stall_count> names{
      "none", "empty_gate", "full_gate", "gate_bus", "memory_bus", "channel", "event"};
  return names[static_cast<unsigned>(stall)];
}

/// Executes the operations of a program one after the other, at the edges of the clock. A word on
/// the bus of a gate takes two clocks (section 4), so an integer instruction stalls when it comes
/// to the same gate in the next one. The operands of an instruction are read as it begins, what it
/// writes is in the queue when it ends.
///
/// A clock in which a spooling gate has the memory bus is stolen (section 7.2): an operation that
/// runs ends later by it, none begins, and the busses of the gates stand still too.
///
/// A program that does what the hardware cannot (a gate that is bound to nothing, a channel that
/// does not exist or is not the cell's own) stops with a fault.
class ComputationPort {
 public:
  ComputationPort(const IwarpParameters& parameters, CommunicationInterface& agent,
                  MemoryAgent& memory);

  /// Begins at the first edge of the run; to be called before the start.
  void run(CellProgram& program);

  /// At an edge, behind the memory agent; see CellClient, as of what follows.
  void clock(Time now) {
    const bool nothing_ends = phase_ == Phase::running && now < due_;
    if (!nothing_ends || stolen(now)) work_or_stand_still(now);
  }
  Time next() const { return phase_ == Phase::ended ? never : due_; }
  /// What the present operation waits for.
  ClientWatch watched() const;

  bool ended() const { return phase_ == Phase::ended; }
  /// Why the program was stopped; empty if it was not.
  const std::string& fault() const { return fault_; }
  /// The present operation waits for a queue, a channel or an event.
  bool stalled() const {
    return phase_ == Phase::stalled || phase_ == Phase::searching || phase_ == Phase::sending;
  }
  /// Why it waits.
  Stall stall() const { return stall_; }
  /// How long operations have waited for this reason until `now`, ps.
  Time stalled_for(Stall reason, Time now) const {
    const Time present = reason == stall_ && reason != Stall::none ? now - stalled_since_ : 0;
    return stalled_for_[static_cast<unsigned>(reason)] + present;
  }

  /// The present operation, unless the program has ended.
  const port::Operation& operation() const { return operation_; }
  const GateBindings& gates() const { return gates_; }

  /// Data words that the program has put into pathways, and has taken from them.
  std::uint64_t words_sent() const { return words_sent_; }
  std::uint64_t words_received() const { return words_received_; }

 private:
  enum class Phase : std::uint8_t {
    ended,
    fetching,
    stalled,
    running,
    sending,
    searching,
    accessing,
    transferring
  };

  /// What an operation does at the gates.
  struct GateUse {
    bool any = false;         // it is one that may read and write gates
    bool memory = false;      // and memory
    bool one_result = false;  // the word of any gate is the first of the result
    std::uint8_t reads = 0;   // gates, one bit each
    std::uint8_t writes = 0;
    std::uint32_t clocks = 0;
    std::array<std::uint32_t, gate_count> written{};
  };
  /// Why gates stall, until when if that is known, and by what that may change.
  struct GateStall {
    Stall why = Stall::none;
    Time until = never;
    ClientWatch watch;
  };

  void work_or_stand_still(Time now);
  void work(Time now);
  void stand_still(Time now);
  bool stolen(Time now) const { return memory_->stolen_until() > now; }
  bool answer(Time now);
  void fetch(Time now);
  bool begin(Time now);
  bool begin_at_gates(Time now);
  bool begin_elsewhere(Time now);
  static GateUse gates_used(const port::Operation& operation);
  bool fetch_at_gates(Time now);
  void find_channels_of_gates();
  bool gates_are_bound() const;
  bool gates_are_free(Time now) const;
  bool gates_stall(Time now);
  void begin_instruction(port::Instruction& instruction, Time now);
  bool access_again(Time now);
  std::uint64_t access(const port::Instruction& instruction, unsigned number, Time now);
  bool begin_transfer(const port::Operation& operation, Time now);
  bool transfer_again(Time now);
  std::uint64_t move_register(Time now);
  bool end_step(Time now);
  bool load_register(Time now);
  Time end_of_stall(Stall stall, Time now) const;
  bool waits_for_signals() const;
  bool waits_to_move() const;
  std::string find_feeder(unsigned input, const InputPlace& place) const;
  void allocate(const port::AllocateInput& op);
  void allocate(const port::AllocateOutput& op);
  void note(Stall stall, Time now) {
    if (stall != stall_) note_change(stall, now);
  }
  void note_change(Stall stall, Time now);
  void stop(const std::string& fault, Time now);
  Stall find_stall(const port::Operation& operation, Time now);
  GateStall stall_of_gates(Time now) const;
  Stall stall_of_memory(Time now) const {
    return memory_->bus_free() <= now ? Stall::none : Stall::memory_bus;
  }
  std::uint64_t execute(const port::Operation& operation, Time now);
  std::uint64_t answered(const MemoryAnswer& answer, std::uint32_t address, Time now);
  bool sends(Time now);
  bool can_send() const;
  void end_elsewhere(const port::Operation& operation);
  void load_match(const port::LoadMatch& load);
  void write_gates();
  void load_gates(const port::Instruction& instruction);
  void acquire(const port::Acquire& request);
  void assign(port::Assign request);
  void read_answer(Time until);

  Word read(unsigned gate);
  void write(unsigned gate, std::uint32_t value);
  void send(unsigned gate, unsigned input, std::uint32_t value);
  bool may_link(unsigned input, int output) const;

  Time clock_;
  Time gate_time_;
  CommunicationInterface* agent_;
  MemoryAgent* memory_;
  CellProgram* program_ = nullptr;
  Phase phase_ = Phase::ended;
  Time due_ = never;
  Time least_end_ = 0;  // of an instruction that has another access before it
  GateUse use_;
  ClientWatch watch_;  // while it stalls at gates
  port::Operation operation_;
  ContextTransfer transfer_;
  unsigned match_registers_ = 0;  // of a LoadMatch, that are written
  port::Result result_;
  GateBindings gates_;
  static constexpr unsigned gate_sets = 1U << gate_count;
  std::array<GateChannels, gate_sets> read_by_;  // by a set of gates
  std::array<GateChannels, gate_sets> filled_by_;
  std::array<Time, gate_count> input_free_{};  // the busses of the gates
  std::array<Time, gate_count> output_free_{};
  Time busses_free_ = 0;  // all of them
  Time stood_until_ = 0;  // the stolen clocks up to here have been counted
  Stall stall_ = Stall::none;
  Time stalled_since_ = 0;
  std::array<Time, stall_count> stalled_for_{};
  std::uint64_t words_sent_ = 0;
  std::uint64_t words_received_ = 0;
  std::string fault_;
};

}  // namespace weft
