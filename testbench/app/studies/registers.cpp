// weft registers FILE
#include <fmt/format.h>

#include <memory>
#include <string>

#include "platforms/netlist/input_file.hpp"
#include "platforms/registers/register_map.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/studies/commands.hpp"

namespace weft::app {

void define_registers(Command& command) {
  auto file = std::make_shared<std::string>();
  auto language = std::make_shared<std::string>("markdown");
  command.text("FILE", *file, "Description in YAML").required();
  command.choice("--as", *language, {"markdown", "verilog", "c++"},
                 "Tables, or constants of a language");
  command.does([file, language] {
    const RegisterMap map = read_register_map(
        read_input_file(*file, place_of(*file), "a readable description of registers"), *file);
    const auto print = *language == "verilog" ? verilog_of
                       : *language == "c++"   ? cpp_of
                                              : markdown_of;
    fmt::print("{}", print(map));
    return ok;
  });
}

}  // namespace weft::app
