// weft reproduce NAME
#include <fmt/format.h>

#include <memory>

#include <nlohmann/json.hpp>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/json_file.hpp"
#include "testbench/app/progress_bar.hpp"
#include "testbench/app/studies/commands.hpp"
#include "testbench/app/table.hpp"
#include "testbench/build_info.hpp"
#include "testbench/studies/reproduction.hpp"

namespace weft::app {

namespace {

std::filesystem::path find_reproduction(const std::string& name) {
  const auto names = yaml_names(reproductions());
  const auto file = reproductions() / (name + ".yaml");
  if (!name.empty() && std::find(names.begin(), names.end(), name) != names.end()) return file;
  throw InputError(place_of("weft reproduce"),
                   name.empty() ? "no NAME is given" : "unknown reproduction '" + name + "'",
                   "expected " + list_names(names), nearest_name(name, names));
}

void print_list() {
  Table table({"name", "title", "source"});
  for (const std::string& name : yaml_names(reproductions())) {
    const Reproduction reproduction = load_reproduction(reproductions() / (name + ".yaml"));
    table.add({name, reproduction.title, reproduction.source});
  }
  table.print();
}

std::string verdict(const ReproducedRow& row) {
  if (!row.row->published) return "prediction";
  if (!row.judged()) return "not judged";
  if (row.series->range) return "by the mean";
  const std::string within = row.met() ? "ok" : "MISSED";
  const auto nearer = row.nearer_than_predicted();
  if (!nearer) return within;
  return within + (*nearer ? ", nearer than the formula" : ", no nearer than the formula");
}

std::string tolerance_text(const Series& series) {
  if (const auto& range = series.range ? series.range : series.each_range) {
    return fmt::format("{} to {} {}", number_text(range->lowest), number_text(range->highest),
                       series.unit);
  }
  return number_text(series.each_percent);
}

std::string joined(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : " ") + value;
  return text;
}

void print(const Reproduction& reproduction, const ReproductionResult& result) {
  fmt::print("{}: {}\nsource: {}\n", reproduction.name, reproduction.title, reproduction.source);
  for (const Series& series : reproduction.series) {
    fmt::print("\n{} ({})\n", series.title, series.unit);
    Table table({joined(series.vary), "level", "published", "formula", "model", "+-", "error %",
                 "tolerance %", "verdict", "note"});
    for (const ReproducedRow& row : result.rows) {
      if (row.series != &series) continue;
      const bool known = row.row->published.has_value();
      table.add({joined(row.row->values), row.level,
                 known ? number_text(*row.row->published) : "withheld",
                 row.row->predicted ? number_text(*row.row->predicted) : "", number_text(row.model),
                 row.half_width ? number_text(*row.half_width) : "",
                 known ? fmt::format("{:+.3f}", row.error_percent()) : "",
                 known ? tolerance_text(series) : "", verdict(row), row.row->note});
    }
    table.print();
    for (const ReproducedMean& mean : result.means) {
      if (mean.series != &series) continue;
      if (series.range) {
        fmt::print(
            "{}: judged rows give {:.1f} {} on average, {:.1f} to {:.1f} (allowed: {}: {})\n",
            mean.level, mean.model, series.unit, mean.lowest, mean.highest, tolerance_text(series),
            mean.met() ? "ok" : "MISSED");
        continue;
      }
      fmt::print("{}: judged rows off by {:.3f} % on average, {:.3f} % at most", mean.level,
                 mean.error_percent, mean.worst_percent);
      if (series.rms_percent) {
        fmt::print(", {:.3f} % rms (allowed: {} %: {})", mean.rms_percent,
                   number_text(*series.rms_percent), mean.met() ? "ok" : "MISSED");
      }
      if (series.mean_percent) {
        fmt::print(" (average allowed: {} %: {})", number_text(*series.mean_percent),
                   mean.met() ? "ok" : "MISSED");
      }
      fmt::print("\n");
    }
    if (!series.remark.empty()) fmt::print("{}\n", series.remark);
  }
  if (!reproduction.remarks.empty()) fmt::print("\n{}\n", reproduction.remarks);
  fmt::print("{}\n", result.met() ? "reproduced" : "NOT reproduced");
}

nlohmann::ordered_json optional_json(const std::optional<double>& number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
}

nlohmann::ordered_json to_json(const Reproduction& reproduction, const ReproductionResult& result) {
  nlohmann::ordered_json json;
  json["weft"] = build_info::version;
  json["name"] = reproduction.name;
  json["title"] = reproduction.title;
  json["source"] = reproduction.source;
  json["reproduced"] = result.met();
  json["rows"] = nlohmann::ordered_json::array();
  for (const ReproducedRow& row : result.rows) {
    nlohmann::ordered_json varied;
    for (std::size_t i = 0; i < row.series->vary.size(); ++i) {
      varied[row.series->vary[i]] = row.row->values[i];
    }
    nlohmann::ordered_json tolerance;
    const auto& range = row.series->range ? row.series->range : row.series->each_range;
    if (range) {
      tolerance = {range->lowest, range->highest};
    } else {
      tolerance = row.series->each_percent;
    }
    json["rows"].push_back({{"series", row.series->title},
                            {"set", varied},
                            {"level", row.level},
                            {"unit", row.series->unit},
                            {"published", optional_json(row.row->published)},
                            {"predicted", optional_json(row.row->predicted)},
                            {"model", row.model},
                            {"half_width_95", optional_json(row.half_width)},
                            {"error_percent", row.error_percent()},
                            {range ? "tolerance_range" : "tolerance_percent", tolerance},
                            {"judged", row.judged()},
                            {"met", row.met()},
                            {"note", row.row->note}});
  }
  json["means"] = nlohmann::ordered_json::array();
  for (const ReproducedMean& mean : result.means) {
    json["means"].push_back({{"series", mean.series->title},
                             {"level", mean.level},
                             {"error_percent", mean.error_percent},
                             {"worst_percent", mean.worst_percent},
                             {"rms_percent", mean.rms_percent},
                             {"model", mean.model},
                             {"lowest", mean.lowest},
                             {"highest", mean.highest},
                             {"met", mean.met()}});
  }
  return json;
}

int reproduce_named(const std::string& name, const std::string& json_name) {
  const Reproduction reproduction = load_reproduction(find_reproduction(name));
  JsonFile json(json_name);
  ReproductionResult result;
  {
    ProgressBar bar;
    result = reproduce(reproduction, ready_platforms(), [&bar](std::size_t done, std::size_t all) {
      bar.show(static_cast<double>(done) / static_cast<double>(all),
               fmt::format("{} of {} runs", done, all));
    });
  }
  json.write(to_json(reproduction, result));
  if (!json.is_standard_output()) print(reproduction, result);
  return result.met() ? ok : failed;
}

}  // namespace

void define_reproduce(Command& command) {
  struct Arguments {
    std::string name;
    std::string json;
    bool list = false;
  };
  auto arguments = std::make_shared<Arguments>();
  command.text("NAME", arguments->name, "What to reproduce");
  command.flag("--list", arguments->list, "List what can be reproduced");
  command.text("--json", arguments->json, "Write the rows as JSON; - for standard output")
      .type("FILE")
      .not_empty();
  command.does([arguments] {
    if (!arguments->list) return reproduce_named(arguments->name, arguments->json);
    print_list();
    return ok;
  });
}

}  // namespace weft::app
