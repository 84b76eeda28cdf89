#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/statistics/reported_value.hpp"
#include "testbench/studies/reproduction.hpp"

namespace weft {

namespace {

std::string text_of(const Section& section, std::string_view key) {
  return require_text(section.at(key, "a text"), key);
}

std::string optional_text(const Section& section, std::string_view key) {
  const Node* node = section.find(key);
  return node == nullptr ? std::string{} : require_text(*node, key);
}

double number_of(const Node& node) {
  const std::string& text = require_text(node, "number");
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw InputError(node.place, "'" + text + "'", "expected a number");
  }
  return value;
}

std::vector<std::string> texts_of(const Section& section, std::string_view key) {
  std::vector<std::string> texts;
  const Node* node = section.find(key);
  if (node == nullptr) return texts;
  for (const Node& item : require_list(*node, key).items) texts.push_back(require_text(item, key));
  return texts;
}

PublishedRow read_row(const Node& node, std::size_t varied) {
  const auto& items = require_list(node, "row").items;
  if (items.size() != varied + 1 && items.size() != varied + 2) {
    throw InputError(node.place, "a row of " + std::to_string(items.size()) + " entries",
                     "expected " + std::to_string(varied) +
                         " varied values, the published figure and, if it is not judged, why");
  }
  PublishedRow row;
  row.place = node.place;
  for (std::size_t i = 0; i < varied; ++i) row.values.push_back(require_text(items[i], "value"));
  if (require_text(items[varied], "published figure") != "withheld") {
    row.published = number_of(items[varied]);
  }
  if (items.size() == varied + 2) row.note = require_text(items[varied + 1], "note");
  return row;
}

// In the order of the rows.
void read_predictions(const Node& node, Series& series) {
  const auto& items = require_list(node, "predictions").items;
  if (items.size() != series.rows.size()) {
    throw InputError(node.place, fmt::format("{} predictions", items.size()),
                     fmt::format("expected {}, one for each row", series.rows.size()));
  }
  for (std::size_t i = 0; i < items.size(); ++i) series.rows[i].predicted = number_of(items[i]);
}

bool read_flag(const Node& node) {
  const std::string& text = require_text(node, "inverse");
  if (text == "true" || text == "false") return text == "true";
  throw InputError(node.place, "'" + text + "'", "expected true or false");
}

Reference read_reference(const Node& node) {
  const Section section(node, "relative_to", {"platform", "set", "figure", "metric"});
  Reference reference;
  reference.platform = optional_text(section, "platform");
  reference.set = texts_of(section, "set");
  if (const Node* metric = section.find("metric")) {
    reference.metric = result_name(require_text(*metric, "metric"), metric->place);
  }
  if (const Node* figure = section.find("figure")) reference.figure = read_relative_figure(*figure);
  return reference;
}

Range read_range(const Node& node) {
  const auto& items = require_list(node, "range").items;
  if (items.size() != 2) {
    throw InputError(node.place, fmt::format("a range of {} entries", items.size()),
                     "expected the lowest and the highest figure");
  }
  const Range range{number_of(items[0]), number_of(items[1])};
  if (range.lowest > range.highest) {
    throw InputError(node.place, fmt::format("a range from {} to {}", range.lowest, range.highest),
                     "expected the lowest figure first");
  }
  return range;
}

void read_tolerance(const Node& node, Series& series) {
  const Section section(node, "tolerance", {"each", "each_range", "mean", "rms", "range"});
  if (const Node* range = section.find("range")) {
    series.range = read_range(*range);
  } else if (const Node* each = section.find("each_range")) {
    series.each_range = read_range(*each);
  } else {
    series.each_percent = number_of(section.at("each", "a number of percent"));
  }
  if (const Node* mean = section.find("mean")) series.mean_percent = number_of(*mean);
  if (const Node* rms = section.find("rms")) series.rms_percent = number_of(*rms);
}

// Of expressions, or of basic transfers that are measured: no platform is run.
Series read_transfer_series(const Node& node) {
  const bool measured = value_of(node, "node") != nullptr;
  const std::string of = measured ? "node" : "machine";
  const Section section(node, "series of a " + of,
                        {"title", of, "unit", "tolerance", "remark", "rows"});
  Series series;
  series.title = text_of(section, "title");
  (measured ? series.node : series.machine) = text_of(section, of);
  series.unit = optional_text(section, "unit");
  series.remark = optional_text(section, "remark");
  series.vary = {measured ? "transfer" : "expression"};
  series.levels = {measured ? "measurement" : "estimate"};
  read_tolerance(section.at("tolerance", "a map"), series);
  for (const Node& row : require_list(section.at("rows", "a list"), "rows").items) {
    series.rows.push_back(read_row(row, series.vary.size()));
    series.rows.back().place = row.items.front().place;
  }
  return series;
}

Series read_series(const Node& node) {
  if (value_of(node, "machine") != nullptr || value_of(node, "node") != nullptr)
    return read_transfer_series(node);
  const Section section(
      node, "series",
      {"title", "platform", "set", "vary", "metric", "scale", "inverse", "relative_to", "unit",
       "tolerance", "remark", "levels", "seeds", "rows", "predictions", "find", "machine", "node"});
  Series series;
  series.title = text_of(section, "title");
  series.platform = text_of(section, "platform");
  series.set = texts_of(section, "set");
  series.vary = texts_of(section, "vary");
  series.metric = result_name(text_of(section, "metric"), section.find("metric")->place);
  series.unit = optional_text(section, "unit");
  series.remark = optional_text(section, "remark");
  series.levels = texts_of(section, "levels");
  if (const Node* find = section.find("find")) {
    const std::string& what = require_text(*find, "find");
    if (what != "saturation") unknown_name(find->place, "unknown search", what, {"saturation"});
    series.finds_saturation = true;
  }
  if (const Node* seeds = section.find("seeds")) {
    series.seeds = read_whole_in(*seeds, "seeds", 1, 1000);
  }
  if (const Node* scale = section.find("scale")) series.scale = number_of(*scale);
  if (const Node* inverse = section.find("inverse")) series.inverse = read_flag(*inverse);
  if (const Node* reference = section.find("relative_to")) {
    series.relative_to = read_reference(*reference);
  }
  if (const Node* tolerance = section.find("tolerance")) read_tolerance(*tolerance, series);
  for (const Node& row : require_list(section.at("rows", "a list"), "rows").items) {
    series.rows.push_back(read_row(row, series.vary.size()));
    if (series.rows.back().published) section.at("tolerance", "a map");
  }
  if (const Node* predictions = section.find("predictions")) read_predictions(*predictions, series);
  return series;
}

}  // namespace

Reproduction load_reproduction(const std::filesystem::path& file) {
  const Netlist netlist = load_tree(file);
  const Section section(netlist.root, "reproduction", {"title", "source", "remarks", "series"});
  Reproduction reproduction;
  reproduction.name = file.stem().string();
  reproduction.title = text_of(section, "title");
  reproduction.source = text_of(section, "source");
  reproduction.remarks = optional_text(section, "remarks");
  for (const Node& node : require_list(section.at("series", "a list"), "series").items) {
    reproduction.series.push_back(read_series(node));
  }
  return reproduction;
}

}  // namespace weft
