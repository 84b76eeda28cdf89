// weft extract DB
#include <memory>

#include <nlohmann/json.hpp>

#include "testbench/app/commands.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/sweeps/extract.hpp"

namespace weft::app {

namespace {

struct ExtractArguments {
  std::string results;
  ExtractOptions options;
  std::string csv;
  std::string json;
};

int extract_results(const ExtractArguments& arguments) {
  require_other_file(arguments.csv, "--csv", arguments.results);
  require_other_file(arguments.json, "--json", arguments.results);
  Results results(arguments.results);
  const Extract table = extract(results, arguments.options);
  if (!arguments.json.empty()) JsonFile(arguments.json).write(json_of(table));
  if (arguments.json.empty() || !arguments.csv.empty()) {
    ResultFile(arguments.csv.empty() ? "-" : arguments.csv).write(csv_of(table));
  }
  return ok;
}

}  // namespace

void add_extract(CLI::App& app, Outcome& outcome) {
  CLI::App* command =
      app.add_subcommand("extract", "Print the results of a sweep, seeds merged, as CSV or JSON");
  auto arguments = std::make_shared<ExtractArguments>();
  command->add_option("DB", arguments->results, "What `weft sweep` has made")
      ->required()
      ->check(require_value);
  command
      ->add_option("--column", arguments->options.columns,
                   "A parameter or a result; again for more")
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
  command->add_option("--where", arguments->options.where, "Only where a parameter has this value")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
  command->add_flag("--each", arguments->options.each, "Each run by itself, no seeds merged");
  command->add_option("--csv", arguments->csv, "Write CSV; - for standard output, the default")
      ->type_name("FILE")
      ->check(require_value);
  command->add_option("--json", arguments->json, "Write JSON; - for standard output")
      ->type_name("FILE")
      ->check(require_value);
  command->callback([arguments, &outcome] { outcome.status = extract_results(*arguments); });
}

}  // namespace weft::app
