#include "testbench/app/run_details.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "platforms/processors.hpp"
#include "platforms/resolve/link_ends.hpp"
#include "testbench/app/table.hpp"

namespace weft::app {

namespace {

/// A value of a processor, with the name and unit that files have it by; nothing where it is not
/// known.
struct ProcessorColumn {
  const char* key;
  const char* quantity;
  const char* unit;
  std::optional<double> (*value)(const ProcessorValues& of);
};

constexpr ProcessorColumn processor_columns[]{
    {"sent_per_ms", "data packets acknowledged", "1/ms",
     [](const ProcessorValues& of) { return std::optional(of.acknowledged_per_ms()); }},
    {"received_per_ms", "data packets received", "1/ms",
     [](const ProcessorValues& of) { return std::optional(of.received_per_ms()); }},
    {"received_mb_per_s", "data received", "MB/s",
     [](const ProcessorValues& of) { return std::optional(of.received_mb_per_s()); }},
    {"message_latency_ns", "message latency mean", "ns", [](const ProcessorValues& of) {
       return of.messages == 0 ? std::nullopt : std::optional(of.latency_ns);
     }}};

// An object for each cell; of one word its value, of an array a list.
nlohmann::ordered_json json_of_cells(const std::vector<ProgramResult>& programs) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const ProgramResult& cell : programs) {
    if (json.empty() || json.back()["name"] != cell.component) {
      json.push_back({{"name", cell.component}, {"results", nlohmann::ordered_json::object()}});
    }
    nlohmann::ordered_json& value = json.back()["results"][cell.label];
    if (cell.is_array) {
      value = cell.values;
    } else {
      value = cell.values.front();
    }
  }
  return json;
}

std::string quoted(const std::string& text) {
  return text.find(',') == std::string::npos ? text : '"' + text + '"';
}

constexpr double percent = 100;

// Of RunResult::link_utilisation: both directions of a link stand side by side.
NamedLoad load_of_direction(const Platform& platform, const RunResult& result,
                            std::size_t direction) {
  const LinkSpec& link = platform.links[direction / 2];
  const bool forth = direction % 2 == 0;
  return {port_name(platform, forth ? link.from : link.to),
          port_name(platform, forth ? link.to : link.from),
          percent * result.link_utilisation[direction]};
}

NamedLoad load_of_bus(const Platform& platform, const RunResult& result, std::size_t index) {
  const BusSpec& bus = platform.busses[index];
  return {port_name(platform, bus.from), port_name(platform, bus.to),
          percent * result.bus_utilisation[index]};
}

/// Place and value of the first of the highest; 0 where there is none.
std::pair<std::size_t, double> highest_of(const std::vector<double>& loads) {
  const auto highest = std::max_element(loads.begin(), loads.end());
  if (highest == loads.end()) return {};
  return {static_cast<std::size_t>(highest - loads.begin()), *highest};
}

}  // namespace

const std::string& name_of_processor(const Platform& platform, std::size_t processor) {
  return platform.components[processors_of(platform)[processor].component].name;
}

std::string place_of_wait(const Platform& platform, const SlowMessage& message) {
  return message.waited_at ? platform.components[*message.waited_at].name : "its source";
}

std::vector<NamedLoad> named_loads(const Platform& platform, const RunResult& result) {
  std::vector<NamedLoad> loads;
  for (std::size_t i = 0; i < result.link_utilisation.size(); ++i) {
    loads.push_back(load_of_direction(platform, result, i));
  }
  for (std::size_t i = 0; i < result.bus_utilisation.size(); ++i) {
    loads.push_back(load_of_bus(platform, result, i));
  }
  return loads;
}

// Only that one is named: a large network has thousands.
std::string busiest_text(const Platform& platform, const RunResult& result) {
  const auto [direction, of_links] = highest_of(result.link_utilisation);
  const auto [bus, of_busses] = highest_of(result.bus_utilisation);
  if (std::max(of_links, of_busses) <= 0) return {};
  const NamedLoad busiest = of_links >= of_busses ? load_of_direction(platform, result, direction)
                                                  : load_of_bus(platform, result, bus);
  return fmt::format("busiest: {} to {}, {} %", busiest.from, busiest.to,
                     rounded_text(busiest.percent));
}

void add_details(nlohmann::ordered_json& json, const Platform& platform, const RunResult& result) {
  json["links"] = nlohmann::ordered_json::array();
  for (const NamedLoad& load : named_loads(platform, result)) {
    json["links"].push_back(
        {{"from", load.from}, {"to", load.to}, {"utilisation_percent", load.percent}});
  }
  json["processors"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < result.processors.size(); ++i) {
    nlohmann::ordered_json one{{"name", name_of_processor(platform, i)}};
    for (const ProcessorColumn& column : processor_columns) {
      const std::optional<double> value = column.value(result.processors[i]);
      one[column.key] = value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
    }
    json["processors"].push_back(std::move(one));
  }
  if (!result.programs.empty()) json["cells"] = json_of_cells(result.programs);
}

std::string csv_of(const Platform& platform, const RunResult& result) {
  std::string csv = "place,to,quantity,value,half width,unit\n";
  for (const ReportedValue& value : result.values) {
    csv += fmt::format(",,{},{},{},{}\n", quoted(name_of(value)), value.value,
                       value.interval ? fmt::format("{}", value.interval->half_width) : "",
                       name_of(value.unit));
  }
  for (const NamedLoad& load : named_loads(platform, result)) {
    csv +=
        fmt::format("{},{},utilisation,{},,%\n", quoted(load.from), quoted(load.to), load.percent);
  }
  for (std::size_t i = 0; i < result.processors.size(); ++i) {
    for (const ProcessorColumn& column : processor_columns) {
      const std::optional<double> value = column.value(result.processors[i]);
      if (!value) continue;
      csv += fmt::format("{},,{},{},,{}\n", quoted(name_of_processor(platform, i)), column.quantity,
                         *value, column.unit);
    }
  }
  for (const ProgramResult& cell : result.programs) {
    for (std::size_t i = 0; i < cell.values.size(); ++i) {
      csv += fmt::format(
          "{},,{},{},,\n", quoted(cell.component),
          cell.is_array ? fmt::format("result {}[{}]", cell.label, i) : "result " + cell.label,
          cell.values[i]);
    }
  }
  return csv;
}

}  // namespace weft::app
