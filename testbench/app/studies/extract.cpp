// weft extract DB
#include <memory>

#include <nlohmann/json.hpp>

#include "testbench/app/command_line.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/app/studies/commands.hpp"
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
  Results results(arguments.results);
  const Extract table = extract(results, arguments.options);
  if (!arguments.json.empty()) JsonFile(arguments.json).write(json_of(table));
  if (arguments.json.empty() || !arguments.csv.empty()) {
    ResultFile(arguments.csv.empty() ? "-" : arguments.csv, "--csv").write(csv_of(table));
  }
  return ok;
}

}  // namespace

void define_extract(Command& command) {
  auto arguments = std::make_shared<ExtractArguments>();
  command.text("DB", arguments->results, "What `weft sweep` has made").required().not_empty();
  command.texts("--column", arguments->options.columns, "A parameter or a result; again for more")
      .type("NAME");
  command.texts("--where", arguments->options.where, "Only where a parameter has this value")
      .type("NAME=VALUE");
  command.flag("--each", arguments->options.each, "Each run by itself, no seeds merged");
  command.text("--csv", arguments->csv, "Write CSV; - for standard output, the default")
      .type("FILE")
      .not_empty();
  command.text("--json", arguments->json, "Write JSON; - for standard output")
      .type("FILE")
      .not_empty();
  command.does([arguments] { return extract_results(*arguments); });
}

}  // namespace weft::app
