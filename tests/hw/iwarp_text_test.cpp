// The text of a program beyond one instruction after the other: files that it includes, macros,
// parameters.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hw/iwarp_toolchain/assembler.hpp"
#include "hw/iwarp_toolchain/disassembler.hpp"
#include "hw/iwarp_toolchain/image_file.hpp"
#include "tests/support/platform_mutator.hpp"

namespace weft::test {
namespace {

using namespace isa;

using TextFiles = std::map<std::string, std::string>;

AssemblyInputs inputs_with(const TextFiles& files, std::vector<ParameterSetting> settings = {}) {
  const auto read = [files](const std::string& file, const Diagnostic& place,
                            const std::string& chain) {
    const auto found = files.find(file);
    if (found != files.end()) return found->second;
    throw std::runtime_error(
        fmt::format("{}:{}:{}: no {}{}", place.file, place.line, place.column, file, chain));
  };
  return {std::move(settings), read};
}

std::vector<std::string> errors_in(const std::string& text, const AssemblyInputs& inputs = {}) {
  try {
    assemble(text, "dir/main.s", inputs);
  } catch (const AssemblyError& error) {
    std::vector<std::string> lines;
    for (const Diagnostic& diagnostic : error.diagnostics()) lines.push_back(diagnostic.text());
    return lines;
  }
  return {};
}

std::string code_text(const ProgramImage& image) {
  std::string text = disassemble(image);
  text.erase(0, text.find('\n') + 1);
  std::string code;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    code += line.substr(0, line.find_last_not_of(' ', line.find('#') - 1) + 1) + "\n";
    begin = end + 1;
  }
  return code;
}

// --- files

TEST(IwarpInclude, puts_a_file_in_place_and_counts_its_lines_by_themselves) {
  const TextFiles files{{"dir/lib/add.s", "# a library\nadd r1, r2, r3\n.equ four, 4"},
                        {"dir/data.s", ".data\nx: .word four\n.code\n"}};
  const ProgramImage image = assemble("nop\n.include \"lib/add.s\"\n.include \"data.s\"\nhalt\n",
                                      "dir/main.s", inputs_with(files));
  EXPECT_EQ(image.code.size(), 3U);
  EXPECT_EQ(image.data, std::vector<std::uint32_t>{4});
  EXPECT_EQ(image.place_text(0), "dir/main.s:1");
  EXPECT_EQ(image.place_text(4), "dir/lib/add.s:2");
  EXPECT_EQ(image.place_text(8), "dir/main.s:4");
  EXPECT_NE(listing(image).find("  1:2  add r1, r2, r3\n"), std::string::npos) << listing(image);
}

TEST(IwarpInclude, takes_a_file_in_once_beside_the_file_that_names_it) {
  const TextFiles files{{"dir/lib/a.s", ".include \"b.s\"\nnop\n"},
                        {"dir/lib/c.s", ".include \"../lib/b.s\"\n"},
                        {"dir/lib/b.s", "ret\n"}};
  const ProgramImage image = assemble(".include \"lib/a.s\"\n.include \"lib/c.s\"\nhalt\n",
                                      "dir/main.s", inputs_with(files));
  EXPECT_EQ(code_text(image), "jr r123\naddi r0, r0, 0\nhalt\n");
}

TEST(IwarpInclude, tells_how_a_file_came_there_that_is_wrong_missing_or_within_itself) {
  const TextFiles files{
      {"dir/a.s", "nop\n.include \"b.s\"\n"}, {"dir/b.s", "\n\n  ad r1, r2, r3\n"},
      {"dir/c.s", ".include \"d.s\"\n"},      {"dir/d.s", ".include \"../dir/c.s\"\n"},
      {"dir/e.s", ".include \"main.s\"\n"},   {"dir/f.s", ".include \"none.s\"\n"}};
  EXPECT_EQ(errors_in(".include \"a.s\"\nhalt\n", inputs_with(files)),
            std::vector<std::string>{
                "dir/b.s:3:3: unknown instruction 'ad' (included at dir/a.s:2:10, included at "
                "dir/main.s:1:10); expected an instruction or a directive; did you mean 'add'?"});
  EXPECT_EQ(errors_in("halt\n.include \"c.s\"\n", inputs_with(files)),
            std::vector<std::string>{
                "dir/d.s:1:10: 'dir/c.s' includes itself (included at dir/c.s:1:10, included at "
                "dir/main.s:2:10); expected a file that does not"});
  EXPECT_EQ(errors_in("halt\n.include \"e.s\"\n", inputs_with(files)),
            std::vector<std::string>{"dir/e.s:1:10: 'dir/main.s' includes itself (included at "
                                     "dir/main.s:2:10); expected a file that does not"});
  try {
    assemble(".include \"f.s\"\n", "dir/main.s", inputs_with(files));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "dir/f.s:1:10: no dir/none.s (included at dir/main.s:1:10)");
  }
  EXPECT_EQ(errors_in(".include lib\n", inputs_with(files)),
            std::vector<std::string>{
                "dir/main.s:1:10: found 'lib'; expected the name of a file in quotes"});
  EXPECT_EQ(errors_in(".include \"a.s\"\n"),
            std::vector<std::string>{"dir/main.s:1:10: this text cannot include files; expected a "
                                     "program in one file"});
}

