#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/pins/codec_pins.hpp"

namespace weft {

std::vector<ModulePort> read_module_ports(std::string_view text) {
  std::vector<ModulePort> ports;
  std::istringstream lines{std::string(text)};
  std::string direction;
  ModulePort port;
  while (lines >> direction >> port.name >> port.width) {
    if (direction == "inout") continue;  // nothing of a codec is
    port.direction = direction == "input" ? PinDirection::input : PinDirection::output;
    ports.push_back(port);
  }
  return ports;
}

void check_module(const CodecPins& pins, const std::string& top) {
  if (pins.module == top) return;
  throw InputError(pins.module_place, fmt::format("pins of a module '{}'", pins.module),
                   fmt::format("expected '{}', the top of the RTL", top));
}

void check_pins(const CodecPins& pins, const std::vector<ModulePort>& ports) {
  const auto direction_text = [](PinDirection direction) {
    return direction == PinDirection::input ? "an input" : "an output";
  };
  std::vector<std::string> names;
  for (const ModulePort& port : ports) names.push_back(port.name);
  for (const CodecPin& pin : pins.pins) {
    const auto port = std::find_if(ports.begin(), ports.end(),
                                   [&pin](const ModulePort& one) { return one.name == pin.name; });
    if (port == ports.end()) {
      unknown_name(pin.place, fmt::format("unknown pin of {}", pins.module), pin.name, names);
    }
    if (port->direction != pin.direction) {
      throw InputError(
          pin.direction_place, fmt::format("'{}' as {}", pin.name, direction_text(pin.direction)),
          fmt::format("expected {}, as {} has it", direction_text(port->direction), pins.module));
    }
    if (port->width != pin.width) {
      throw InputError(pin.width_place, fmt::format("a width of {} for '{}'", pin.width, pin.name),
                       fmt::format("expected {}, as {} has it", port->width, pins.module));
    }
  }
  for (const ModulePort& port : ports) {
    if (port.direction == PinDirection::output) continue;
    const bool known = std::any_of(pins.pins.begin(), pins.pins.end(),
                                   [&port](const CodecPin& one) { return one.name == port.name; });
    if (known) continue;
    throw InputError(pins.place,
                     fmt::format("nothing of '{}', an input of {}", port.name, pins.module),
                     "expected each input, if only as a constant");
  }
}

}  // namespace weft
