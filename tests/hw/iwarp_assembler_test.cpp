// The assembler: errors with their places, encoding and its inverse, the file of a program.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hw/common/random.hpp"
#include "hw/iwarp/event_registers.hpp"
#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/registers.hpp"
#include "hw/iwarp_toolchain/assembler.hpp"
#include "hw/iwarp_toolchain/disassembler.hpp"
#include "hw/iwarp_toolchain/image_file.hpp"
#include "tests/support/platform_mutator.hpp"

namespace weft::test {
namespace {

using namespace isa;

std::vector<std::string> errors_of(const std::string& text) {
  try {
    assemble(text, "bad.s");
  } catch (const AssemblyError& error) {
    std::vector<std::string> lines;
    for (const Diagnostic& diagnostic : error.diagnostics()) lines.push_back(diagnostic.text());
    return lines;
  }
  return {};
}

struct Bad {
  const char* text;
  const char* error;
};

TEST(IwarpAssembler, tells_what_is_wrong_where_and_what_was_expected) {
  const std::vector<Bad> all{
      {"nop\n  ad r1, r2, r3\n",
       "bad.s:2:3: unknown instruction 'ad'; expected an instruction or a directive; did you mean "
       "'add'?"},
      {"add r1, r2\n", "bad.s:1:11: the line ends; expected ','"},
      {"add r1, r2", "bad.s:1:11: the file ends; expected ','"},
      {"add r1, r2, r124\n",
       "bad.s:1:13: there is no register 'r124'; expected r0 to r123, link, s0 to s3, in0, in1, "
       "out0 or out1"},
      {"add in0, r2, r3\n", "bad.s:1:5: input gate in0 cannot be written"},
      {"add r1, out1, r3\n", "bad.s:1:9: output gate out1 cannot be read"},
      {"dadd r1, r2, r4\n", "bad.s:1:6: r1 is no pair: a double begins at an even register"},
      {"addi r1, r2, 2048\n",
       "bad.s:1:14: 2048 is out of range; expected a number of -2048 to 2047"},
      {"ld r1, 4(in0)\n", "bad.s:1:8: a gate (in0) cannot hold an address"},
      {"word r1, in0\n", "bad.s:1:10: a gate (in0) is no operand of 'word'"},
      {"bind r1, r2\n", "bad.s:1:6: r1 is no gate"},
      {"jump ten\nten2: halt\n",
       "bad.s:1:6: unknown name 'ten'; expected a label or a constant; did you mean 'ten2'?"},
      {"jump 2\nhalt\n",
       "bad.s:1:6: there is no instruction at address 0x2; expected the address of an instruction"},
      {"jump 4\n{ }\njump 8\n",
       "bad.s:3:6: there is no instruction at address 0x8; expected the address of an instruction"},
      {"a: nop\na: halt\n",
       "bad.s:2:1: 'a' has a value from line 1 already; expected another name"},
      {"x_up: nop\nx_right: halt\n",
       "bad.s:2:1: 'x_right' is a constant that every program has; expected another name"},
      {"acquire r1, r2, r3, 16\n", "bad.s:1:21: 16 is out of range; expected a number of 0 to 15"},
      {"spool 8, r1, r2, r3\n", "bad.s:1:7: 8 is out of range; expected a number of 0 to 7"},
      {"vector message_ends, 0\n",
       "bad.s:1:8: there is no event 'message_ends'; expected pathway_begin, pathway_end, "
       "message_begin, message_end, application, flying_dutchman, end_of_array, unclaimed_message, "
       "stray_word, spool_end or spool_error; did you mean 'message_end'?"},
      {"put clock, r1\n", "bad.s:1:5: 'clock' can only be read; expected back, dispatch or traps"},
      {"{ fadd r1, r2, r3; fsub r4, r5, r6 }\n",
       "bad.s:1:20: 'fsub' finds no room in this long word; expected one operation for the adder"},
      {"{ fadd r1, r2, r3; fmul r1, r5, r6 }\n", "bad.s:1:1: r1 gets two results"},
      {"{ ld r1, (r2)+5 }\n",
       "bad.s:1:14: 5 is no step of this access; expected +4, +8, -4 or +s0 to +s3"},
      {"{ div r1, r2, r3 }\n",
       "bad.s:1:3: 'div' is no operation of a long word; expected a short instruction of its own"},
      {"{ fadd r1, r2, r3\nhalt\n",
       "bad.s:2:1: 'halt' is no operation of a long word; expected a short instruction of its own"},
      {"{ fadd r1, r2, r3\n", "bad.s:1:1: a long word that does not end; expected '}'"},
      {"li r1, 0x1ffffffff\n",
       "bad.s:1:8: '0x1ffffffff' is no number; expected a number, a name or an expression of them"},
      {"li r1, 1 / 0\n", "bad.s:1:10: division by zero"},
      {"li r1, 1 << 64\n", "bad.s:1:10: 64 places; expected a shift by 0 to 63"},
      {"li r1, 1 >> -1\n", "bad.s:1:10: -1 places; expected a shift by 0 to 63"},
      {".word 5\nhalt\n", "bad.s:1:1: data among the instructions; expected .data before it"},
      {".data\nhalt\n", "bad.s:2:1: an instruction among the data; expected .code before it"},
      {".wrd 5\n",
       "bad.s:1:1: unknown directive '.wrd'; expected .code, .data, .word, .float, .double, "
       ".space, .align, .equ, .param, .include, .macro, .endmacro, .local or .entry; did you mean "
       "'.word'?"},
      {".data\n.space 99999996\n",
       "bad.s:2:1: the program is too large; expected at most 4194304 bytes"},
      {".data\n.float 1e39\n",
       "bad.s:2:8: the number is too large for single precision; expected at most 3.4e38"},
      {"", "bad.s:1:1: there is no instruction; expected at least one"},
      {"halt halt\n", "bad.s:1:6: found 'halt'; expected the end of the line"},
      {"\x01\n", "bad.s:1:1: found '?'; expected a label, an instruction or a directive"},
  };
  for (const Bad& bad : all)
    EXPECT_EQ(errors_of(bad.text), std::vector<std::string>{bad.error}) << bad.text;
}

TEST(IwarpAssembler, tells_all_that_is_wrong_in_a_file_at_once) {
  const std::vector<std::string> errors =
      errors_of("ad r1, r2, r3\nnop\nli r200, 5\n{ fadd r1, r1\n}\njump nowhere\n");
  ASSERT_EQ(errors.size(), 4U);
  EXPECT_EQ(errors[0].rfind("bad.s:1:1: ", 0), 0U);
  EXPECT_EQ(errors[1].rfind("bad.s:3:4: ", 0), 0U);
  EXPECT_EQ(errors[2].rfind("bad.s:4:14: ", 0), 0U) << errors[2];
  EXPECT_EQ(errors[3].rfind("bad.s:6:6: ", 0), 0U);
}

TEST(IwarpAssembler, places_code_data_and_labels) {
  const ProgramImage image = assemble(R"(
        .equ size, 3 * (1 + 1)
        .entry begin
        .data
table:  .word 1, -1, 0xffffffff, size, begin, table + 4
        .float 1.5, -2
        .align 8
pi:     .double 3.25
        .code
        nop
begin:  { ld r1, (r2)+8 ; loop 2 }
        li r1, table            # a label of data: two instructions
        li r2, -5
        li r3, 1.0
        halt
)",
                                      "good.s");
  EXPECT_EQ(image.code.size(), 1U + 3 + 2 + 1 + 2 + 1);
  EXPECT_EQ(image.entry, 4U);
  EXPECT_EQ(image.data_address(), 40U);
  EXPECT_EQ(image.symbols.at("table"), 40U);
  EXPECT_EQ(image.symbols.at("pi"), 72U);
  EXPECT_EQ(image.data, (std::vector<std::uint32_t>{1, 0xffffffff, 0xffffffff, 6, 4, 44, 0x3fc00000,
                                                    0xc0000000, 0, 0x400a0000}));
  EXPECT_EQ(image.line(4), 11U);
  EXPECT_EQ(text_at(image, 4), "{ ld r1, (r2)+8; loop 2 }");
  EXPECT_EQ(text_at(image, 16), "seti r1, 40");
  EXPECT_EQ(text_at(image, 20), "sethi r1, 0");
  const std::string lines = listing(image);
  EXPECT_NE(
      lines.find("00004  c0000030 00000408 24000000    11  begin:  { ld r1, (r2)+8 ; loop 2 }"),
      std::string::npos)
      << lines;
}

// --- encoding

/// Random instructions that the hardware can have.
class InstructionMaker {
 public:
  explicit InstructionMaker(std::uint64_t seed) : random_(seed, "instructions") {}

