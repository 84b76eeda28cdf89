#include "testbench/app/run_json.hpp"

#include <nlohmann/json.hpp>

#include "hw/common/time.hpp"
#include "testbench/app/run_details.hpp"
#include "testbench/build_info.hpp"

namespace weft::app {

namespace {

nlohmann::ordered_json json_of(const Convergence& convergence) {
  nlohmann::ordered_json json{{"measure", convergence.asked.measure},
                              {"within_percent", convergence.asked.within},
                              {"confidence_percent", convergence.asked.confidence},
                              {"reached", convergence.reached},
                              {"start_up_ended", !convergence.asked.transient_lost}};
  if (convergence.interval) {
    json["batches"] = convergence.interval->batches;
    json["batch_ps"] = convergence.interval->batch * convergence.asked.sample;
  }
  return json;
}

nlohmann::ordered_json json_of(const CarriedLoad& load) {
  nlohmann::ordered_json json{{"state", name_of(load.state)},
                              {"growth_percent", 100 * load.growth_share}};
  if (load.growth_at_most) json["growth_at_most_percent"] = 100 * *load.growth_at_most;
  json["text"] = load.text;
  return json;
}

nlohmann::ordered_json json_of(const Alarm& alarm) {
  nlohmann::ordered_json json{{"kind", name_of(alarm.kind)}};
  if (!alarm.where.empty()) json["where"] = alarm.where;
  if (alarm.count != 0) json["count"] = alarm.count;
  json["failure"] = alarm.failure;
  json["text"] = alarm.text;
  return json;
}

nlohmann::ordered_json json_of(const Platform& platform, const SlowMessage& message) {
  nlohmann::ordered_json json{{"source", name_of_processor(platform, message.source)},
                              {"destination", name_of_processor(platform, message.destination)},
                              {"bytes", message.bytes},
                              {"created_ps", message.created}};
  if (message.sent != never) json["sent_ps"] = message.sent;
  json["arrived_ps"] = message.arrived;
  json["latency_ps"] = message.latency();
  json["longest_wait_ps"] = message.waited;
  json["longest_wait_at"] = place_of_wait(platform, message);
  return json;
}

}  // namespace

nlohmann::ordered_json json_of_run(const Platform& platform, const RunResult& result) {
  nlohmann::ordered_json json;
  json["weft"] = build_info::version;
  json["platform"] = result.platform;
  json["seed"] = result.seed;
  json["partial"] = result.partial;
  json["simulated_ps"] = result.simulated;
  json["warm_up_ps"] = result.warm_up;
  json["token_hops"] = result.token_hops;
  json["wall_seconds"] = result.wall_seconds;
  json["status"] = result.status();
  if (result.load) json["load"] = json_of(*result.load);
  if (!result.message_rates.empty()) json["message_rates"] = result.message_rates;
  json["alarms"] = nlohmann::ordered_json::array();
  for (const Alarm& alarm : result.alarms) json["alarms"].push_back(json_of(alarm));
  json["values"] = nlohmann::ordered_json::array();
  for (const ReportedValue& value : result.values) json["values"].push_back(json_of(value));
  json["slowest"] = nlohmann::ordered_json::array();
  for (const SlowMessage& message : result.slowest) {
    json["slowest"].push_back(json_of(platform, message));
  }
  if (result.convergence) json["until"] = json_of(*result.convergence);
  add_details(json, platform, result);
  return json;
}

}  // namespace weft::app
