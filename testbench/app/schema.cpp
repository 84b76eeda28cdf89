// weft schema
#include <fmt/format.h>

#include "platforms/built_in_registry.hpp"
#include "platforms/registry/json_schema.hpp"
#include "testbench/app/commands.hpp"

namespace weft::app {

void add_schema(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand(
      "schema", "Print the JSON Schema of platform files, by which an editor helps to write them");
  command->callback([&outcome] {
    fmt::print("{}\n", json_schema(built_in_registry()).dump(1));
    outcome.status = ok;
  });
}

}  // namespace weft::app