// --- macros

TEST(IwarpMacro, stands_for_its_lines_with_arguments_and_labels_of_its_own) {
  const ProgramImage image = assemble(R"(
        .macro count times, a
        .local again
        li   r9, times
again:  addi a, a, 1
        addi r9, r9, -1
        bne  r9, r0, again
        .endmacro
        count 3, r1
here:   count (2 + 3) * 4, r2
        halt
)",
                                      "main.s");
  EXPECT_EQ(code_text(image),
            "seti r9, 3\naddi r1, r1, 1\naddi r9, r9, -1\nbne r9, r0, 4\n"
            "seti r9, 20\naddi r2, r2, 1\naddi r9, r9, -1\nbne r9, r0, 20\nhalt\n");
  EXPECT_EQ(image.symbols.at("here"), 16U);
  EXPECT_EQ(image.line(4), 5U);
  EXPECT_EQ(image.calls, (std::vector<MacroCall>{{{0, 9}, 0, 16}, {{0, 10}, 16, 32}}));
}

TEST(IwarpMacro, stands_for_operations_of_a_long_word_and_calls_others) {
  const ProgramImage image = assemble(R"(
        .macro next d
        ld d, (r4)+8
        .endmacro
        .macro step sum, d
        { fadd sum, sum, r7; next d; loop 0 }
        .endmacro
        step r8, r5
        step r9, r6
        halt
)",
                                      "main.s");
  EXPECT_EQ(code_text(image),
            "{ fadd r8, r8, r7; ld r5, (r4)+8; loop 0 }\n"
            "{ fadd r9, r9, r7; ld r6, (r4)+8; loop 0 }\nhalt\n");
}

struct BadMacro {
  const char* text;
  std::vector<std::string> errors;
};