  isa::Instruction make() {
    while (true) {
      isa::Instruction instruction = random_.below(2) == 0 ? make_short() : make_long();
      if (find_fault(instruction).empty()) return instruction;
    }
  }
  std::uint64_t below(std::uint64_t limit) { return random_.below(limit); }

 private:
  isa::Operation make_operation(Op op, bool long_word) {
    isa::Operation operation;
    operation.op = op;
    for (const Operand operand : operands_of(op, long_word)) {
      if (operand == Operand::none) break;
      if (std::uint8_t isa::Operation::*field = register_of(operand); field != nullptr) {
        const std::uint64_t limit = operand == Operand::event ? event_count : register_count;
        operation.*field = static_cast<std::uint8_t>(random_.below(limit));
        if (!is_memory(operand)) continue;
      }
      const Range range = range_of(operand);
      const auto width = static_cast<std::uint64_t>(range.most - range.least + 1);
      operation.value =
          static_cast<std::int32_t>(range.least + static_cast<std::int64_t>(random_.below(width)));
    }
    if (op == Op::put)
      operation.value =
          static_cast<std::int32_t>(Special::back) + static_cast<std::int32_t>(random_.below(3));
    return operation;
  }
  isa::Instruction make_short() {
    isa::Instruction instruction;
    instruction.operations[0] =
        make_operation(static_cast<Op>(1 + random_.below(op_count - 1)), false);
    return instruction;
  }
  isa::Instruction make_long() {
    isa::Instruction instruction;
    instruction.long_word = true;
    instruction.loop = static_cast<std::uint8_t>(random_.below(loop_levels + 1));
    for (unsigned i = 0; i < slot_count; ++i) {
      const std::vector<Op>& ops = operations_of(static_cast<Slot>(i));
      const Op op = ops[random_.below(ops.size())];
      if (op != Op::none) instruction.operations[i] = make_operation(op, true);
    }
    return instruction;
  }

