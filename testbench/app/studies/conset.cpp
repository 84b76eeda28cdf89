// weft conset ACTION INPUT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "platforms/conset/channel_numbers.hpp"
#include "platforms/conset/compiler.hpp"
#include "platforms/conset/patterns.hpp"
#include "platforms/conset/read_connections.hpp"
#include "platforms/conset/schedule_file.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/app/studies/commands.hpp"
#include "testbench/app/table.hpp"

namespace weft::app {
namespace {

struct ConsetArguments {
  std::string action;
  std::string input;
  PlatformArguments platform;
  std::string output;
  std::string by = "1";
  std::string router = "sharing";
  std::string placement = "near";
  bool no_backloops = false;
  unsigned words = 1;
  unsigned seed = 1;
  unsigned channels = conset::Resources{}.channels;
  unsigned bus_channels = conset::Resources{}.bus_channels;
  unsigned own_channels = conset::Resources{}.own_channels;
  unsigned reserved = conset::CompilerOptions{}.reserved_channels;
  unsigned clocks_per_word = conset::CompilerOptions{}.clocks_per_word;
  unsigned at_once = conset::CompilerOptions{}.at_once;
  unsigned rip_ups = conset::RouterOptions{}.rip_ups;
  unsigned passes = conset::RouterOptions{}.passes;
  unsigned phases = 0;
};

// "1,2"
std::vector<unsigned> read_shift(const std::string& text) {
  std::vector<unsigned> by;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto number = parse_whole(text.substr(begin, end - begin));
    if (!number || *number > conset::most_connections) {
      throw InputError(place_of("--by"), fmt::format("'{}'", text),
                       "expected how far in each dimension, x first, such as 1,2");
    }
    by.push_back(static_cast<unsigned>(*number));
    begin = end + 1;
  }
  return by;
}

conset::RouterKind router_named(const std::string& name) {
  if (name == "paper") return conset::RouterKind::paper;
  if (name == "dimension_order") return conset::RouterKind::dimension_order;
  return conset::RouterKind::sharing;
}

conset::PatternOptions pattern_of(const ConsetArguments& arguments) {
  conset::PatternOptions options;
  options.words = arguments.words;
  options.by = read_shift(arguments.by);
  options.seed = arguments.seed;
  options.placement = arguments.placement == "numbered" ? conset::PartPlacement::numbered
                                                        : conset::PartPlacement::near;
  return options;
}

conset::CompilerOptions options_of(const ConsetArguments& arguments,
                                   const conset::CellGraph& graph) {
  if (arguments.channels + arguments.reserved > graph.channels()) {
    throw InputError(place_of("--channels"),
                     fmt::format("{} channels, and {} that are reserved", arguments.channels,
                                 arguments.reserved),
                     fmt::format("expected at most {} together, as many as a cell of '{}' has",
                                 graph.channels(), graph.platform()));
  }
  conset::CompilerOptions options;
  options.router = conset::options_of(router_named(arguments.router));
  options.reserved_channels = arguments.reserved;
  options.clocks_per_word = arguments.clocks_per_word;
  options.at_once = arguments.at_once;
  options.router.resources = {arguments.channels, arguments.bus_channels, arguments.own_channels};
  options.router.rip_ups = arguments.rip_ups;
  options.router.passes = arguments.passes;
  options.router.most_phases = arguments.phases;
  return options;
}

void print(const std::string& input, const conset::Schedule& schedule,
           const conset::CellGraph& graph) {
  const conset::ScheduleBounds bounds = conset::bounds_of(schedule, graph);
  fmt::print("{} on {}: {}, {} of a cell\n", input, schedule.platform,
             counted(schedule.set.connections.size(), "connection"),
             counted(schedule.resources.channels, "channel"));
  Table steps({"step", "connections", "phases", "at least", "gap", "because"});
  for (std::size_t step = 0; step < bounds.steps.size(); ++step) {
    const auto phases = static_cast<std::size_t>(
        std::count_if(schedule.phases.begin(), schedule.phases.end(),
                      [step](const conset::Phase& phase) { return phase.step == step; }));
    const conset::LowerBound& bound = bounds.steps[step];
    steps.add({std::to_string(step), std::to_string(schedule.set.steps[step].size()),
               std::to_string(phases), std::to_string(bound.phases),
               std::to_string(phases - bound.phases), bound.because});
  }
  steps.print();
  Table phases({"phase", "step", "connections", "channels", "on a bus", "clocks", "at least"});
  for (std::size_t i = 0; i < schedule.phases.size(); ++i) {
    const conset::Phase& phase = schedule.phases[i];
    const conset::PhaseFigures figures = conset::figures_of(schedule, phase, graph);
    phases.add({std::to_string(i), std::to_string(phase.step),
                std::to_string(phase.connections.size()), std::to_string(figures.channels),
                std::to_string(figures.bus_routes), std::to_string(figures.clocks),
                std::to_string(figures.clocks_at_least)});
  }
  phases.print();
  std::size_t held = 0;
  std::size_t of_other_busses = 0;
  for (const conset::Phase& phase : schedule.phases) {
    for (const conset::ScheduledConnection& one : phase.connections) held += one.channels.size();
    of_other_busses += conset::channels_of_other_busses(phase, schedule.set, graph);
  }
  fmt::print("{} held, {} of them allocated to another bus than they are used on\n",
             counted(held, "channel"), of_other_busses);
  fmt::print("{} clocks of words over the busiest bus of each phase, one behind the other\n",
             conset::busiest_bus_clocks(schedule, graph));
  fmt::print("predicted: {} clocks: {}, and {} clocks to switch to each\n",
             conset::predicted_clocks(schedule), counted(schedule.phases.size(), "phase"),
             conset::context_switch_clocks);
}

int run_conset(const ConsetArguments& arguments) {
  const bool compiles = arguments.action == "compile";
  if (!compiles && !arguments.output.empty()) {
    throw InputError(place_of("--output"), "nothing is written by `weft conset check`",
                     "expected none");
  }
  ResultFile file(arguments.output, "--output");
  const Platform platform = arguments.platform.resolved();
  const conset::CellGraph graph(platform, !arguments.no_backloops);
  const conset::Schedule schedule =
      compiles
          ? conset::compile(
                graph, conset::read_pattern_or_file(arguments.input, pattern_of(arguments), graph),
                options_of(arguments, graph))
          : conset::read_schedule(arguments.input, graph);
  if (!file.is_standard_output()) print(arguments.input, schedule, graph);
  file.write(conset::write_schedule(schedule, graph));
  return ok;
}

}  // namespace

