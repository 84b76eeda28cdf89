#include "testbench/debugger/cell_state.hpp"

#include <bit>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "hw/iwarp/isa/registers.hpp"
#include "hw/iwarp_toolchain/disassembler.hpp"

namespace weft {
namespace {

constexpr unsigned most_words_of_queue = 8;

std::string short_place(const isa::ProgramImage& image, const isa::SourceLine& line) {
  const std::string name = std::filesystem::path(image.files[line.file].name).filename().string();
  return fmt::format("{}:{}", name, line.line);
}

std::string queue_text(const CommunicationInterface& agent, unsigned input) {
  const unsigned level = agent.queue_level(input);
  std::string text = fmt::format("input {}: {}", input, name_of(agent.mode(input)));
  if (agent.output_of(input) != Crossbar::none)
    text += fmt::format(", to output {}", agent.output_of(input));
  text += fmt::format(", {} word{}", level, level == 1 ? "" : "s");
  for (unsigned i = 0; i < std::min(level, most_words_of_queue); ++i) {
    const Word word = agent.head(input, i);
    text += fmt::format("{} {:#x}", i == 0 ? ":" : ",", word.value);
    if (word.tag != WordTag::data) text += fmt::format(" {}", name_of(word.tag));
  }
  return text + "\n";
}

std::string binding_text(const char* gate, unsigned number, int channel) {
  return channel == Crossbar::none ? fmt::format("{}{}: bound to nothing\n", gate, number)
                                   : fmt::format("{}{}: input channel {}\n", gate, number, channel);
}

}  // namespace

std::string where_text(const AssemblyProgram& program, std::uint32_t address, Time now) {
  const isa::ProgramImage& image = program.sequencer().image();
  std::string text =
      fmt::format("{} at clock {}: {}  {}\n", program.cell().name, now / program.cell().clock,
                  short_place(image, image.place(address)), isa::text_at(image, address));
  for (const isa::MacroCall& call : image.calls) {
    if (address < call.begin || address >= call.end) continue;
    text += fmt::format("  in a macro called at {}\n", short_place(image, call.line));
  }
  return text;
}

std::string word_text(std::uint32_t word) {
  return fmt::format("{:#010x} {} {}", word, static_cast<std::int32_t>(word),
                     std::bit_cast<float>(word));
}

std::string registers_text(const AssemblyProgram& program, const std::vector<unsigned>& numbers) {
  std::string text;
  const auto add = [&](unsigned number) {
    text += fmt::format("{} = {}\n", isa::register_name(number),
                        word_text(program.sequencer().register_value(number)));
  };
  for (const unsigned number : numbers) add(number);
  if (!numbers.empty()) return text;
  for (unsigned number = 0; number < isa::in0; ++number) {
    if (program.sequencer().register_value(number) != 0) add(number);
  }
  return text.empty() ? "all registers are 0\n" : text;
}

std::string queues_text(const AssemblyProgram& program) {
  const CommunicationInterface& agent = program.cell().core->communication();
  std::string text;
  for (unsigned input = 0; input < agent.channels().inputs; ++input) {
    if (agent.queue_level(input) == 0 && agent.output_of(input) == Crossbar::none) continue;
    text += queue_text(agent, input);
  }
  for (unsigned output = 0; output < agent.channels().outputs; ++output) {
    if ((agent.reserved() & bit(output)) == 0) continue;
    text += fmt::format("output {}: from input {}, {} free slots at the far end\n", output,
                        agent.input_of(output), agent.free_slots(output));
  }
  return text.empty() ? "all queues are empty, and no channel is linked\n" : text;
}

std::string gates_text(const AssemblyProgram& program) {
  const CellAgents& core = *program.cell().core;
  const GateBindings& gates = core.computation().gates();
  std::string text;
  for (unsigned gate = 0; gate < gate_count; ++gate)
    text += binding_text("in", gate, gates.inputs[gate]);
  for (unsigned gate = 0; gate < gate_count; ++gate)
    text += binding_text("out", gate, gates.outputs[gate]);
  for (unsigned gate = 0; gate < spool_count; ++gate) {
    if (!core.memory().active(gate)) continue;
    text +=
        fmt::format("spooling gate {}: next address {:#x}\n", gate, core.memory().address(gate));
  }
  return text;
}

std::string memory_text(const AssemblyProgram& program, std::uint32_t address,
                        std::uint32_t words) {
  std::string text;
  for (std::uint32_t i = 0; i < words; ++i) {
    const std::uint32_t at = address + 4 * i;
    text += fmt::format("{:#07x}: {}\n", at, word_text(program.cell().core->memory().peek(at)));
  }
  return text;
}

std::string standing_text(const AssemblyProgram& program) {
  const isa::Sequencer& sequencer = program.sequencer();
  const ComputationPort& port = program.cell().core->computation();
  std::string text = fmt::format("{}: {}", program.cell().name, program.text());
  if (sequencer.halted()) return text + ", halted\n";
  if (port.stalled()) text += fmt::format(", waits: {}", name_of(port.stall()));
  return text + "\n";
}

}  // namespace weft
