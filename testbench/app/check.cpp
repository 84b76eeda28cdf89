// weft check PLATFORM
#include <fmt/format.h>

#include <memory>

#include "testbench/app/commands.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/table.hpp"

namespace weft::app {

void add_check(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand("check", "Read and check a platform without running it");
  auto arguments = std::make_shared<PlatformArguments>();
  arguments->add_to(*command);
  command->callback([arguments, &outcome] {
    const Platform platform = arguments->resolved();
    fmt::print("{}: good: {}, {}, {}, {}-byte headers\n", arguments->platform,
               counted(platform.components.size(), "component"),
               counted(platform.links.size(), "link"),
               counted(platform.processors.size(), "processor"), platform.headers.header_bytes);
    outcome.status = ok;
  });
}

}  // namespace weft::app
