// weft schema
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "platforms/registry/json_schema.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/app/platform_arguments.hpp"

namespace weft::app {

void define_schema(Command& command) {
  auto plugins = std::make_shared<std::vector<std::string>>();
  add_plugins(command, *plugins);
  command.does([plugins] {
    fmt::print("{}\n", json_schema(*types_with(*plugins)).dump(1));
    return ok;
  });
}

}  // namespace weft::app
