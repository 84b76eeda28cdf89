// weft pins FILE
#include <fmt/format.h>

#include <memory>
#include <string>

#include "platforms/netlist/input_file.hpp"
#include "platforms/pins/codec_pins.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"

namespace weft::app {

void define_pins(Command& command) {
  auto file = std::make_shared<std::string>();
  auto top = std::make_shared<std::string>();
  auto ports = std::make_shared<std::string>();
  command.text("FILE", *file, "Pins of the codec, in YAML").required();
  command.text("--top", *top, "Name of the module: it must be that of the file");
  command.text("--ports", *ports,
               "Ports that its module has, one `input d_in 1` a line: they must fit");
  command.does([file, top, ports] {
    const auto read = [](const std::string& name, const char* what) {
      return read_input_file(name, place_of(name), what);
    };
    const CodecPins pins = read_codec_pins(read(*file, "a readable file of pins"), *file);
    if (!top->empty()) check_module(pins, *top);
    if (!ports->empty()) {
      check_pins(pins, read_module_ports(read(*ports, "a readable file of ports")));
    }
    fmt::print("{}", wrapper_of(pins));
    return ok;
  });
}

}  // namespace weft::app
