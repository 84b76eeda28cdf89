// weft registers FILE
#include <fmt/format.h>

#include <memory>
#include <string>

#include "platforms/netlist/input_file.hpp"
#include "platforms/registers/register_map.hpp"
#include "testbench/app/commands.hpp"

namespace weft::app {

void add_registers(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand(
      "registers", "Print the registers of a block, from the one description of them");
  auto file = std::make_shared<std::string>();
  auto language = std::make_shared<std::string>("markdown");
  command->add_option("FILE", *file, "Description in YAML")->required();
  command->add_option("--as", *language, "Tables, or constants of a language")
      ->check(CLI::IsMember({"markdown", "verilog", "c++"}))
      ->capture_default_str();
  command->callback([file, language, &outcome] {
    const RegisterMap map = read_register_map(
        read_input_file(*file, place_of(*file), "a readable description of registers"), *file);
    const auto print = *language == "verilog" ? verilog_of
                       : *language == "c++"   ? cpp_of
                                              : markdown_of;
    fmt::print("{}", print(map));
    outcome.status = ok;
  });
}

}  // namespace weft::app
