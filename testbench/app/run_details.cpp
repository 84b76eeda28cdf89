#include "testbench/app/run_details.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "platforms/processors.hpp"
#include "platforms/resolve/link_ends.hpp"
#include "testbench/app/table.hpp"

namespace weft::app {

namespace {

/// A value of a processor, with the name and unit that files have it by.
struct ProcessorColumn {
  const char* key;
  const char* quantity;
  const char* unit;
  double (ProcessorValues::*value)() const;
};

constexpr ProcessorColumn processor_columns[]{
    {"sent_per_ms", "data packets acknowledged", "1/ms", &ProcessorValues::acknowledged_per_ms},
    {"received_per_ms", "data packets received", "1/ms", &ProcessorValues::received_per_ms},
    {"received_mb_per_s", "data received", "MB/s", &ProcessorValues::received_mb_per_s},
    {"message_latency_ns", "message latency mean", "ns", &ProcessorValues::mean_latency_ns}};

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

}  // namespace

const std::string& name_of_processor(const Platform& platform, std::size_t processor) {
  return platform.components[processors_of(platform)[processor].component].name;
}

std::string place_of_wait(const Platform& platform, const SlowMessage& message) {
  return message.waited_at ? platform.components[*message.waited_at].name : "its source";
}

std::vector<NamedLoad> named_loads(const Platform& platform, const RunResult& result) {
  constexpr double percent = 100;
  std::vector<NamedLoad> loads;
  for (std::size_t i = 0; 2 * i + 1 < result.link_utilisation.size(); ++i) {
    const std::string from = port_name(platform, platform.links[i].from);
    const std::string to = port_name(platform, platform.links[i].to);
    loads.push_back({from, to, percent * result.link_utilisation[2 * i]});
    loads.push_back({to, from, percent * result.link_utilisation[2 * i + 1]});
  }
  for (std::size_t i = 0; i < result.bus_utilisation.size(); ++i) {
    loads.push_back({port_name(platform, platform.busses[i].from),
                     port_name(platform, platform.busses[i].to),
                     percent * result.bus_utilisation[i]});
  }
  return loads;
}

std::string busiest_text(const std::vector<NamedLoad>& loads) {
  const auto busiest = std::max_element(
      loads.begin(), loads.end(),
      [](const NamedLoad& a, const NamedLoad& b) { return a.percent < b.percent; });
  if (busiest == loads.end() || busiest->percent <= 0) return {};
  return fmt::format("busiest: {} to {}, {} %", busiest->from, busiest->to,
                     rounded_text(busiest->percent));
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
      one[column.key] = (result.processors[i].*column.value)();
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
      csv += fmt::format("{},,{},{},,{}\n", quoted(name_of_processor(platform, i)), column.quantity,
                         (result.processors[i].*column.value)(), column.unit);
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
