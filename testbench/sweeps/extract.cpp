#include "testbench/sweeps/extract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/sweeps/conditions.hpp"

namespace weft {

namespace {

std::vector<std::string> default_columns(const Results& results,
                                         const std::vector<Extract::Column>& all) {
  std::vector<std::string> names;
  for (const Extract::Column& column : all) {
    if (column.parameter || results.measures().empty()) names.push_back(column.name);
  }
  if (results.measures().empty()) return names;  // comparisons are among them
  names.insert(names.end(), results.measures().begin(), results.measures().end());
  for (const Comparison& one : results.comparisons()) names.push_back(one.name);
  return names;
}

std::vector<Extract::Column> chosen(const std::vector<Extract::Column>& all,
                                    const std::vector<std::string>& names, const char* option) {
  std::vector<std::string> known;
  for (const Extract::Column& column : all) known.push_back(column.name);
  std::vector<Extract::Column> columns;
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      throw InputError(place_of(option), fmt::format("no results are called '{}'", name),
                       "expected " + list_names(known), nearest_name(name, known));
    }
    columns.push_back(all[static_cast<std::size_t>(found - known.begin())]);
  }
  return columns;
}

// A comparison has a column even where no point has its figure yet.
void add_comparisons(const Results& results, std::vector<Extract::Column>& all) {
  for (const Comparison& one : results.comparisons()) {
    chosen(all, {one.measure}, ("compare: " + one.name).c_str());
    const bool known = std::any_of(all.begin(), all.end(), [&](const Extract::Column& column) {
      return column.name == one.name;
    });
    if (!known) all.push_back({one.name, "%", false});
  }
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_number(const std::optional<ReportedValue>& value) {
  return value ? fmt::format("{}", value->value) : std::string();
}

std::string csv_half_width(const std::optional<ReportedValue>& value) {
  return value && value->interval ? fmt::format("{}", value->interval->half_width) : std::string();
}

std::string seeds_text(const std::vector<std::uint64_t>& seeds) {
  return fmt::format("{}", fmt::join(seeds, " "));
}

}  // namespace

Extract extract(Results& results, const ExtractOptions& options) {
  const auto points = points_where(results, "--where", options.where, options.each);
  std::vector<Extract::Column> all;
  for (const ResultParameter& parameter : results.parameters()) {
    all.push_back({parameter.name, parameter.unit, true});
  }
  const std::size_t parameters = all.size();
  for (const MeasuredPoint& one : points) {
    for (const ReportedValue& value : one.values) {
      const std::string name = name_of(value);
      const bool known = std::any_of(all.begin(), all.end(), [&](const Extract::Column& column) {
        return column.name == name;
      });
      if (!known) all.push_back({name, std::string(name_of(value.unit)), false});
    }
  }
  if (all.size() > parameters) add_comparisons(results, all);
  Extract table;
  const bool by_default = options.columns.empty();
  if (by_default && all.size() == parameters) {
    table.columns = all;  // nothing has come to its end
  } else {
    table.columns = chosen(all, by_default ? default_columns(results, all) : options.columns,
                           by_default ? "measures" : "--column");
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    Extract::Row& row = table.rows.emplace_back();
    row.status = points[i].point.status();
    for (const ResultRun& run : points[i].point.runs) {
      row.seeds.push_back(run.seed);
      if (row.error.empty()) row.error = run.error;
    }
    for (const Extract::Column& column : table.columns) {
      Extract::Cell& cell = row.cells.emplace_back();
      for (std::size_t p = 0; column.parameter && p < parameters; ++p) {
        if (all[p].name == column.name) cell.text = points[i].point.values[p];
      }
      const ReportedValue* value = column.parameter ? nullptr : find(points[i].values, column.name);
      if (value != nullptr) cell.value = *value;
    }
  }
  return table;
}

std::string csv_of(const Extract& table) {
  std::vector<std::string> cells;
  for (const Extract::Column& column : table.columns) {
    const std::string unit =
        column.unit.empty() || column.parameter ? "" : " [" + column.unit + "]";
    cells.push_back(csv_cell(column.name + unit));
    if (!column.parameter) cells.push_back(csv_cell(column.name + " +-" + unit));
  }
  std::string csv = fmt::format("{},seeds,status,error\n", fmt::join(cells, ","));
  for (const Extract::Row& row : table.rows) {
    cells.clear();
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (table.columns[i].parameter) {
        cells.push_back(csv_cell(row.cells[i].text));
      } else {
        cells.push_back(csv_number(row.cells[i].value));
        cells.push_back(csv_half_width(row.cells[i].value));
      }
    }
    csv += fmt::format("{},{},{},{}\n", fmt::join(cells, ","), seeds_text(row.seeds),
                       csv_cell(row.status), csv_cell(row.error));
  }
  return csv;
}

nlohmann::ordered_json json_of(const Extract& table) {
  auto rows = nlohmann::ordered_json::array();
  for (const Extract::Row& row : table.rows) {
    nlohmann::ordered_json json{{"parameters", nlohmann::ordered_json::object()},
                                {"seeds", row.seeds},
                                {"status", row.status}};
    if (!row.error.empty()) json["error"] = row.error;
    json["values"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const Extract::Cell& cell = row.cells[i];
      if (table.columns[i].parameter) json["parameters"][table.columns[i].name] = cell.text;
      if (cell.value) json["values"].push_back(json_of(*cell.value));
    }
    rows.push_back(std::move(json));
  }
  return rows;
}

}  // namespace weft