TEST(IwarpMacro, tells_what_is_wrong_in_it_and_where_it_was_called) {
  const std::vector<BadMacro> all{
      {".macro m a\n  ad a, r2\n.endmacro\nm r1\nm r3\n",
       {"dir/main.s:2:3: unknown instruction 'ad' (in macro 'm' called at dir/main.s:4:1); "
        "expected "
        "an instruction or a directive; did you mean 'add'?"}},
      {".macro m a\n  add a, r2, r3\n.endmacro\n.macro n b\n  m b\n.endmacro\nn 7\n",
       {"dir/main.s:7:3: found '7' (for 'a' at dir/main.s:2:7, in macro 'm' called at "
        "dir/main.s:5:3, in macro 'n' called at dir/main.s:7:1); expected a register"}},
      {".macro m a, b\n  add a, b, r3\n.endmacro\nm r1\nm r1, , r2\nm r1,\n",
       {"dir/main.s:4:1: macro 'm' with 1 arguments; expected 2: a, b",
        "dir/main.s:5:1: macro 'm' with 3 arguments; expected 2: a, b",
        "dir/main.s:6:1: macro 'm' without its 'b'; expected something between the commas"}},
      {".macro m\n  n\n.endmacro\n.macro n\n  m\n.endmacro\nm\n",
       {"dir/main.s:5:3: macro 'm' calls itself (in macro 'n' called at dir/main.s:2:3, in macro "
        "'m' "
        "called at dir/main.s:7:1); expected one that does not"}},
      {".macro m\n  .include \"m.s\"\n.endmacro\nm\n",
       {"dir/main.s:2:3: '.include' in a macro (in macro 'm' called at dir/main.s:4:1); expected "
        "it "
        "outside of all macros"}},
      {".macro m\nnop\n", {"dir/main.s:1:1: a macro that does not end; expected .endmacro"}},
      {".macro add\n.endmacro\nhalt\n",
       {"dir/main.s:1:8: 'add' is an instruction; expected another name"}},
      {".macro m\n.endmacro\n.macro m\n.endmacro\nhalt\n",
       {"dir/main.s:3:8: there is a macro 'm' from dir/main.s:1:8 already; expected another name"}},
      {".macro m r1\n.endmacro\nhalt\n",
       {"dir/main.s:1:10: found 'r1'; expected a name that is none of a register"}},
      {".macro m a, a\n.endmacro\nhalt\n",
       {"dir/main.s:1:13: a second 'a'; expected another name"}},
      {".local x\n.endmacro\nhalt\n",
       {"dir/main.s:1:1: '.local' outside of a macro; expected .macro before it",
        "dir/main.s:2:1: '.endmacro' outside of a macro; expected .macro before it"}},
      {".macro outer\n.macro inner\n.endmacro\nhalt\n",
       {"dir/main.s:2:1: a macro in a macro; expected .endmacro before it"}},
      {".macro twice\nhere: nop\n.endmacro\ntwice\ntwice\n",
       {"dir/main.s:2:1: 'here' has a value from line 2 already (in macro 'twice' called at "
        "dir/main.s:5:1); expected another name"}},
      {".macro step\nnop\n.endmacro\nsteps\n",
       {"dir/main.s:4:1: unknown instruction 'steps'; expected an instruction or a directive; did "
        "you "
        "mean 'step'?"}},
  };
  for (const BadMacro& bad : all) EXPECT_EQ(errors_in(bad.text), bad.errors) << bad.text;
}

TEST(IwarpMacro, that_stands_for_too_much_is_refused) {
  std::string text = ".macro m0\nnop\n.endmacro\n";
  for (unsigned i = 1; i <= 40; ++i)
    text += fmt::format(".macro m{}\nm{}\nm{}\n.endmacro\n", i, i - 1, i - 1);
  const std::vector<std::string> errors = errors_in(text + "m40\n");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].find("the text is too long with all that macros stand for"),
            std::string::npos)
      << errors[0];
}

// --- parameters

std::vector<ParameterSetting> setting(const std::string& name, const std::string& value) {
  return {{name, value, "net.yaml", {3, 9}, {3, 12}}};
}

TEST(IwarpParameter, has_its_usual_value_or_what_is_set) {
  const std::string text =
      ".param n, 4, 1, 1000\n.equ bytes, 4 * n\nli r1, n\nhalt\n.data\n.space bytes\n";
  EXPECT_EQ(assemble(text, "main.s").data.size(), 4U);
  const ProgramImage set_image = assemble(text, "main.s", {setting("n", "8 * 8"), {}});
  EXPECT_EQ(set_image.data.size(), 64U);
  EXPECT_EQ(code_text(set_image).rfind("seti r1, 64\n", 0), 0U);
  const ProgramImage real =
      assemble(".param f, 1.5\nli r1, f\nhalt\n", "main.s", {setting("f", "-2.0"), {}});
  EXPECT_EQ(text_at(real, 4), "sethi r1, 393216");
}