void define_conset(Command& command) {
  auto arguments = std::make_shared<ConsetArguments>();
  command.choice("ACTION", arguments->action, {"compile", "check"}, "What is done").required();
  command
      .text("INPUT", arguments->input,
            "Of `compile` a pattern (torus, hypercube, butterfly, all_to_all, transpose, shift, "
            "permutation, permutations, m11k, "
            "c10k, c100k, q20k) or a file of connections; of `check` a schedule")
      .required()
      .not_empty();
  command
      .text("--platform", arguments->platform.platform,
            "A platform file, or the name of a ready platform")
      .type("PLATFORM")
      .required()
      .not_empty();
  command.texts("--set", arguments->platform.set, "Override a key of its file: path.to.key=value")
      .type("KEY=VALUE");
  add_plugins(command, arguments->platform.plugins);
  command.text("-o,--output", arguments->output, "Write the schedule; - for standard output")
      .type("FILE")
      .not_empty();
  command.number("--channels", arguments->channels, 1, 32,
                 "Logical channels of a cell for connections");
  command.number("--reserved", arguments->reserved, 0, 32,
                 "Last logical channels of a cell, which no connection takes: of a barrier");
  command.number("--bus-channels", arguments->bus_channels, 0, 32,
                 "Most connections over a bus; 0 for any number");
  command.number("--own-channels", arguments->own_channels, 0, 32,
                 "Most connections that begin at a cell; 0 for any number");
  command.flag("--no-backloops", arguments->no_backloops,
               "Only busses between neighbours of the grid, none that close a ring");
  command.choice("--router", arguments->router, {"sharing", "paper", "dimension_order"},
                 "Whether it knows of shared busses, or of channels of cells only; or nothing is "
                 "searched for: x first, then y");
  command.number("--rip-ups", arguments->rip_ups, 0, 1000,
                 "Routes that are ripped up, in the mean for each, before one more phase is taken");
  command.number("--passes", arguments->passes, 0, 1000,
                 "Times that every route is ripped up and routed anew at the end");
  command.number("--phases", arguments->phases, 0, 100000, "Most phases of a step; 0 for any");
  command.number("--clocks-per-word", arguments->clocks_per_word, 1, conset::most_clocks_per_word,
                 "Of a send, and of a receive");
  command.number("--at-once", arguments->at_once, 1, 2,
                 "Connections that a cell uses at once: 2, one each way, or 1 of any");
  command.number("--words", arguments->words, 1, static_cast<int>(conset::most_words),
                 "Of each connection of a pattern, and of a graph that names none");
  command.text("--by", arguments->by, "Of `shift`: how far in each dimension, x first")
      .type("X,Y")
      .not_empty();
  command.choice("--placement", arguments->placement, {"near", "numbered"},
                 "Of a mesh: parts stand where borders are few hops long, or on the cells of their "
                 "numbers");
  command.number("--seed", arguments->seed, 0, 2'000'000'000, "Of `permutation`");
  command.does([arguments] { return run_conset(*arguments); });
}

}  // namespace weft::app
