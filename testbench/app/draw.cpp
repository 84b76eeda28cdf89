// weft draw PLATFORM
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>

#include "platforms/checks/deadlock.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/pictures/picture.hpp"

namespace weft::app {
namespace {

struct DrawArguments {
  PlatformArguments platform;
  std::string output;
  bool cycle = false;
};

int draw(DrawArguments arguments) {
  // what can deadlock is refused, unless it is allowed, and is just what is to be drawn
  if (arguments.cycle) arguments.platform.set.emplace_back("routing.deadlock=allowed");
  const Platform platform = arguments.platform.resolved();
  PictureExtras extras;
  extras.dead_links = dead_links(platform);
  if (arguments.cycle) {
    const auto cycle = find_deadlock(platform);
    if (!cycle) {
      spdlog::error("{}: free of deadlock: there is no cycle to draw", arguments.platform.platform);
      return failed;
    }
    for (const ChannelStep& step : cycle->channels) extras.cycle.push_back(step.from);
  }
  ResultFile file = picture_file(arguments.output, "--output");
  file.write(draw_picture(platform, extras));
  return ok;
}

}  // namespace

void add_draw(CommandLine& line) {
  Command command = line.add("draw", "Draw a platform: its parts, links and levels");
  auto arguments = std::make_shared<DrawArguments>();
  arguments->platform.add_to(command);
  command
      .text("-o,--output", arguments->output,
            "Write the picture into this .svg; - for standard output")
      .type("FILE")
      .required()
      .not_empty();
  command.flag("--cycle", arguments->cycle,
               "Draw a cycle of channels by which it can deadlock, too");
  command.does([arguments] { return draw(*arguments); });
}

}  // namespace weft::app
