// weft copy-transfer EXPRESSION
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "platforms/copy_transfer/communication_steps.hpp"
#include "platforms/copy_transfer/compositions.hpp"
#include "platforms/copy_transfer/estimate.hpp"
#include "platforms/copy_transfer/expression.hpp"
#include "platforms/copy_transfer/machine.hpp"
#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/studies/commands.hpp"
#include "testbench/app/studies/copy_transfer_measure.hpp"
#include "testbench/app/studies/copy_transfer_simulate.hpp"
#include "testbench/app/table.hpp"
#include "testbench/build_info.hpp"

namespace weft::app {
namespace {

using copy_transfer::Composition;
using copy_transfer::Compositions;
using copy_transfer::Estimate;
using copy_transfer::LimitEstimate;
using copy_transfer::Machine;
using copy_transfer::TermEstimate;
using copy_transfer::UnknownComposition;

struct CopyTransferArguments {
  std::string expression;
  std::string machine;
  std::string best;
  std::string json;
  bool explain = false;
  std::string step;
  MeasureArguments measure;
  std::function<bool()> sized;  // --words or --seed is given
};

std::string source_text(const copy_transfer::Figure& figure) {
  return figure.derived.empty() ? figure.source : "derived: " + figure.derived;
}

std::string state_text(const LimitEstimate& limit) {
  switch (limit.state) {
    case LimitEstimate::State::kept: return "kept";
    case LimitEstimate::State::binding: return "binds";
    case LimitEstimate::State::idle: return "nothing takes part";
    case LimitEstimate::State::no_figure: break;
  }
  return "not evaluated: no figure of " + limit.bound;
}

bool evaluated(const LimitEstimate& limit) {
  return limit.state == LimitEstimate::State::kept || limit.state == LimitEstimate::State::binding;
}

void print_explanation(const Estimate& estimate) {
  Table terms({"transfer", "figure", "MB/s", "busy %", "", "source"});
  for (std::size_t i = 0; i < estimate.terms.size(); ++i) {
    const TermEstimate& term = estimate.terms[i];
    const bool binds = !estimate.binding_limit && i == estimate.binding_term;
    terms.add({term.transfer, term.name, number_text(term.figure.rate),
               rounded_text(100 * term.busy), binds ? "binds" : "", source_text(term.figure)});
  }
  terms.print();
  if (estimate.limits.empty()) return;
  Table limits({"limit", "MB/s", "against", "", "source"});
  for (const LimitEstimate& limit : estimate.limits) {
    limits.add({limit.limit->text, evaluated(limit) ? rounded_text(limit.sum) : "", limit.bound,
                state_text(limit), limit.limit->source});
  }
  limits.print();
}

void print_derived(const Estimate& estimate) {
  const std::vector<std::string> derived = estimate.derived();
  if (derived.empty()) return;
  fmt::print("stands on figures that were derived, not published: {}\n", fmt::join(derived, ", "));
}

nlohmann::ordered_json to_json(const Estimate& estimate) {
  nlohmann::ordered_json json;
  json["reads"] = text_of(estimate.operation.read);
  json["writes"] = text_of(estimate.operation.write);
  json["mb_per_s"] = estimate.rate;
  json["bound_by"] = estimate.bound_by();
  json["derived"] = estimate.derived();
  json["transfers"] = nlohmann::ordered_json::array();
  for (const TermEstimate& term : estimate.terms) {
    json["transfers"].push_back({{"transfer", term.transfer},
                                 {"figure", term.name},
                                 {"mb_per_s", term.figure.rate},
                                 {"busy", term.busy},
                                 {"source", term.figure.source},
                                 {"derived", term.figure.derived}});
  }
  json["limits"] = nlohmann::ordered_json::array();
  for (const LimitEstimate& limit : estimate.limits) {
    nlohmann::ordered_json sum;
    if (evaluated(limit)) sum = limit.sum;
    json["limits"].push_back({{"limit", limit.limit->text},
                              {"mb_per_s", sum},
                              {"against", limit.bound},
                              {"verdict", state_text(limit)},
                              {"source", limit.limit->source}});
  }
  return json;
}

nlohmann::ordered_json head_json(const Machine& machine) {
  nlohmann::ordered_json json;
  json["weft"] = build_info::version;
  json["machine"] = machine.name;
  json["source"] = machine.source;
  return json;
}

void estimate_expression(const CopyTransferArguments& arguments, const Place& place,
                         JsonFile& file) {
  const copy_transfer::Expression expression =
      copy_transfer::parse_expression(arguments.expression, place);
  const Machine machine = copy_transfer::load_machine(find_machine(arguments.machine));
  const Estimate estimate = copy_transfer::estimate(expression, machine);
  nlohmann::ordered_json json = head_json(machine);
  json["expression"] = text_of(expression);
  json.update(to_json(estimate));
  file.write(json);
  if (file.is_standard_output()) return;
  fmt::print("{} on {}: {} MB/s, bound by {}\n", text_of(expression), machine.name,
             rounded_text(estimate.rate), estimate.bound_by());
  print_derived(estimate);
  if (arguments.explain) print_explanation(estimate);
}

void print_best(const Compositions& found, const std::string& operation, const Machine& machine,
                bool explain) {
  fmt::print("{} on {}\n", operation, machine.name);
  Table table({"MB/s", "composition", "style", "bound by", "derived figures"});
  for (const Composition& way : found.known) {
    table.add({rounded_text(way.estimate.rate), way.text, way.style, way.estimate.bound_by(),
               fmt::format("{}", fmt::join(way.estimate.derived(), ", "))});
  }
  table.print();
  if (!found.unknown.empty()) {
    std::vector<std::string> missing;
    for (const UnknownComposition& way : found.unknown) missing.push_back(way.missing);
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    fmt::print("{} not ranked for want of a figure: {}\n",
               counted(found.unknown.size(), "composition"), fmt::join(missing, ", "));
  }
  if (!explain) return;
  fmt::print("\n{}\n", found.known.front().text);
  print_explanation(found.known.front().estimate);
}

void find_best(const CopyTransferArguments& arguments, const Place& place, JsonFile& file) {
  const copy_transfer::Operation operation = copy_transfer::read_operation(arguments.best, place);
  const Machine machine = copy_transfer::load_machine(find_machine(arguments.machine));
  const Compositions found = copy_transfer::find_compositions(operation, machine);
  if (found.known.empty()) {
    throw InputError(place_of(machine.file),
                     fmt::format("no composition of {} has all its figures", text_of(operation)),
                     fmt::format("expected those of one at least, such as {}, which lacks {}",
                                 found.unknown.front().text, found.unknown.front().missing));
  }
  nlohmann::ordered_json json = head_json(machine);
  json["operation"] = text_of(operation);
  json["compositions"] = nlohmann::ordered_json::array();
  for (const Composition& way : found.known) {
    nlohmann::ordered_json one{{"expression", way.text}, {"style", way.style}};
    one.update(to_json(way.estimate));
    json["compositions"].push_back(one);
  }
  json["not_ranked"] = nlohmann::ordered_json::array();
  for (const UnknownComposition& way : found.unknown) {
    json["not_ranked"].push_back(
        {{"expression", way.text}, {"style", way.style}, {"missing", way.missing}});
  }
  file.write(json);
  if (!file.is_standard_output()) {
    print_best(found, text_of(operation), machine, arguments.explain);
  }
}

// The text with a caret below the place; not for one that a terminal would show otherwise.
void point_at(const std::string& text, const Place& place) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (!plain || place.line == 0) return;
  fmt::print(stderr, "  {}\n  {:>{}}\n", text, '^', place.column);
}

// An index array has its own words, in its own order.
void require_one_size(const CopyTransferArguments& arguments) {
  if (arguments.measure.indices.empty() || !arguments.sized()) return;
  throw InputError(place_of("--indices"), "beside --words or --seed",
                   "expected it alone, as an index array has its words and their order");
}

// The word `measure` in place of an expression, which no expression is.
int run_measure(const CopyTransferArguments& arguments) {
  if (arguments.measure.node.empty() == arguments.measure.platform.empty()) {
    throw InputError(place_of("weft copy-transfer measure"),
                     arguments.measure.node.empty() ? "neither --node nor --platform"
                                                    : "both --node and --platform",
                     "expected one of them");
  }
  if (!arguments.best.empty() || !arguments.json.empty() || arguments.explain) {
    throw InputError(place_of("weft copy-transfer measure"), "--best, --json or --explain",
                     "expected --node or --platform, --machine, --output, --words and --seed, or "
                     "--indices");
  }
  if (!arguments.measure.platform.empty() && !arguments.measure.indices.empty()) {
    throw InputError(place_of("weft copy-transfer measure"), "--indices with --platform",
                     "expected --node, as programs have their own index arrays");
  }
  require_one_size(arguments);
  MeasureArguments measure = arguments.measure;
  measure.machine = arguments.machine;
  return measure_machine(measure);
}

// The word `simulate` likewise.
int run_simulate(const CopyTransferArguments& arguments) {
  const Place place = place_of("weft copy-transfer simulate");
  if (!arguments.measure.platform.empty()) throw InputError(place, "--platform", "expected --node");
  if (arguments.measure.node.empty()) throw InputError(place, "no --node", "expected one");
  if (arguments.step.empty()) throw InputError(place, "no --step", "expected one");
  if (!arguments.best.empty() || !arguments.machine.empty() || arguments.explain ||
      !arguments.measure.output.empty()) {
    throw InputError(place, "--best, --machine, --output or --explain",
                     "expected --node, --step, --json, and --words and --seed, or --indices");
  }
  const std::vector<std::string> applications = copy_transfer::application_names();
  const bool own_words =
      std::find(applications.begin(), applications.end(), arguments.step) != applications.end();
  if (own_words && (arguments.sized() || !arguments.measure.indices.empty())) {
    throw InputError(place, fmt::format("--words, --seed or --indices with '{}'", arguments.step),
                     "expected neither, as an application has its own words; or an operation such "
                     "as 1Q64 in its place");
  }
  require_one_size(arguments);
  return simulate_step({arguments.measure.node, arguments.step, arguments.json,
                        arguments.measure.words, arguments.measure.seed,
                        arguments.measure.indices});
}

int run_copy_transfer(const CopyTransferArguments& arguments) {
  if (arguments.expression == "simulate") return run_simulate(arguments);
  if (!arguments.step.empty()) {
    throw InputError(place_of("--step"), "without 'simulate'",
                     "expected weft copy-transfer simulate");
  }
  if (arguments.expression == "measure") return run_measure(arguments);
  if (!arguments.measure.platform.empty()) {
    throw InputError(place_of("--platform"), "without 'measure'",
                     "expected weft copy-transfer measure");
  }
  if (!arguments.measure.indices.empty()) {
    throw InputError(place_of("--indices"), "without 'measure' or 'simulate'",
                     "expected weft copy-transfer measure, or simulate");
  }
  if (!arguments.measure.node.empty() || !arguments.measure.output.empty()) {
    throw InputError(place_of(arguments.measure.node.empty() ? "--output" : "--node"),
                     "without 'measure'",
                     "expected weft copy-transfer measure, or --node with simulate");
  }
  if (arguments.machine.empty())
    throw InputError(place_of("weft copy-transfer"), "no --machine", "expected one");
  if (arguments.expression.empty() == arguments.best.empty()) {
    throw InputError(
        place_of("weft copy-transfer"),
        arguments.best.empty() ? "neither EXPRESSION nor --best" : "both EXPRESSION and --best",
        "expected one of them");
  }
  const bool best = !arguments.best.empty();
  const Place place = place_of(best ? "--best" : "EXPRESSION");
  JsonFile file(arguments.json);
  try {
    if (best) {
      find_best(arguments, place, file);
    } else {
      estimate_expression(arguments, place, file);
    }
  } catch (const InputError& error) {
    if (error.place().source != place.source) throw;
    spdlog::error("{}", error.what());
    point_at(best ? arguments.best : arguments.expression, error.place());
    return wrong_use;
  }
  return ok;
}

}  // namespace

