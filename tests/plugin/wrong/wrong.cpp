// What a library can do wrong, as the environment variable WRONG says.
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/elaboration/make_context.hpp"
#include "platforms/elaboration/own_counts.hpp"
#include "platforms/plugins/plugin.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/routing/routing.hpp"
#include "testbench/workloads/workload.hpp"

namespace {

using namespace weft;

struct Parameters {
  unsigned depth = 3;
};

ComponentType routing_with(unsigned least, unsigned most) {
  ComponentType type = make_type(TypeRole::routing, "wrong", "A type that is none.");
  type.routing.make = [](const RoutingRequest&) -> std::unique_ptr<Routing> { throw 1; };
  ParameterTable<Parameters> table;
  table.count("depth", &Parameters::depth).between(least, most).help("Depth.");
  return table.into(std::move(type));
}

std::string_view asked_for() { return std::getenv("WRONG"); }

// The names of results that a workload reports, or a component counts.
std::vector<std::string> names_of_results(std::string_view of) {
  const std::string_view wrong = asked_for();
  if (!wrong.starts_with(of)) return {"good"};
  if (wrong.ends_with("comma")) return {"good", "left, right"};
  if (wrong.ends_with("no_name")) return {""};
  if (wrong.ends_with("of_weft")) return {"data packets"};
  return {"good", "bad", "good"};
}

class Reporting final : public Workload {
 public:
  Reporting(System& system, const NoParameters&) : Workload(system) {}
  ReportedValues report(Time) const override {
    ReportedValues values;
    for (const std::string& name : names_of_results("report_"))
      values.push_back(reported::count(name, 1));
    return values;
  }
};

class Counting final : public ComponentInstance, public OwnCounts {
 public:
  std::any port(unsigned, Side) override { return {}; }
  std::vector<Count> counts() const override {
    std::vector<Count> counts;
    for (const std::string& name : names_of_results("count_")) counts.push_back({name, 1});
    return counts;
  }
};

ComponentType reporting_type() {
  ComponentType type = make_type(TypeRole::workload, "reporting", "Reports under some names.");
  type.make_workload = make_workload_of<Reporting, NoParameters>;
  return ParameterTable<NoParameters>().into(std::move(type));
}

ComponentType counting_type() {
  ComponentType type = make_type(TypeRole::component, "counting", "Counts under some names.");
  type.add_level(Level::token,
                 [](const MakeContext& context) -> std::unique_ptr<ComponentInstance> {
                   auto made = std::make_unique<Counting>();
                   context.show<OwnCounts>(*made);
                   return made;
                 });
  return ParameterTable<NoParameters>().into(std::move(type));
}

}  // namespace

weft::ComponentType faulty_memory_type();

WEFT_PLUGIN(registry) {
  registry.add(faulty_memory_type());
  registry.add(reporting_type());
  registry.add(counting_type());
  const std::string_view wrong = asked_for();
  ComponentType type = routing_with(1, 9);
  if (wrong == "throws") throw std::runtime_error("no licence");
  if (wrong == "throws_a_number") throw 7;
  if (wrong == "name_taken") type.name = "valiant";
  if (wrong == "name_no_key") type.name = "my routing";
  if (wrong == "without_help") type.help.clear();
  if (wrong == "bounds") type = routing_with(9, 1);
  if (wrong == "default") type = routing_with(4, 9);
  if (wrong == "twice") type.parameters.push_back(type.parameters.front());
  if (wrong == "no_factory") type.routing.make = nullptr;
  if (wrong == "workload") type.role = TypeRole::workload;
  registry.add(type);
}
