#include <fmt/format.h>

#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/sections/limits.hpp"
#include "platforms/sections/sections.hpp"

namespace weft {
namespace {

struct FaultKeys {
  std::string link;
  std::string component;
  Time at = 0;
};

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
  ComponentType type = make_type(TypeRole::section, "run", "How long a run takes.");
  type.check = check_run;
  using P = RunSpec;
  ParameterTable<P> table;
  table.time("for", &P::duration)
      .help("Simulated time of the whole run; with `until`, of the shortest.");
  table.time("warm_up", &P::warm_up).help("Time before statistics count; shorter than the run.");
  table.table("until")
      .form(TableForm::Kind::map, "until")
      .help("When to stop, by the confidence interval of a measure.");
  table.time("watchdog", &P::watchdog)
      .between(shortest_watchdog, 1000 * second)
      .or_zero()
      .help("Between two looks for a deadlock; 0 ns for none.");
  return table.into(std::move(type));
}

ComponentType until_section() {
  ComponentType type = make_type(TypeRole::section, "until",
                                 "A run goes on until a mean or a rate is known well enough.");
  using P = StopSpec;
  ParameterTable<P> table;
  table.text("measure", &P::measure)
      .required()
      .help("A mean or a rate by the name that `weft run` prints, such as throughput.");
  table.percent("within", &P::within)
      .real_between(1e-6, 100)
      .help("Half of the width of the confidence interval, of the mean.")
      .source("thesis 3.6.2");
  table.percent("confidence", &P::confidence).real_between(50, 99.99).help("Of the interval.");
  table.time("sample", &P::sample)
      .at_least(1)
      .default_note("1/100 of `for`")
      .help("Between two looks at the measure.");
  table.time("batch", &P::batch)
      .at_least(1)
      .default_note("chosen so that neighbours do not correlate")
      .help("Length of a batch of samples whose mean counts as one.")
      .source("thesis 3.6.2.1");
  table.time("at_most", &P::at_most)
      .at_least(1)
      .default_note("100 times `for`")
      .help("Length of a run that never gets there.");
  table
      .choice("transient", &P::transient,
              {{"find", Transient::find}, {"warm_up", Transient::warm_up}})
      .help(
          "Find where the start-up ends, by MSER-5 in a run before; or take the warm_up as it is.")
      .source("thesis 3.6.2");
  return table.into(std::move(type));
}

ComponentType fault_section() {
  ComponentType type =
      make_type(TypeRole::section, "fault", "A link, or all links of a component, that die.");
  ParameterTable<FaultKeys> table;
  table.text("link", &FaultKeys::link)
      .default_note("none")
      .help("An end of the link, such as `node[0,0].router.link3`.");
  table.text("component", &FaultKeys::component)
      .default_note("none")
      .help("The component, in the place of a link.");
  table.time("at", &FaultKeys::at).help("When; 0 ns for from the start.");
  return table.into(std::move(type));
}

ComponentType workload_section() {
  ComponentType type =
      make_type(TypeRole::section, "workload",
                "What runs on the processors; beside its type stand its parameters.");
  type.choice = TypeChoice{"type", TypeRole::workload};
  return ParameterTable<NoParameters>().into(std::move(type));
}

}  // namespace weft