  RandomStream random_;
};

TEST(IwarpEncoding, of_any_instruction_is_decoded_to_the_same_one) {
  InstructionMaker maker(1);
  for (unsigned i = 0; i < 20'000; ++i) {
    const isa::Instruction instruction = maker.make();
    const Encoded encoded = encode(instruction);
    const auto decoded = decode(encoded.word.data(), encoded.words);
    ASSERT_TRUE(decoded) << text_of(instruction, 0);
    ASSERT_EQ(*decoded, instruction) << text_of(instruction, 0);
  }
}

TEST(IwarpEncoding, that_is_decoded_is_the_only_one_of_its_instruction) {
  RandomStream random(2, "words");
  unsigned good = 0;
  for (unsigned i = 0; i < 200'000; ++i) {
    const std::array<std::uint32_t, 3> words{static_cast<std::uint32_t>(random()),
                                             static_cast<std::uint32_t>(random()),
                                             static_cast<std::uint32_t>(random())};
    const auto instruction = decode(words.data(), 3);
    if (!instruction) continue;
    ++good;
    const Encoded again = encode(*instruction);
    ASSERT_TRUE(std::equal(again.word.begin(), again.word.begin() + again.words, words.begin()));
  }
  EXPECT_GT(good, 1000U);
}

bool has_target(const isa::Instruction& instruction) {
  for (const Operand operand : operands_of(instruction.operations[0].op, instruction.long_word)) {
    if (is_target(operand)) return true;
  }
  return false;
}

TEST(IwarpEncoding, a_disassembled_program_assembles_to_the_same_words) {
  InstructionMaker maker(3);
  for (unsigned program = 0; program < 40; ++program) {
    std::vector<isa::Instruction> instructions;
    std::vector<std::uint32_t> places;
    std::uint32_t place = 0;
    for (unsigned i = 0; i < 200; ++i) {
      instructions.push_back(maker.make());
      places.push_back(place);
      place += instructions.back().words();
    }
    ProgramImage image;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      isa::Instruction& instruction = instructions[i];
      if (has_target(instruction)) {
        const std::uint32_t target = places[maker.below(places.size())];
        instruction.operations[0].value =
            static_cast<std::int32_t>(target) - static_cast<std::int32_t>(places[i]);
      }
      const Encoded encoded = encode(instruction);
      image.code.insert(image.code.end(), encoded.word.begin(),
                        encoded.word.begin() + encoded.words);
    }
    image.entry = 4 * places[maker.below(places.size())];
    image.data = {1, 0xffff'ffff, 0x8000'0000};
    const ProgramImage again = assemble(disassemble(image), "again.s");
    ASSERT_EQ(again.code, image.code);
    ASSERT_EQ(again.data, image.data);
    ASSERT_EQ(again.entry, image.entry);
  }
}

