// What a library can do wrong, as the environment variable WRONG says.
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "platforms/plugins/plugin.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/routing/routing.hpp"

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

}  // namespace

WEFT_PLUGIN(registry) {
  const std::string_view wrong = std::getenv("WRONG");
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
