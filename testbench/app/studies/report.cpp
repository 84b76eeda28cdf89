// weft report DB
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <memory>

#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/app/studies/commands.hpp"
#include "testbench/app/table.hpp"
#include "testbench/reports/report_page.hpp"
#include "testbench/reports/report_pictures.hpp"

namespace weft::app {

namespace {

struct ReportArguments {
  std::string results;
  std::string output;
  std::string svg;
  std::vector<std::string> at;
};

void write_pictures(const std::string& folder, const std::vector<ReportPicture>& pictures) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw InputError(place_of("--svg"),
                     fmt::format("'{}' cannot be made: {}", folder, error.message()),
                     "expected a folder");
  }
  for (const ReportPicture& picture : pictures) {
    ResultFile(std::filesystem::path(folder) / (picture.name + ".svg"), "--svg").write(picture.svg);
  }
}

void warn_of_missing(Results& results, const std::string& file) {
  std::size_t runs = 0;
  for (const ResultPoint& point : results.points()) runs += point.runs.size();
  if (!results.planned() || runs >= *results.planned()) return;
  spdlog::warn("{}: {} of {} runs are there; `weft sweep` goes on with the others", file, runs,
               *results.planned());
}

int report(const ReportArguments& arguments) {
  Results results(arguments.results);
  warn_of_missing(results, arguments.results);
  const auto pictures = report_pictures(results, arguments.at);
  const std::string output =
      arguments.output.empty() ? std::filesystem::path(arguments.results).stem().string() + ".html"
                               : arguments.output;
  if (!arguments.svg.empty()) write_pictures(arguments.svg, pictures);
  if (arguments.svg.empty() || !arguments.output.empty()) {
    ResultFile(output, "--output").write(report_page(results, pictures));
    fmt::print("{}: {}\n", output, counted(pictures.size(), "picture"));
  } else {
    fmt::print("{}: {}\n", arguments.svg, counted(pictures.size(), "picture"));
  }
  return ok;
}

}  // namespace

void define_report(Command& command) {
  auto arguments = std::make_shared<ReportArguments>();
  command.text("DB", arguments->results, "What `weft sweep` has made").required().not_empty();
  command
      .text("-o,--output", arguments->output,
            "The page; by default DB's name with .html, in this folder")
      .type("FILE")
      .not_empty();
  command.text("--svg", arguments->svg, "Write each picture into this folder")
      .type("DIR")
      .not_empty();
  command
      .texts("--at", arguments->at,
             "Maps and histograms where a parameter has this value, not at the highest load")
      .type("NAME=VALUE");
  command.does([arguments] { return report(*arguments); });
}

}  // namespace weft::app
