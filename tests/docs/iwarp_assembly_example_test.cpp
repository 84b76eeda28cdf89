// The code of docs/components/iwarp_instructions.md, compiled and run; and its tables, held against
// those of the assembler.
#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <systemc>

#include "hw/iwarp/isa/sequencer.hpp"
#include "hw/iwarp_toolchain/assembler.hpp"
#include "hw/iwarp_toolchain/disassembler.hpp"
#include "hw/iwarp_toolchain/reference_tables.hpp"
#include "tlm/engine/wheel_process.hpp"
#include "tlm/iwarp/iwarp.hpp"

namespace weft {
namespace {

std::string file_text(const std::string& name) {
  std::ifstream file(WEFT_SOURCE_DIR "/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Printer final : isa::InstructionObserver {
  std::string lines;
  void executed(const isa::InstructionEvent& event) override {
    lines += fmt::format("{} {} {}\n", event.begin / nanosecond, event.line, text_of(event));
  }
};

TEST(DocsExamples, iwarp_assembly) {
  const std::string text = file_text("platforms/programs/fir.s");
  Printer printer;
  WheelProcess engine("engine");
  word::Iwarp cell("cell", {}, engine.wheel());
  auto image = std::make_shared<isa::ProgramImage>(isa::assemble(text, "fir.s"));
  isa::Sequencer program(image, cell.core().agents());
  program.observe(&printer);
  cell.core().computation().run(program);
  sc_core::sc_start(1, sc_core::SC_MS);
  const std::string& fault = cell.core().computation().fault();
  const isa::Counters counters = program.counters(sc_core::sc_time_stamp().value());
  const auto sum = std::bit_cast<float>(program.register_value(8));
  EXPECT_EQ(fault, "");
  EXPECT_TRUE(program.halted());
  EXPECT_EQ(sum, 85344.0F);  // 1 + 4 + 9 + ... + 63 * 63
  EXPECT_EQ(counters.flops, 129U);
  EXPECT_EQ(printer.lines.rfind("0 8 seti r1, 112\n50 8 sethi r1, 0\n", 0), 0U);
}

TEST(DocsExamples, iwarp_instruction_tables_are_those_of_the_assembler) {
  const std::string page = file_text("docs/components/iwarp_instructions.md");
  const std::string begin = "<!-- tables: weft assemble --reference -->\n\n";
  const std::size_t first = page.find(begin);
  ASSERT_NE(first, std::string::npos);
  const std::size_t last = page.find("\n<!-- end -->", first);
  ASSERT_NE(last, std::string::npos);
  EXPECT_EQ(page.substr(first + begin.size(), last - first - begin.size()),
            isa::reference_tables());
}

}  // namespace
}  // namespace weft
