// The operations of a computation agent on its communication agent, and their clocks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "hw/iwarp/channel_state.hpp"
#include "hw/iwarp/communication_interface.hpp"
#include "hw/iwarp/memory_agent.hpp"

namespace weft {

/// Operations of the computation agent, with the clocks that they take unless they stall. The
/// latencies of section 8 follow from them and from the steps of the communication agent.
namespace port {

/// For a register of another agent, which lies in the register space of the computation agent
/// (section 7.1): it is read or written in a clock, as any register is. Which registers an
/// operation accesses is ours, with the table of section 8 before us: a marker has two, tag and
/// data, in its 100 ns, a further address one in its 50 ns; a request is written and its answer
/// read, and the clock between, which makes 150 ns, is the search of the communication agent.
inline constexpr std::uint64_t register_clocks = 1;

/// Nothing for the communication agent: n clocks.
struct Compute {
  std::uint64_t clocks = 1;
};
/// One of the cell's own channels gets an output channel: one clock for the request, one for the
/// search, one to read the answer. The search repeats until a channel is free, or is made once if
/// it does not wait; an event that transfers control ends it too, and the program asks anew later.
/// The answer is no channel if none of that pool leads there.
struct Acquire {
  unsigned input = 0;
  Bus bus = Bus::x_right;
  unsigned pool = 0;
  bool waits = true;
};
/// One of the cell's own channels gets this output channel if no pathway holds it: one clock for
/// the request, one to read the answer.
struct Assign {
  unsigned input = 0;
  unsigned output = 0;
};
/// Reads the state of a logical input channel, or of an output channel: one clock.
struct ReadInput {
  unsigned input = 0;
};
struct ReadOutput {
  unsigned output = 0;
};
/// A marker into one of the cell's own channels: one clock for the tag, one for the data.
struct SendMarker {
  unsigned input = 0;
  Word word;
};
/// A word without a tag past the gates, as the further addresses of a header: one clock.
struct SendWord {
  unsigned input = 0;
  std::uint32_t value = 0;
};
/// Binds a gate to a logical input channel: one clock.
struct BindInput {
  unsigned gate = 0;
  unsigned input = 0;
};
struct BindOutput {
  unsigned gate = 0;
  unsigned input = 0;  ///< One of the cell's own.
};
/// An integer instruction that reads a gate: one clock. It stalls while the queue is empty.
struct Read {
  unsigned gate = 0;
};
/// One that writes a gate: one clock. It stalls while the queue is full.
struct Write {
  unsigned gate = 0;
  std::uint32_t value = 0;
};
/// A long instruction word, which may read both input gates and write both output gates: two
/// clocks. It stalls until all of that can be done.
struct LongWord {
  std::array<bool, gate_count> reads{};
  std::array<std::optional<std::uint32_t>, gate_count> writes{};
};
/// An access of an instruction to memory; one of a double word takes no longer than one of a word.
struct MemoryAccess {
  enum class Kind : std::uint8_t { none, load, store };
  Kind kind = Kind::none;
  bool wide = false;          ///< A double word.
  std::uint8_t gates = 0;     ///< Output gates that get what was loaded: bit 0 the lower word.
  std::uint32_t address = 0;  ///< A multiple of 4, of 8 if `wide`.
  std::uint64_t value = 0;    ///< Stored.
};
/// An instruction that computes what it writes from what it reads: CellProgram::compute is called
/// as it begins. It begins when all its gates and the memory bus are free; of two accesses to
/// memory the second comes in the clock after the first, or later if the spooling gates have the
/// bus.
struct Instruction {
  std::uint32_t clocks = 1;  ///< Unless it waits for the memory bus in between.
  std::uint8_t reads = 0;    ///< Input gates, one bit each.
  std::uint8_t writes = 0;   ///< Output gates.
  std::array<std::uint32_t, gate_count> written{};
  std::array<MemoryAccess, 2> accesses{};
};
/// What an Instruction without memory does, but for what it computes.
struct GateAccess {
  std::uint32_t clocks = 1;
  std::uint8_t reads = 0;   ///< Input gates, one bit each.
  std::uint8_t writes = 0;  ///< Output gates.
};
/// What no hardware can do: the program stops with this fault. The text must outlive the operation.
struct Trap {
  const char* why = "";
};
/// Links an input to an output channel as its default output: one clock. It stalls until what fed
/// the output before has sent all that is in its queue.
struct Join {
  unsigned input = 0;
  unsigned output = 0;
};
/// Sends the message at the head of an input, or what is left of it, to an output channel: one
/// clock; stalls as Join does. Behind the message's end marker the input is split off from that
/// output. Until then Join, Redirect and Restore of this input stall.
struct Redirect {
  unsigned input = 0;
  unsigned output = 0;
};
/// Links an input to its default output again: one clock; stalls as Join does.
struct Restore {
  unsigned input = 0;
};
/// Puts a logical channel on a bus, or takes it from one: one clock, and what the dequeue signals
/// of an input take that have not gone. An input is then as after reset; see
/// find_allocation_fault.
struct AllocateInput {
  unsigned input = 0;
  InputPlace place;
};
struct AllocateOutput {
  unsigned output = 0;
  OutputPlace place;
};
/// Loads an entry of the match CAM, by three registers: three clocks. Or clears it: one clock.
struct LoadMatch {
  unsigned number = 0;
  std::optional<MatchEntry> entry;
};
/// Enables events: one clock. See MatchCam::tell_of.
struct EnableEvent {
  AgentEvent event = AgentEvent::pathway_begin;
  ChannelSet channels = 0;
};
/// Waits until one of these events is in a status register and reads and clears it: one clock.
struct AwaitEvent {
  EventSet kinds = 0;
};
/// Puts the communication agent to sleep, or wakes it up: one clock.
struct Freeze {};
struct Wake {};
/// Saves the context registers of sets of channels in consecutive words of memory, outputs first
/// (ContextRegisters): one clock each, and no less than one.
struct SaveContext {
  ChannelSet inputs = 0;
  ChannelSet outputs = 0;
  std::uint32_t address = 0;
};
/// Loads them into a frozen agent: one clock to release the inputs, one to release the outputs, one
/// for each register. An input that gets another place waits for its dequeue signals. Both stall
/// while the spooling gates have the memory bus.
struct LoadContext {
  ChannelSet inputs = 0;
  ChannelSet outputs = 0;
  std::uint32_t address = 0;
};

/// Starts a spooling gate: one clock each for its address, its limit and its control word.
struct StartSpool {
  unsigned gate = 0;
  SpoolSettings settings;
};
/// Stops one: one clock.
struct StopSpool {
  unsigned gate = 0;
};
/// Reads or writes a word of memory: one clock. It stalls while the spooling gates have the bus.
struct Load {
  std::uint32_t address = 0;
};
struct Store {
  std::uint32_t address = 0;
  std::uint32_t value = 0;
};

using Operation =
    std::variant<Compute, Acquire, Assign, ReadInput, ReadOutput, SendMarker, SendWord, BindInput,
                 BindOutput, Read, Write, LongWord, Join, Redirect, Restore, AllocateInput,
                 AllocateOutput, LoadMatch, EnableEvent, AwaitEvent, Freeze, Wake, SaveContext,
                 LoadContext, StartSpool, StopSpool, Load, Store, Instruction, Trap>;

/// Clocks that they take unless they stall.
constexpr std::uint64_t clocks_of(const SaveContext& op) {
  const int registers = std::popcount(op.inputs) + std::popcount(op.outputs);
  return registers == 0 ? 1 : static_cast<std::uint64_t>(registers);
}
constexpr std::uint64_t clocks_of(const LoadContext& op) {
  return 2 + static_cast<std::uint64_t>(std::popcount(op.inputs) + std::popcount(op.outputs));
}

/// The answer where channels lead there, and none is free.
inline constexpr int none_free = -2;

/// What an operation brought.
struct Result {
  std::array<Word, gate_count> words{};   ///< From the input gates; of a Read or Load, the first.
  int output = Crossbar::none;            ///< Acquired or assigned; or `none_free`.
  InputChannelState input_state;          ///< By a ReadInput.
  OutputChannelState output_state;        ///< By a ReadOutput.
  AgentStatus status;                     ///< Awaited.
  std::array<std::uint64_t, 2> loaded{};  ///< By the accesses of an Instruction.
};

}  // namespace port

/// The logical input channel to which each gate is bound, or Crossbar::none.
struct GateBindings {
  GateBindings() {
    inputs.fill(Crossbar::none);
    outputs.fill(Crossbar::none);
  }
  std::array<int, gate_count> inputs;
  std::array<int, gate_count> outputs;
};

/// The channels of a set of gates of one kind, one bit each.
struct GateChannels {
  ChannelSet channels = 0;
  bool bound = true;   ///< All of these gates are.
  bool twice = false;  ///< Both gates are bound to one channel.
};
GateChannels channels_of_gates(const std::array<int, gate_count>& bindings, unsigned gates);

/// What the hardware cannot do in an operation, in words; empty if it can be done. A gate may be
/// bound to nothing; a channel may not exist, or not be the cell's own.
std::string find_fault(const port::Operation& operation, const CommunicationInterface& agent,
                       const GateBindings& gates);

}  // namespace weft