TEST(IwarpParameter, tells_what_is_wrong_where_it_is_set) {
  const std::string text = ".param points, 4, 1, 1000\n.param seed, 1\nli r1, points\nhalt\n";
  EXPECT_EQ(errors_in(text, {setting("point", "8"), {}}),
            std::vector<std::string>{"net.yaml:3:9: dir/main.s has no parameter 'point'; expected "
                                     "points or seed; did you mean 'points'?"});
  EXPECT_EQ(errors_in("halt\n", {setting("n", "8"), {}}),
            std::vector<std::string>{
                "net.yaml:3:9: dir/main.s has no parameter 'n'; expected a program with .param"});
  EXPECT_EQ(
      errors_in(text, {setting("points", "1001"), {}}),
      std::vector<std::string>{"net.yaml:3:12: points = 1001 is out of range; expected 1 to 1000"});
  const std::string no_number =
      "net.yaml:3:12: points = many; expected a number, or an expression of numbers and constants "
      "that every program has";
  EXPECT_EQ(errors_in(text, {setting("points", "many"), {}}), std::vector<std::string>{no_number});
  EXPECT_EQ(errors_in(".param n, 0, 1, 8\nhalt\n"),
            std::vector<std::string>{"dir/main.s:1:11: n = 0 is out of range; expected 1 to 8"});
}

// --- all together

const TextFiles library_files{{"dir/lib.s",
                               ".macro step d, s\n.local skip\n{ fadd d, d, s; loop 0 }\n"
                               "beq d, r0, skip\nskip: nop\n.endmacro\n"}};
const std::string library_text =
    ".include \"lib.s\"\n.param n, 4\nli r1, n\nstep r2, r3\nstep r4, r5\nhalt\n";

TEST(IwarpText, is_read_back_from_the_file_of_its_program) {
  const ProgramImage image = assemble(library_text, "dir/main.s", inputs_with(library_files));
  const ProgramImage again = read_image(write_image(image), "main.out");
  EXPECT_EQ(again.lines, image.lines);
  EXPECT_EQ(again.calls, image.calls);
  EXPECT_EQ(again.calls.size(), 2U);
  ASSERT_EQ(again.files.size(), 2U);
  EXPECT_EQ(again.files[1].name, "dir/lib.s");
  EXPECT_EQ(write_image(again), write_image(image));
}

TEST(IwarpText, takes_any_change_or_says_what_is_wrong) {
  PlatformMutator mutator("text", 9);
  unsigned wrong = 0;
  for (unsigned i = 0; i < 1200; ++i) {
    TextFiles files = library_files;
    std::string text = library_text;
    std::string& changed = i % 2 == 0 ? text : files["dir/lib.s"];
    for (unsigned changes = 1 + i % 3; changes > 0; --changes) changed = mutator.mutate(changed);
    try {
      const ProgramImage image = assemble(text, "dir/main.s", inputs_with(files));
      EXPECT_EQ(assemble(disassemble(image), "again.s").code, image.code);
    } catch (const AssemblyError& error) {
      ++wrong;
      for (const Diagnostic& diagnostic : error.diagnostics()) {
        EXPECT_GT(diagnostic.line, 0U);
        EXPECT_EQ(diagnostic.text().find('\n'), std::string::npos);
      }
    } catch (const std::runtime_error& error) {  // of the reader
      ++wrong;
      EXPECT_EQ(std::string(error.what()).rfind("dir/", 0), 0U);
    }
  }
  EXPECT_GT(wrong, 300U);
}

}  // namespace
}  // namespace weft::test
