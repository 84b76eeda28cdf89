// weft schema
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "platforms/registry/json_schema.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/registry/built_in_registry.hpp"

namespace weft::app {

void add_schema(CommandLine& line) {
  Command command = line.add(
      "schema", "Print the JSON Schema of platform files, by which an editor helps to write them");
  command.does([] {
    fmt::print("{}\n", json_schema(built_in_registry()).dump(1));
    return ok;
  });
}

}  // namespace weft::app
