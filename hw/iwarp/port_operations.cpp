#include "hw/iwarp/port_operations.hpp"

#include <bit>

#include <fmt/format.h>

#include "hw/iwarp/allocation_check.hpp"
#include "hw/iwarp/context_check.hpp"

namespace weft {

using namespace port;

namespace {

/// Finds what the hardware cannot do in an operation.
class FaultFinder {
 public:
  FaultFinder(const CommunicationInterface& agent, const GateBindings& gates)
      : agent_(agent), gates_(gates) {}

  std::string operator()(const Compute&) const { return {}; }
  std::string operator()(const Acquire& op) const {
    if (std::string fault = own_channel(op.input); !fault.empty()) return fault;
    if (op.pool >= pool_count) return fmt::format("there is no pool {}", op.pool);
    if (agent_.mode(op.input) == ChannelMode::own) return {};
    return fmt::format("logical input channel {} leads somewhere already", op.input);
  }
  std::string operator()(const Assign& op) const {
    if (std::string fault = (*this)(Acquire{op.input}); !fault.empty()) return fault;
    return output_channel(op.output);
  }
  std::string operator()(const ReadInput& op) const { return channel(op.input); }
  std::string operator()(const ReadOutput& op) const { return output_channel(op.output); }
  std::string operator()(const SendMarker& op) const { return own_channel(op.input); }
  std::string operator()(const SendWord& op) const { return own_channel(op.input); }
  std::string operator()(const BindInput& op) const {
    if (std::string fault = gate(op.gate); !fault.empty()) return fault;
    return channel(op.input);
  }
  std::string operator()(const BindOutput& op) const {
    if (std::string fault = gate(op.gate); !fault.empty()) return fault;
    return own_channel(op.input);
  }
  std::string operator()(const Read& op) const { return bound("input", op.gate, gates_.inputs); }
  std::string operator()(const Write& op) const { return bound("output", op.gate, gates_.outputs); }
  std::string operator()(const LongWord& op) const {
    for (unsigned g = 0; g < gate_count; ++g) {
      std::string fault;
      if (op.reads[g]) fault = bound("input", g, gates_.inputs);
      if (fault.empty() && op.writes[g]) fault = bound("output", g, gates_.outputs);
      if (!fault.empty()) return fault;
    }
    return {};
  }
  std::string operator()(const Instruction& op) const {
    for (unsigned g = 0; g < gate_count; ++g) {
      std::string fault;
      if ((op.reads >> g & 1U) != 0) fault = bound("input", g, gates_.inputs);
      if (fault.empty() && (op.writes >> g & 1U) != 0) fault = bound("output", g, gates_.outputs);
      if (!fault.empty()) return fault;
    }
    for (const MemoryAccess& access : op.accesses) {
      if (access.kind == MemoryAccess::Kind::none) continue;
      if (std::string fault =
              access.wide ? aligned_double(access.address) : aligned(access.address);
          !fault.empty()) {
        return fault;
      }
    }
    return {};
  }
  std::string operator()(const Trap& op) const { return op.why; }
  std::string operator()(const Join& op) const {
    if (std::string fault = channel(op.input); !fault.empty()) return fault;
    return own_output(op.output);
  }
  std::string operator()(const Redirect& op) const {
    if (std::string fault = channel(op.input); !fault.empty()) return fault;
    if (std::string fault = own_output(op.output); !fault.empty()) return fault;
    const ChannelMode mode = agent_.mode(op.input);
    if (mode == ChannelMode::here) return {};
    if (mode == ChannelMode::linked && (agent_.channels().own & bit(op.input)) == 0) return {};
    return fmt::format("no message comes in over logical input channel {}", op.input);
  }
  std::string operator()(const Restore& op) const {
    if (std::string fault = channel(op.input); !fault.empty()) return fault;
    if (agent_.default_output(op.input) != Crossbar::none) return {};
    return fmt::format("logical input channel {} has no default output", op.input);
  }
  std::string operator()(const AllocateInput& op) const {
    if (std::string fault = channel(op.input); !fault.empty()) return fault;
    if (op.place == agent_.channels().place_of_input(op.input)) return {};
    return find_allocation_fault(agent_, op.input, op.place);
  }
  std::string operator()(const AllocateOutput& op) const {
    if (std::string fault = output_channel(op.output); !fault.empty()) return fault;
    if (op.place == agent_.channels().place_of_output(op.output)) return {};
    return find_allocation_fault(agent_, op.output, op.place);
  }
  std::string operator()(const LoadMatch& op) const {
    const unsigned entries = agent_.parameters().match_entries;
    if (op.number < entries) return {};
    return fmt::format("there is no entry {} in the match CAM of {}", op.number, entries);
  }
  std::string operator()(const EnableEvent&) const { return {}; }
  std::string operator()(const AwaitEvent&) const { return {}; }
  std::string operator()(const Freeze&) const { return {}; }
  std::string operator()(const Wake&) const { return {}; }
  std::string operator()(const SaveContext& op) const {
    if (std::string fault = channels(op.inputs, op.outputs); !fault.empty()) return fault;
    return aligned(op.address);
  }
  std::string operator()(const LoadContext& op) const {
    if (std::string fault = channels(op.inputs, op.outputs); !fault.empty()) return fault;
    if (std::string fault = aligned(op.address); !fault.empty()) return fault;
    return find_release_fault(agent_, op.inputs, op.outputs);
  }
  std::string operator()(const StartSpool& op) const {
    const SpoolSettings& settings = op.settings;
    std::string fault = spool(op.gate);
    if (fault.empty() && settings.follows) fault = spool(*settings.follows);
    if (fault.empty() && settings.follows == op.gate) {
      fault = fmt::format("spooling gate {} follows itself", op.gate);
    }
    if (fault.empty()) fault = aligned(settings.address);
    const bool from_memory = settings.direction == SpoolDirection::from_memory;
    if (fault.empty() && settings.ring && from_memory && !settings.follows) {
      fault = fmt::format("spooling gate {} goes round and follows no other", op.gate);
    }
    if (!fault.empty()) return fault;
    return from_memory ? own_channel(settings.channel) : channel(settings.channel);
  }
  std::string operator()(const StopSpool& op) const { return spool(op.gate); }
  std::string operator()(const Load& op) const { return aligned(op.address); }
  std::string operator()(const Store& op) const { return aligned(op.address); }

