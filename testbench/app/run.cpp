// weft run PLATFORM
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/app/interrupt.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/app/progress_bar.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/app/routing_report.hpp"
#include "testbench/app/run_details.hpp"
#include "testbench/app/run_json.hpp"
#include "testbench/app/run_text.hpp"
#include "testbench/app/studies.hpp"
#include "testbench/debugger/debugger.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/experiments/transient.hpp"
#include "testbench/programs/assembly_programs.hpp"

namespace weft::app {

namespace {

struct RunArguments {
  PlatformArguments platform;
  std::string trace;
  std::vector<std::string> trace_filters;
  std::string trace_start;
  std::string trace_stop;
  std::string instructions;
  std::vector<std::string> breaks;
  EventLogOptions events;
  bool check_protocol = false;
  std::string json;
  std::string csv;
  std::string draw;
  bool all = false;
  unsigned slowest = MessageTimes::usual_slowest;
};

Time time_argument(const std::string& text, const std::string& option) {
  Node node;
  node.kind = Node::Kind::scalar;
  node.text = text;
  node.place = place_of(option);
  return read_time(node, "TIME");
}

// Files are written beside the waves, and programs' instructions grow with the run.
void require_file(const std::string& name, const std::string& option) {
  if (name != "-") return;
  throw InputError(place_of(option), "'-', which is no file",
                   "expected a file; /dev/stdout is standard output");
}

std::optional<TraceOptions> trace_options(const RunArguments& arguments) {
  if (arguments.trace.empty()) return std::nullopt;
  TraceOptions options;
  options.file = arguments.trace;
  options.filters = arguments.trace_filters;
  if (!arguments.trace_start.empty()) {
    options.start = time_argument(arguments.trace_start, "--trace-start");
  }
  if (!arguments.trace_stop.empty()) {
    options.stop = time_argument(arguments.trace_stop, "--trace-stop");
  }
  return options;
}

void show(ProgressBar& bar, double seconds, Time now, Time end, std::uint64_t token_hops) {
  bar.show(static_cast<double>(now) / static_cast<double>(end),
           fmt::format("{:.1f} of {:.1f} us  {:.2f} M token-hops/s", static_cast<double>(now) / 1e6,
                       static_cast<double>(end) / 1e6,
                       static_cast<double>(token_hops) / std::max(seconds, 1e-9) / 1e6));
}

// Answers of the debugger go to standard output.
void require_free_output(const RunArguments& arguments, const ResultFile& file,
                         const std::string& option) {
  if (arguments.breaks.empty() || !file.is_standard_output()) return;
  throw InputError(place_of(option), "standard output, which --break writes to",
                   "expected the name of a file");
}

// Those that the platform names, and those that its workload brings.
std::vector<AssemblyProgram*> assembly_programs_of(Simulation& simulation) {
  std::vector<AssemblyProgram*> programs = simulation.programs<AssemblyPrograms>()->all();
  if (Workload* workload = simulation.workload()) {
    const std::vector<AssemblyProgram*> brought = workload->assembly_programs();
    programs.insert(programs.end(), brought.begin(), brought.end());
  }
  return programs;
}

void require_programs(const std::vector<AssemblyProgram*>& programs) {
  if (!programs.empty()) return;
  throw InputError(place_of("--instructions"), "no cell with a program in assembly",
                   "expected a platform with such programs");
}

// At the breakpoints that were asked for; null without any.
std::unique_ptr<Debugger> debugger_of(const RunArguments& arguments, Simulation& simulation) {
  if (arguments.breaks.empty()) return nullptr;
  auto debugger = std::make_unique<Debugger>(assembly_programs_of(simulation), std::cin, std::cout,
                                             [&simulation] { simulation.end_now(); });
  for (const std::string& text : arguments.breaks) debugger->add(text, place_of("--break"));
  return debugger;
}

int run(const RunArguments& arguments) {
  Platform platform = arguments.platform.resolved();
  require_file(arguments.trace, "--trace");
  require_file(arguments.instructions, "--instructions");
  JsonFile json(arguments.json);
  ResultFile csv(arguments.csv, "--csv");
  ResultFile picture = picture_file(arguments.draw, "--draw");
  require_free_output(arguments, json.file(), "--json");
  require_free_output(arguments, csv, "--csv");
  require_free_output(arguments, picture, "--draw");
  std::optional<EventLog> events;
  if (!arguments.events.file.empty()) events.emplace(arguments.events);
  const Studies* const pictures = arguments.draw.empty() ? nullptr : &studies();
  fmt::print(stderr, "{}", unreachable_text(platform));
  platform = with_warm_up_found(std::move(platform));
  auto simulation = std::make_unique<Simulation>(platform, trace_options(arguments));
  std::unique_ptr<InstructionTrace> instructions;
  if (!arguments.instructions.empty()) {
    const std::vector<AssemblyProgram*> programs = assembly_programs_of(*simulation);
    require_programs(programs);
    instructions = std::make_unique<InstructionTrace>(arguments.instructions);
    trace_into(*instructions, programs);
  }
  const std::unique_ptr<Debugger> debugger = debugger_of(arguments, *simulation);
  if (events) simulation->log_events(*events);
  simulation->keep_slowest(arguments.slowest);
  if (arguments.check_protocol) simulation->check_protocol();
  RunResult result;
  const Interrupt interrupt;
  std::string failures;
  try {
    using Clock = std::chrono::steady_clock;
    ProgressBar bar;
    result = simulation->run([&, start = Clock::now()](Time now, Time end) {
      if (bar.visible()) {
        show(bar, std::chrono::duration<double>(Clock::now() - start).count(), now, end,
             simulation->token_hops());
      }
      return !interrupt.raised();
    });
  } catch (const RunFailed& failed) {
    result = failed.result();
    failures = failed.what();
  } catch (...) {
    if (instructions) instructions->close();  // what led to a fault is what a user wants to see
    if (events) events->close();
    throw;
  }
  if (instructions) instructions->close();
  if (events) events->close();
  if (!json.file().is_nowhere()) json.write(json_of_run(platform, result));
  if (!csv.is_nowhere()) csv.write(csv_of(platform, result));
  if (pictures != nullptr) picture.write(pictures->draw_run(platform, result));
  const bool taken =
      json.is_standard_output() || csv.is_standard_output() || picture.is_standard_output();
  if (!taken) print_run(platform, result, arguments.all);
  // The program ends: taking its modules from the kernel one by one, in time that grows with their
  // square, would be for nothing.
  [[maybe_unused]] static const Simulation* kept = nullptr;
  kept = simulation.release();
  if (!failures.empty()) throw std::runtime_error(failures);
  if (!result.partial || (debugger != nullptr && debugger->has_quit())) return ok;
  spdlog::error("interrupted at {}", time_text(result.simulated));
  return interrupt.exit_status();
}

}  // namespace

void define_run(Command& command) {
  auto arguments = std::make_shared<RunArguments>();
  arguments->platform.add_to(command);
  const Option trace =
      command.text("--trace", arguments->trace, "Write a VCD and a GTKWave save file")
          .type("FILE")
          .not_empty();
  command
      .texts("--trace-filter", arguments->trace_filters,
             "Trace what matches, such as 'node[3,*].router.link*'")
      .type("PATTERN")
      .needs(trace);
  command
      .text("--instructions", arguments->instructions,
            "Write every instruction of the programs on iWarp cells, one a line")
      .type("FILE")
      .not_empty();
  command
      .texts("--break", arguments->breaks,
             "Stop a program on an iWarp cell and read commands from standard input: 'node[1,2]: "
             "fir.s:12'; again for more")
      .type("CELL: PLACE");
  const Option events =
      command
          .text("--events", arguments->events.file,
                "Write events, one a line, as CSV or JSON by the ending .csv or .jsonl")
          .type("FILE")
          .not_empty();
  command
      .texts("--events-kind", arguments->events.kinds, "Write events of this kind; again for more")
      .type("KIND")
      .needs(events);
  command
      .texts("--events-filter", arguments->events.filters,
             "Write events of places that match, such as 'node[3,*].router'; again for more")
      .type("PATTERN")
      .needs(events);
  command.flag("--check-protocol", arguments->check_protocol,
               "Fail if a link breaks its protocol: credit, framing, rate");
  command.text("--trace-start", arguments->trace_start, "Trace from this time on")
      .type("TIME")
      .not_empty()
      .needs(trace);
  command.text("--trace-stop", arguments->trace_stop, "Trace until this time")
      .type("TIME")
      .not_empty()
      .needs(trace);
  command.flag("--all", arguments->all, "Print all results, not the first ten or so");
  command.number("--slowest", arguments->slowest, 0, 1'000'000,
                 "How many of the slowest messages to tell, with where they waited");
  command.text("--json", arguments->json, "Write the results as JSON; - for standard output")
      .type("FILE")
      .not_empty();
  command
      .text("--csv", arguments->csv,
            "Write the results, those of each link and processor too, as CSV; - for standard "
            "output")
      .type("FILE")
      .not_empty();
  command
      .text("--draw", arguments->draw,
            "Draw the platform with the loads of its links; - for standard output")
      .type("FILE")
      .not_empty();
  command.does([arguments] { return run(*arguments); });
}

}  // namespace weft::app