TEST(IwarpEncoding, no_two_operations_have_one_code_or_one_name) {
  std::set<std::pair<unsigned, int>> codes;
  std::set<std::string> names;
  for (const OpInfo& row : all_operations()) {
    if (row.op == Op::none) continue;
    EXPECT_EQ(&info(row.op), &row) << row.name;
    EXPECT_TRUE(codes.emplace(row.opcode, row.function).second) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_LT(row.opcode, 48) << row.name;
  }
}

// --- files

std::string file_text(const std::string& name) {
  std::ifstream file(WEFT_SOURCE_DIR "/platforms/programs/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}
const std::vector<std::string> ready_programs{"fir.s", "send.s", "receive.s"};

TEST(IwarpProgramFile, is_read_back_as_it_was) {
  for (const std::string& name : ready_programs) {
    const ProgramImage image = assemble(file_text(name), name);
    const ProgramImage again = read_image(write_image(image), name + ".out");
    EXPECT_EQ(again.code, image.code);
    EXPECT_EQ(again.data, image.data);
    EXPECT_EQ(again.lines, image.lines);
    EXPECT_EQ(again.symbols, image.symbols);
    EXPECT_EQ(again.entry, image.entry);
    EXPECT_EQ(again.file(), image.file());
  }
}

TEST(IwarpAssembler, takes_any_change_of_a_program_or_says_what_is_wrong) {
  PlatformMutator mutator("assembly", 7);
  unsigned wrong = 0;
  for (unsigned i = 0; i < 1200; ++i) {
    std::string text = file_text(ready_programs[i % ready_programs.size()]);
    for (unsigned changes = 1 + i % 3; changes > 0; --changes) text = mutator.mutate(text);
    try {
      const ProgramImage image = assemble(text, "changed.s");
      EXPECT_EQ(assemble(disassemble(image), "again.s").code, image.code);
    } catch (const AssemblyError& error) {
      ++wrong;
      for (const Diagnostic& diagnostic : error.diagnostics()) {
        EXPECT_GT(diagnostic.line, 0U);
        EXPECT_EQ(diagnostic.text().find('\n'), std::string::npos);
      }
    }
  }
  EXPECT_GT(wrong, 300U);
}

TEST(IwarpProgramFile, that_was_changed_is_read_or_says_what_is_wrong) {
  PlatformMutator mutator("image", 8);
  unsigned wrong = 0;
  for (unsigned i = 0; i < 600; ++i) {
    const std::string& name = ready_programs[i % ready_programs.size()];
    const std::string text = mutator.mutate(write_image(assemble(file_text(name), name)));
    try {
      disassemble(read_image(text, "changed.out"));
    } catch (const AssemblyError& error) {
      ++wrong;
      EXPECT_EQ(error.diagnostics().size(), 1U);
      EXPECT_EQ(error.diagnostics()[0].text().rfind("changed.out:", 0), 0U);
    }
  }
  EXPECT_GT(wrong, 100U);
}

}  // namespace
}  // namespace weft::test