 private:
  static std::string spool(unsigned gate) {
    return gate < spool_count ? std::string() : fmt::format("there is no spooling gate {}", gate);
  }
  static std::string aligned(std::uint32_t address) {
    if (address % 4 == 0) return {};
    return fmt::format("address {:#x} is not that of a word", address);
  }
  static std::string aligned_double(std::uint32_t address) {
    if (address % 8 == 0) return {};
    return fmt::format("address {:#x} is not that of a double word", address);
  }
  std::string channel(unsigned input) const {
    if (input < agent_.channels().inputs) return {};
    return fmt::format("there is no logical input channel {}", input);
  }
  // of sets
  std::string channels(ChannelSet inputs, ChannelSet outputs) const {
    if (inputs != 0) {
      std::string fault = channel(static_cast<unsigned>(std::bit_width(inputs)) - 1);
      if (!fault.empty()) return fault;
    }
    return outputs == 0 ? std::string()
                        : output_channel(static_cast<unsigned>(std::bit_width(outputs)) - 1);
  }
  std::string output_channel(unsigned output) const {
    if (output < agent_.channels().outputs) return {};
    return fmt::format("there is no logical output channel {}", output);
  }
  std::string own_output(unsigned output) const {
    if (std::string fault = output_channel(output); !fault.empty()) return fault;
    if ((agent_.channels().spare & bit(output)) != 0) {
      return fmt::format("logical output channel {} is on no bus", output);
    }
    if (!agent_.passes_through(output)) return {};
    return fmt::format("logical output channel {} carries a pathway of other cells", output);
  }
  std::string own_channel(unsigned input) const {
    if (std::string fault = channel(input); !fault.empty()) return fault;
    if ((agent_.channels().own & bit(input)) != 0) return {};
    return fmt::format("logical input channel {} is not the cell's own", input);
  }
  static std::string gate(unsigned number) {
    return number < gate_count ? std::string() : fmt::format("there is no gate {}", number);
  }
  static std::string bound(const char* kind, unsigned number,
                           const std::array<int, gate_count>& gates) {
    if (std::string fault = gate(number); !fault.empty()) return fault;
    if (gates[number] != Crossbar::none) return {};
    return fmt::format("{} gate {} is bound to nothing", kind, number);
  }

  const CommunicationInterface& agent_;
  const GateBindings& gates_;
};

}  // namespace

GateChannels channels_of_gates(const std::array<int, gate_count>& bindings, unsigned gates) {
  GateChannels found;
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if ((gates >> gate & 1U) == 0) continue;
    if (bindings[gate] == Crossbar::none) {
      found.bound = false;
      continue;
    }
    const ChannelSet channel = bit(static_cast<unsigned>(bindings[gate]));
    found.twice = found.twice || (found.channels & channel) != 0;
    found.channels |= channel;
  }
  return found;
}

std::string find_fault(const Operation& operation, const CommunicationInterface& agent,
                       const GateBindings& gates) {
  return std::visit(FaultFinder(agent, gates), operation);
}

}  // namespace weft
