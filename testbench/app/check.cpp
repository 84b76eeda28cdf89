// weft check PLATFORM
#include <fmt/format.h>

#include <memory>

#include "testbench/app/commands.hpp"
#include "testbench/app/platform_arguments.hpp"

namespace weft::app {

void add_check(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand("check", "Read and check a platform without running it");
  auto arguments = std::make_shared<PlatformArguments>();
  arguments->add_to(*command);
  command->callback([arguments, &outcome] {
    const Platform platform = arguments->resolved();
    fmt::print("{}: good: {} components, {} links, {} processors, {}-byte headers\n",
               arguments->platform, platform.components.size(), platform.links.size(),
               platform.processors.size(), platform.headers.header_bytes);
    outcome.status = ok;
  });
}

}  // namespace weft::app
