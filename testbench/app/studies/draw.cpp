// weft draw PLATFORM
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/checks/deadlock.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/conset/compiler.hpp"
#include "platforms/conset/schedule_file.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/app/studies/commands.hpp"
#include "testbench/pictures/picture.hpp"

namespace weft::app {
namespace {

struct DrawArguments {
  PlatformArguments platform;
  std::string output;
  bool cycle = false;
  std::string schedule;
  unsigned phase = 0;
};

// How much of a phase's timetable each bus has words to carry; all of it, too, where so many share
// it that the phase takes longer.
std::vector<LinkLoad> loads_of_phase(const Platform& platform, const DrawArguments& arguments) {
  const conset::CellGraph graph(platform);
  const conset::Schedule schedule = conset::read_schedule(arguments.schedule, graph);
  if (arguments.phase >= schedule.phases.size()) {
    throw InputError(
        place_of("--phase"), std::to_string(arguments.phase),
        fmt::format("expected one of the schedule's, 0 to {}", schedule.phases.size() - 1));
  }
  const conset::Phase& phase = schedule.phases[arguments.phase];
  const std::vector<std::uint64_t> clocks = conset::bus_clocks(schedule, phase, graph);
  const auto length = static_cast<double>(conset::figures_of(schedule, phase, graph).clocks);
  std::vector<LinkLoad> loads(platform.links.size());
  for (const BusSpec& bus : platform.busses) {
    const auto cell = cell_of(platform, bus.from.component);
    const auto number =
        cell ? graph.bus_out(static_cast<unsigned>(*cell), static_cast<Bus>(bus.from.port))
             : std::nullopt;
    const double busy = number ? static_cast<double>(clocks[*number]) / length : 0;
    loads.push_back({std::min(busy, 1.0), 0});
  }
  return loads;
}

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
  if (!arguments.schedule.empty()) extras.loads = loads_of_phase(platform, arguments);
  ResultFile file = picture_file(arguments.output, "--output");
  file.write(draw_picture(platform, extras));
  return ok;
}

}  // namespace

void define_draw(Command& command) {
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
  Option schedule = command.text("--schedule", arguments->schedule,
                                 "Colour the busses by what a phase of this schedule of "
                                 "`weft conset compile` has for them");
  schedule.type("FILE").not_empty();
  command.number("--phase", arguments->phase, 0, 100000, "Its phase").needs(schedule);
  command.does([arguments] { return draw(*arguments); });
}

}  // namespace weft::app
