#include "hw/iwarp_toolchain/program_check.hpp"

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/isa/arithmetic.hpp"
#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/registers.hpp"

namespace weft::isa {

namespace {

struct Found {
  std::string found;
  std::string expected;
};

/// Follows constants in registers from one instruction to the next, and forgets them wherever
/// control may come from elsewhere or go elsewhere.
class ConstantFollower {
 public:
  ConstantFollower(const ProgramImage& image, const IwarpParameters& parameters)
      : image_(image), parameters_(parameters), channels_(parameters), entered_(image.code.size()) {
    for (const auto& [name, address] : image.symbols) enter(address / 4);
    for (std::uint32_t place = 0; place < image.code.size();) place += note_targets(place);
  }

  std::optional<Diagnostic> find() {
    for (std::uint32_t place = 0; place < image_.code.size();) {
      const auto instruction = at(place);
      if (!instruction) return std::nullopt;
      if (entered_[place]) known_.fill(std::nullopt);
      if (!instruction->long_word) {
        const std::optional<Found> fault = look_at(instruction->operations[0]);
        if (fault) return diagnostic(image_.lines[place], *fault);
      }
      follow(*instruction);
      place += instruction->words();
    }
    return std::nullopt;
  }

 private:
  Diagnostic diagnostic(const SourceLine& at, const Found& fault) const {
    return {image_.files[at.file].name, at.line, 1, fault.found, fault.expected, {}};
  }
  std::optional<Instruction> at(std::uint32_t place) const {
    return decode(&image_.code[place], static_cast<unsigned>(image_.code.size() - place));
  }
  void enter(std::uint32_t place) {
    if (place < entered_.size()) entered_[place] = true;
  }
  unsigned note_targets(std::uint32_t place) {
    const auto instruction = at(place);
    if (!instruction) return 1;
    const Operation& op = instruction->operations[0];
    moves_channels_ |= op.op == Op::inbus || op.op == Op::load;
    for (const Operand operand : operands_of(op.op, instruction->long_word)) {
      if (is_target(operand)) enter(place + static_cast<std::uint32_t>(op.value));
    }
    if (op.op == Op::do_) enter(place + 1);
    return instruction->words();
  }

  void follow(const Instruction& instruction) {
    const Unit unit = info(instruction.operations[0].op).unit;
    const bool goes_elsewhere =
        !instruction.long_word && unit == Unit::control && instruction.operations[0].op != Op::do_;
    if (goes_elsewhere || instruction.loop != 0) return known_.fill(std::nullopt);
    for (const Operation& op : instruction.operations) {
      if (op.op == Op::none) continue;
      const std::optional<std::uint32_t> value =
          instruction.long_word ? std::nullopt : value_of(op);
      for (const Operand operand : operands_of(op.op, instruction.long_word)) {
        if (is_result(operand)) known_[op.d] = value;
        if (operand == Operand::result_pair) known_[op.d + 1U] = std::nullopt;
        if (operand == Operand::post_memory) known_[op.a] = std::nullopt;
      }
    }
    known_[0] = 0;
  }

  // Of an integer operation whose operands are known.
  std::optional<std::uint32_t> value_of(const Operation& op) const {
    if (info(op.op).unit != Unit::integer) return std::nullopt;
    RegisterFile registers;
    for (const Operand operand : info(op.op).operands) {
      std::uint8_t Operation::*field = register_of(operand);
      if (field == nullptr || (is_result(operand) && op.op != Op::sethi)) continue;
      if (!known_[op.*field]) return std::nullopt;
      registers.set(op.*field, *known_[op.*field]);
    }
    bool by_zero = false;
    return static_cast<std::uint32_t>(calculate(op, registers, by_zero));
  }

  std::optional<Found> look_at(const Operation& op) const {
    switch (op.op) {
      case Op::bind: return is_input_gate(op.d) ? input(op.a) : own_input(op.a);
      case Op::acquire:
      case Op::tryacquire:
        if (auto fault = own_input(op.a)) return fault;
        return below(op.b, bus_count, "bus");
      case Op::assign:
        if (auto fault = own_input(op.a)) return fault;
        return output(op.b);
      case Op::instate: return input(op.a);
      case Op::outstate: return output(op.a);
      case Op::marker:
      case Op::word: return own_input(op.a);
      case Op::restore:
      case Op::inbus: return input(op.a);
      case Op::outbus: return output(op.a);
      case Op::join:
      case Op::redirect:
        if (auto fault = input(op.a)) return fault;
        return output(op.b);
      case Op::match: return below(op.d, parameters_.match_entries, "entry of the match CAM");
      case Op::unmatch: return below(op.a, parameters_.match_entries, "entry of the match CAM");
      default: return std::nullopt;
    }
  }
  std::optional<Found> below(unsigned number, unsigned limit, const char* what) const {
    const std::optional<std::uint32_t> value = known_[number];
    if (!value || *value < limit) return std::nullopt;
    return Found{fmt::format("there is no {} {}", what, *value),
                 fmt::format("expected 0 to {}", limit - 1)};
  }
  std::optional<Found> input(unsigned number) const {
    return below(number, channels_.inputs, "logical input channel");
  }
  std::optional<Found> output(unsigned number) const {
    return below(number, channels_.outputs, "logical output channel");
  }
  std::optional<Found> own_input(unsigned number) const {
    if (auto fault = input(number)) return fault;
    const std::optional<std::uint32_t> value = known_[number];
    if (!value || moves_channels_ || (channels_.own & bit(*value)) != 0) return std::nullopt;
    return Found{fmt::format("logical input channel {} belongs to a bus", *value),
                 "expected one of the cell's own, as `get r1, own` gives"};
  }

  const ProgramImage& image_;
  const IwarpParameters& parameters_;
  ChannelMap channels_;
  bool moves_channels_ = false;  // from and to busses
  std::vector<bool> entered_;    // control may come from elsewhere
  std::array<std::optional<std::uint32_t>, register_count> known_{};
};

}  // namespace

std::optional<Diagnostic> find_fault(const ProgramImage& image, const IwarpParameters& parameters) {
  if (image.bytes() > parameters.memory_bytes) {
    return Diagnostic{
        image.file(),
        1,
        1,
        fmt::format("the program takes {} bytes of memory", image.bytes()),
        fmt::format("expected at most the {} of memory_bytes", parameters.memory_bytes),
        {}};
  }
  return ConstantFollower(image, parameters).find();
}

}  // namespace weft::isa