void define_copy_transfer(Command& command) {
  auto arguments = std::make_shared<CopyTransferArguments>();
  command.text("EXPRESSION", arguments->expression,
               "Basic transfers in sequence (o) and in parallel (||), such as '1C1 o (1S0 || Nd || "
               "0D1) o 1C64'; 'measure': the basic transfers of a simulated node; or 'simulate': a "
               "step of communication on a machine of such nodes");
  command
      .text("--machine", arguments->machine,
            "A machine file, or the name of a ready machine (see `weft list`); with 'measure' its "
            "figures are shown beside")
      .type("MACHINE")
      .not_empty();
  command
      .text("--best", arguments->best,
            "Rank the compositions that do an operation, such as 1Q64, in place of EXPRESSION")
      .type("OPERATION")
      .not_empty();
  command.flag("--explain", arguments->explain,
               "Say what each figure is from, what binds, and which limits are kept");
  command.text("--json", arguments->json, "Write the result as JSON; - for standard output")
      .type("FILE")
      .not_empty();
  command
      .text(
          "--node", arguments->measure.node,
          "Of 'measure' and 'simulate': a node file, or the name of a ready node (see `weft list`)")
      .type("NODE")
      .not_empty();
  command
      .text("--platform", arguments->measure.platform,
            "Of 'measure': a platform whose programs take the clocks of transfers, such as "
            "iwarp_copy_transfer; in place of --node")
      .type("PLATFORM")
      .not_empty();
  command
      .text("-o,--output", arguments->measure.output,
            "Of 'measure': write the figures as a machine file; - for standard output")
      .type("FILE")
      .not_empty();
  command
      .text("--step", arguments->step,
            "Of 'simulate': an operation that each node does to the next one, such as 1Q64, or an "
            "application: fem, sor, transpose, transpose-unscheduled")
      .type("STEP")
      .not_empty();
  const Option words = command.number(
      "--words", arguments->measure.words, 1, 1'000'000,
      "How many of 64 bits are moved, of an operation by each node; an application has its own");
  const Option seed = command.number("--seed", arguments->measure.seed, 0, 2'000'000'000,
                                     "Of the order in index arrays");
  command
      .text("--indices", arguments->measure.indices,
            "Of 'measure' and 'simulate': a file with the index array of indexed patterns, "
            "`indices: [2, 0, 1]`; in place of --words and --seed")
      .type("FILE")
      .not_empty();
  arguments->sized = [words, seed] { return words.given() || seed.given(); };
  command.does([arguments] { return run_copy_transfer(*arguments); });
}

}  // namespace weft::app
