#include <fmt/format.h>

#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/sections/sections.hpp"

namespace weft {
namespace {

struct NoKeys {};
struct FaultKeys {
  std::string link;
  std::string component;
  Time at = 0;
};

// An FCT on the slowest link is on its way for less than this.
constexpr Time shortest_watchdog = 20 * microsecond;

void check_run(const ParameterValues& values) {
  const auto run = values.to_struct<RunSpec>();
  if (!values.is_set("warm_up") || run.warm_up < run.duration) return;
  throw InputError(values.place("warm_up"),
                   fmt::format("a warm_up of {} in a run of {}", time_text(run.warm_up),
                               time_text(run.duration)),
                   "expected a shorter one, or a longer run");
}

}  // namespace

ComponentType run_section() {
  ComponentType type;
  type.name = "run";
  type.role = TypeRole::section;
  type.help = "How long a run takes.";
  type.check = check_run;
  using P = RunSpec;
  ParameterTable<P> table;
  table.time("for", &P::duration).help("Simulated time of the whole run.");
  table.time("warm_up", &P::warm_up).help("Time before statistics count; shorter than the run.");
  table.time("watchdog", &P::watchdog)
      .between(shortest_watchdog, 1000 * second)
      .or_zero()
      .help("Between two looks for a deadlock; 0 ns for none.");
  table.move_into(type);
  return type;
}

ComponentType fault_section() {
  ComponentType type;
  type.name = "fault";
  type.role = TypeRole::section;
  type.help = "A link, or all links of a component, that die.";
  ParameterTable<FaultKeys> table;
  table.text("link", &FaultKeys::link)
      .default_note("none")
      .help("An end of the link, such as `node[0,0].router.link3`.");
  table.text("component", &FaultKeys::component)
      .default_note("none")
      .help("The component, in the place of a link.");
  table.time("at", &FaultKeys::at).help("When; 0 ns for from the start.");
  table.move_into(type);
  return type;
}

ComponentType workload_section() {
  ComponentType type;
  type.name = "workload";
  type.role = TypeRole::section;
  type.help = "What runs on the processors; beside its type stand its parameters.";
  type.choice = TypeChoice{"type", TypeRole::workload};
  ParameterTable<NoKeys>().move_into(type);
  return type;
}

}  // namespace weft
