#include "testbench/sweeps/run_record.hpp"

#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "platforms/processors.hpp"
#include "testbench/experiments/lasting_simulation.hpp"
#include "testbench/experiments/transient.hpp"
#include "testbench/studies/saturation.hpp"

namespace weft {

namespace {

using Json = nlohmann::json;

Moments scaled(Moments moments, double scale) {
  moments.mean *= scale;
  moments.squares *= scale * scale;
  moments.cubes *= scale * scale * scale;
  moments.minimum *= scale;
  moments.maximum *= scale;
  return moments;
}

std::vector<RecordedDistribution> distributions_of(const RunResult& result) {
  std::vector<RecordedDistribution> recorded;
  for (const NamedDistribution& named : result.distributions) {
    if (named.samples.count() == 0) continue;
    RecordedDistribution& one = recorded.emplace_back();
    one.quantity = named.quantity;
    one.unit = named.unit;
    one.moments = scaled(named.samples.moments(), named.scale);
    for (const Distribution::Bin& bin : named.samples.bins()) {
      one.bins.push_back({bin.low * named.scale, bin.high * named.scale, bin.count});
    }
  }
  return recorded;
}

std::vector<RecordedProcessor> processors_of(const Platform& platform, const RunResult& result) {
  std::vector<RecordedProcessor> recorded;
  for (std::size_t i = 0; i < processors_of(platform).size(); ++i) {
    const Processor& processor = processors_of(platform)[i];
    RecordedProcessor& one = recorded.emplace_back();
    one.name = platform.components[processor.component].name;
    one.values = result.processors[i];
    const auto& place = processor.coordinates;
    if (place.empty() || place.size() > 2) continue;
    one.x = static_cast<int>(place[0]);
    one.y = place.size() == 2 ? static_cast<int>(place[1]) : 0;
  }
  return recorded;
}

std::vector<RecordedLink> links_of(const Platform& platform, const RunResult& result) {
  std::map<std::pair<std::string, std::string>, Moments> loads;
  for (std::size_t i = 0; i < platform.links.size(); ++i) {
    const std::string& from = platform.components[platform.links[i].from.component].name;
    const std::string& to = platform.components[platform.links[i].to.component].name;
    loads[{from, to}].add(result.link_utilisation[2 * i]);
    loads[{to, from}].add(result.link_utilisation[2 * i + 1]);
  }
  std::vector<RecordedLink> recorded;
  for (const auto& [ends, load] : loads) {
    recorded.push_back({ends.first, ends.second, 100 * load.mean});
  }
  return recorded;
}

Json to_json(const RecordedDistribution& one) {
  const Moments& m = one.moments;
  Json bins = Json::array();
  for (const auto& bin : one.bins) bins.push_back({bin.low, bin.high, bin.count});
  return {
      one.quantity, one.unit, {m.count, m.mean, m.squares, m.cubes, m.minimum, m.maximum}, bins};
}

RecordedDistribution distribution_of(const Json& json) {
  const Json& m = json[2];
  RecordedDistribution one{json[0], json[1], {m[0], m[1], m[2], m[3], m[4], m[5]}, {}};
  for (const Json& bin : json[3]) one.bins.push_back({bin[0], bin[1], bin[2]});
  return one;
}

}  // namespace

RunRecord run_to_record(Platform platform) {
  platform = with_warm_up_found(std::move(platform));
  Simulation& simulation = lasting_simulation(platform);
  const RunResult result = simulation.run();
  RunRecord record;
  record.warm_up = result.warm_up;
  record.simulated = result.simulated;
  record.status = result.status();
  if (result.load && record.status == name_of(result.load->state)) {
    record.load = result.load->text;
  }
  if (result.convergence) {
    record.convergence = result.convergence->text();
    record.confidence = result.convergence->asked.confidence;
  }
  record.values = result.values;
  record.distributions = distributions_of(result);
  record.processors = processors_of(platform, result);
  record.links = links_of(platform, result);
  return record;
}

RunRecord saturation_record(const Netlist& platform) {
  SaturationOptions options;
  options.curve_points = 0;
  RunRecord record;
  record.values = find_saturation(platform, "", options).report();
  return record;
}

std::string to_text(const RunRecord& record) {
  Json json{record.warm_up, record.simulated, record.status, record.convergence, Json::array(),
            Json::array(),  Json::array(),    Json::array(), record.confidence,  record.load};
  for (const ReportedValue& value : record.values) {
    const auto& [quantity, statistic, kind, number, unit, weight, scope, interval] = value;
    json[4].push_back({quantity, statistic, kind, number, unit, weight, scope.of, scope.name,
                       interval ? Json(interval->half_width) : Json()});
  }
  for (const RecordedDistribution& one : record.distributions) json[5].push_back(to_json(one));
  for (const RecordedProcessor& one : record.processors) {
    const ProcessorValues& v = one.values;
    json[6].push_back({one.name, one.x, one.y, v.acknowledged, v.received, v.bytes, v.messages,
                       v.latency_ns, v.measured});
  }
  for (const RecordedLink& one : record.links) {
    json[7].push_back({one.from, one.to, one.utilisation_percent});
  }
  std::string text;
  Json::to_cbor(json, text);  // has a place for what is no number, and for what is infinite
  return text;
}

RunRecord record_of(const std::string& text) {
  const Json json = Json::from_cbor(text);
  RunRecord record{json[0], json[1], json[2], json[9], json[3], json[8], {}, {}, {}, {}};
  for (const Json& one : json[4]) {
    record.values.push_back({one[0], one[1], one[2], one[3], one[4], one[5], {one[6], one[7]}, {}});
    if (!one[8].is_null()) record.values.back().interval = {one[8], record.confidence};
  }
  for (const Json& one : json[5]) record.distributions.push_back(distribution_of(one));
  for (const Json& one : json[6]) {
    RecordedProcessor& processor = record.processors.emplace_back();
    processor.name = one[0];
    processor.x = one[1];
    processor.y = one[2];
    ProcessorValues& v = processor.values;
    v.acknowledged = one[3];
    v.received = one[4];
    v.bytes = one[5];
    v.messages = one[6];
    v.latency_ns = one[7];
    v.measured = one[8];
  }
  for (const Json& one : json[7]) record.links.push_back({one[0], one[1], one[2]});
  return record;
}

}  // namespace weft
