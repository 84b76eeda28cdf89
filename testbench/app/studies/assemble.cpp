// weft assemble FILE, weft disassemble FILE
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>
#include <vector>

#include "hw/iwarp_toolchain/assembler.hpp"
#include "hw/iwarp_toolchain/disassembler.hpp"
#include "hw/iwarp_toolchain/image_file.hpp"
#include "hw/iwarp_toolchain/reference_tables.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/resolve/cell_programs.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/app/studies/commands.hpp"

namespace weft::app {
namespace {

struct AssembleArguments {
  std::string file;
  std::vector<std::string> set;
  std::string output;
  bool listing = false;
  bool reference = false;
};

std::string read_file(const std::string& file, const char* expected) {
  return read_input_file(file, place_of(file), expected);
}

// All that is wrong in a program, a line each.
int report(const isa::AssemblyError& error) {
  for (const isa::Diagnostic& diagnostic : error.diagnostics())
    spdlog::error("{}", diagnostic.text());
  return wrong_use;
}

// "n=64"
isa::ParameterSetting read_setting(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError(place_of(fmt::format("--set {}", assignment)), "no assignment",
                     "expected parameter=value");
  }
  const std::string name = assignment.substr(0, equals);
  return {name, assignment.substr(equals + 1), "--set " + name};
}

void summarise(const AssembleArguments& arguments, const isa::ProgramImage& image) {
  std::size_t instructions = 0;
  for (const bool begins : image.starts()) instructions += begins ? 1 : 0;
  const std::size_t long_words = (image.code.size() - instructions) / 2;
  fmt::print("{}: good: {} instructions, {} of them long words; {} bytes of code, {} of data\n",
             arguments.file, instructions, long_words, image.code_bytes(), 4 * image.data.size());
}

int assemble(const AssembleArguments& arguments) {
  if (arguments.reference) {
    fmt::print("{}", isa::reference_tables());
    return ok;
  }
  if (arguments.file.empty()) {
    throw InputError(place_of("weft assemble"), "no FILE is given",
                     "expected a program, such as fir.s");
  }
  const std::string text = read_file(arguments.file, "a readable program in assembly");
  isa::AssemblyInputs inputs{{}, read_included_program};
  for (const std::string& assignment : arguments.set)
    inputs.settings.push_back(read_setting(assignment));
  try {
    const isa::ProgramImage image = isa::assemble(text, arguments.file, inputs);
    ResultFile(arguments.output, "--output").write(isa::write_image(image));
    if (arguments.listing) fmt::print("{}", isa::listing(image));
    if (!arguments.listing && arguments.output != "-") summarise(arguments, image);
  } catch (const isa::AssemblyError& error) {
    return report(error);
  }
  return ok;
}

int disassemble(const std::string& name) {
  const std::string text = read_file(name, "a file that `weft assemble --output` wrote");
  try {
    fmt::print("{}", isa::disassemble(isa::read_image(text, name)));
  } catch (const isa::AssemblyError& error) {
    return report(error);
  }
  return ok;
}

}  // namespace

void define_assemble(Command& command) {
  auto arguments = std::make_shared<AssembleArguments>();
  command.text("FILE", arguments->file, "Program in assembly");
  command.texts("--set", arguments->set, "Set a parameter of the program: n=64; again for more")
      .type("NAME=VALUE");
  command
      .text("-o,--output", arguments->output, "Write the assembled program; - for standard output")
      .type("FILE")
      .not_empty();
  command.flag("--listing", arguments->listing,
               "Print address, words and source line of each instruction");
  command.flag("--reference", arguments->reference,
               "Print the tables of the instruction set as Markdown");
  command.does([arguments] { return assemble(*arguments); });
}

void define_disassemble(Command& command) {
  auto file = std::make_shared<std::string>();
  command.text("FILE", *file, "What `weft assemble --output` wrote").required();
  command.does([file] { return disassemble(*file); });
}

}  // namespace weft::app
