// What is registered, and what becomes of the values.
#include "platforms/components/c104_tables.hpp"
#include "testbench/registry/built_in_registry.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "platforms/components/t9000_parameters.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/routing/routing.hpp"
#include "platforms/routing/routing_request.hpp"
#include "platforms/topologies/topology.hpp"
#include "platforms/topologies/topology_request.hpp"
#include "testbench/registry/platform_file.hpp"
#include "testbench/workloads/random_traffic_parameters.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::resolve_text;

TEST(Registry, EveryParameterHasHelpAndADefaultThatItWouldAccept) {
  for (const ComponentType& type : built_in_registry().types()) {
    EXPECT_FALSE(type.help.empty()) << type.name;
    std::set<std::string> names;
    for (const ParameterInfo& info : type.parameters) {
      SCOPED_TRACE(type.name + "." + info.name);
      EXPECT_TRUE(names.insert(info.name).second);
      EXPECT_FALSE(info.help.empty());
      const bool written = info.kind != ParameterKind::table && info.default_note.empty();
      if (!written) continue;
      Node node;
      node.kind = Node::Kind::scalar;
      node.text = info.default_text();
      EXPECT_EQ(format_value(info, read_value(info, node)), info.default_text());
      EXPECT_TRUE(read_value(info, node) == info.default_value);
    }
    const ParameterValues defaults(type);
    if (type.check) {
      EXPECT_NO_THROW(type.check(defaults));
    }
  }
}

TEST(Registry, DefaultsAreThoseOfTheStructs) {
  const ParameterValues values(*built_in_registry().find("c104"));
  const auto parameters = values.to_struct<C104Parameters>();
  EXPECT_EQ(parameters.links, C104Parameters{}.links);
  EXPECT_EQ(parameters.routing_latency, C104Parameters{}.routing_latency);
  EXPECT_EQ(values.choice("arbitration"), "fifo");
  EXPECT_EQ(built_in_registry().find("dslink")->find_parameter("bit_rate")->default_text(),
            "100 Mbit/s");
  EXPECT_EQ(built_in_registry().find("c104")->find_parameter("links")->range_text(), "1..64");
}

TEST(Registry, ValuesReachTheStructs) {
  const Platform platform = resolve_text(
      "defaults:\n"
      "  dslink: {bit_rate: 50 Mbit/s, form: spacewire}\n"
      "  c104: {arbitration: hops_first, input_buffer: 40 tokens, routing_latency: 100 ns}\n"
      "  t9000: {acknowledgement_delay: 3.3 us, packet_bytes: 64 bytes}\n"
      "network: {topology: mesh, shape: 2}\n");
  const LinkSpec& link = platform.links.front();
  EXPECT_EQ(dslink_parameters(link).bit_time, 20 * nanosecond);
  EXPECT_EQ(dslink_parameters(link).form, LinkForm::spacewire);
  const C104Parameters router = c104_parameters(platform, *platform.find("node[0].router"));
  EXPECT_EQ(router.arbitration, Arbitration::hops_first);
  EXPECT_EQ(router.input_buffer, 40U);
  EXPECT_EQ(router.routing_latency, 100 * nanosecond);
  const T9000Parameters cpu = t9000_parameters(platform, *platform.find("node[1].cpu"));
  EXPECT_EQ(cpu.acknowledgement_delay, 3'300 * nanosecond);
  EXPECT_EQ(cpu.packet_bytes, 64U);
  EXPECT_EQ(cpu.links, 1U);
  EXPECT_EQ(cpu.min_header, 2U);
  EXPECT_EQ(cpu.max_header, 3U);
}

TEST(Registry, LaterSettingsWin) {
  const Platform platform = resolve_text(
      "defaults: {c104: {input_buffer: 10}}\n"
      "network: {topology: mesh, shape: 3, router: {input_buffer: 11}}\n"
      "components:\n"
      "  extra: {type: c104, input_buffer: 14}\n"
      "  plain: {type: c104}\n"
      "groups:\n"
      "  - {match: 'node[1]*', type: c104, input_buffer: 12}\n"
      "  - {match: '*[1].router', input_buffer: 13}\n"
      "  - {match: extra, input_buffer: 15}\n");
  const auto buffer = [&](const char* name) {
    return c104_parameters(platform, *platform.find(name)).input_buffer;
  };
  EXPECT_EQ(buffer("node[0].router"), 11U);
  EXPECT_EQ(buffer("node[1].router"), 13U);
  EXPECT_EQ(buffer("plain"), 10U);
  EXPECT_EQ(buffer("extra"), 14U);
}

TEST(Registry, WorkloadsReachTheirStructs) {
  const Platform platform = resolve_text(
      "network: {topology: mesh, shape: 4x4}\n"
      "workload: {type: random_traffic, message_bytes: 1..256, interval: 5 us, "
      "distribution: fixed, radius: 2}\n");
  const auto traffic = platform.workload.parameters->to_struct<RandomTrafficParameters>();
  EXPECT_EQ(traffic.message_bytes, (CountRange{1, 256}));
  EXPECT_EQ(traffic.interval, 5 * microsecond);
  EXPECT_EQ(traffic.distribution, IntervalDistribution::fixed);
  EXPECT_EQ(traffic.radius, 2U);
}

TEST(ParameterValues, TellsWhatNobodyHasRead) {
  const ParameterValues values(*built_in_registry().find("c104"));
  EXPECT_THROW(values.require_all_read(), std::logic_error);
  values.to_struct<C104Parameters>();
  try {
    values.require_all_read();
    FAIL();
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(), "nothing reads the parameter c104.intervals");
  }
  values.table("intervals");
  values.table("per_link");
  EXPECT_NO_THROW(values.require_all_read());
  EXPECT_THROW(values.time("links"), std::logic_error);
  EXPECT_THROW(values.count("lnks"), std::logic_error);
  EXPECT_THROW(values.to_struct<T9000Parameters>(), std::logic_error);
}

TEST(Registry, TakesTypesOfAUser) {
  struct Probe {
    unsigned depth = 3;
  };
  const auto registry = std::make_shared<Registry>(built_in_registry());
  ComponentType type = make_type(TypeRole::component, "probe", "A probe.");
  type.levels = {Level::signal};
  type.ports = {{"link", "depth", "dslink", ""}};
  ParameterTable<Probe> table;
  table.count("depth", &Probe::depth).between(1, 9).help("Depth.");
  type = table.into(std::move(type));
  registry->add(type);
  EXPECT_THROW(registry->add(type), std::logic_error);
  const std::string yaml =
      "components: {p: {type: probe, level: signal, depth: 4}, a: {type: t9000}}\n"
      "links: [{from: p.link3, to: a.link0}]\n";
  const Platform platform = resolve(parse_netlist(yaml, "t.yaml"), registry);
  EXPECT_EQ(platform.components[0].parameters->to_struct<Probe>().depth, 4U);
}

TEST(Registry, ATypeWithTheParametersOfAC104CanBeTheRoutersOfANetwork) {
  const auto registry = std::make_shared<Registry>(built_in_registry());
  ComponentType type = *registry->find("c104");
  type.name = "my_switch";
  registry->add(type);
  const Platform platform = resolve(
      parse_netlist("network: {topology: mesh, shape: 2x2, router: {type: my_switch}}\n", "t.yaml"),
      registry);
  EXPECT_EQ(platform.components[*platform.find("node[0,0].router")].type->name, "my_switch");
  EXPECT_EQ(tables_of(platform).size(), 4U);
}

// An adaptive router of a user's is known by its part, not by its name or its parameters.
TEST(Registry, ATypeOfAnAdaptiveRouterCanBeTheRoutersOfANetwork) {
  struct Parameters {
    unsigned links = 8;
  };
  const auto registry = std::make_shared<Registry>(built_in_registry());
  ComponentType type = make_type(TypeRole::component, "my_router", "Finds its ways.");
  type.part = Part::adaptive_router;
  type.levels = {Level::packet};
  type.ports = {{"link", "links", "dslink", "Links."}};
  ParameterTable<Parameters> table;
  table.count("links", &Parameters::links).between(1, 9).help("Links.");
  registry->add(table.into(std::move(type)));
  const auto resolve_with = [&](const std::string& more) {
    return resolve(parse_netlist("network: {topology: mesh, shape: 2x2, router: {type: my_router}" +
                                     more + "}\nlevel: packet\n",
                                 "t.yaml"),
                   registry);
  };
  const Platform platform = resolve_with("");
  EXPECT_EQ(platform.plan.routing, "router_choice");
  EXPECT_TRUE(platform.components[*platform.find("node[1,1].router")].is(Part::adaptive_router));
  EXPECT_TRUE(tables_of(platform).empty()) << "it has no tables";
  // but not its processors
  try {
    resolve_with(", cpu: {type: my_router}");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "t.yaml:1:78: the type of the processors of a network: 'my_router'; expected "
                 "t9000");
  }
}

/// What is said of a network of a type of a user's, with its routing; empty if nothing.
std::string error_of_types(const Topology& topology, ComponentType routing = {}) {
  const auto registry = std::make_shared<Registry>(built_in_registry());
  ComponentType type = make_type(TypeRole::topology, "pair", "Two routers.");
  type.make_topology = [topology](const TopologyRequest&) { return topology; };
  registry->add(type);
  std::string yaml = "network: {topology: pair}\n";
  if (!routing.name.empty()) {
    yaml += "routing: {algorithm: " + routing.name + "}\n";
    registry->add(std::move(routing));
  }
  try {
    resolve(parse_netlist(yaml, "t.yaml"), registry);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

Topology pair_of_routers() {
  Topology topology;
  for (const char* node : {"node[0]", "node[1]"}) {
    topology.routers.push_back(
        {std::string(node) + ".router", {}, 0, 1, {std::string(node) + ".cpu"}});
  }
  topology.edges = {{.from = 0, .to = 1}};
  return topology;
}

const std::string of_pair = "t.yaml:1:10: the topology 'pair', ";

TEST(Registry, ATopologyOfAUserKeepsToItsRoutersAndSlots) {
  const auto error_with = [](const TopologyEdge& edge) {
    Topology topology = pair_of_routers();
    topology.edges = {edge};
    return error_of_types(topology);
  };
  EXPECT_EQ(error_with({.from = 0, .to = 1}), "");
  EXPECT_EQ(error_with({.from = 0, .to = 99}),
            of_pair + "whose edge 0 leads to router 99; expected one of its 2 routers, from 0");
  EXPECT_EQ(error_with({.from = 0, .to = 1, .from_slot = 7}),
            of_pair +
                "whose edge 0 leads to slot 7 of 'node[0].router'; expected one of its 1 "
                "slots, from 0");
  EXPECT_EQ(error_with({.from = 1, .to = 1}),
            of_pair + "whose edge 0 leads from 'node[1].router' to itself; expected two routers");
  Topology topology = pair_of_routers();
  topology.edges.push_back({.from = 1, .to = 0});
  EXPECT_EQ(error_of_types(topology),
            of_pair +
                "whose edges 0 and 1 both lead to slot 0 of 'node[1].router'; expected each "
                "slot in one edge");
}

TEST(Registry, ATopologyOfAUserHasRoutersWithNames) {
  EXPECT_EQ(error_of_types({}), of_pair + "which has no routers; expected one or more");
  const std::string rules =
      "; expected letters, digits, _ and -, perhaps numbers in brackets, and at most one dot, such "
      "as node[3].";
  for (const char* name : {"", "node[1].", ".router", "a b", "node[1].left.router", "7"}) {
    Topology topology = pair_of_routers();
    topology.routers[1].name = name;
    EXPECT_EQ(error_of_types(topology),
              of_pair + "whose router 1 is named '" + name + "'" + rules + "router");
    topology = pair_of_routers();
    topology.routers[1].processors = {name};
    EXPECT_EQ(error_of_types(topology),
              of_pair + "whose processor of router 1 is named '" + name + "'" + rules + "cpu");
  }
  Topology topology = pair_of_routers();
  topology.routers[1].name = topology.routers[0].name;
  EXPECT_EQ(error_of_types(topology),
            "t.yaml:1:10: two components named 'node[0].router'; expected names of their own");
  topology = pair_of_routers();
  topology.grid = Grid({3}, false);
  EXPECT_EQ(error_of_types(topology),
            of_pair + "whose grid has 3 nodes; expected 2, one for each router");
}

TEST(Registry, TheUsualRoutingOfATopologyOfAUserIsThereAndFits) {
  Topology topology = pair_of_routers();
  topology.usual_routing = "up_down";
  EXPECT_EQ(error_of_types(topology), "");
  topology.usual_routing = "up_donw";
  const std::string error = error_of_types(topology);
  EXPECT_TRUE(error.starts_with(of_pair + "whose usual_routing is unknown: 'up_donw'; expected "))
      << error;
  EXPECT_TRUE(error.ends_with("; did you mean 'up_down'?")) << error;
  topology.usual_routing = "mesh";  // which is no routing
  EXPECT_TRUE(error_of_types(topology).starts_with(of_pair + "whose usual_routing is unknown"));
  topology.usual_routing = "dimension_order";
  EXPECT_EQ(error_of_types(topology),
            of_pair +
                "whose usual_routing dimension_order is not for it; expected "
                "up_down, shortest_path or source_tables");
}

/// A routing of a user's for two routers; each member is what it says where it is wrong.
struct OddRouting {
  std::vector<std::size_t> labels{0, 1};
  std::vector<unsigned> lanes_of_first{1};
  std::vector<unsigned> lanes_of_second{1};
  std::vector<PortBlock> order{{0, 0}};
  unsigned kind = 0;
  std::size_t asks_router = 0;  ///< Further from the one whose routes are asked for.
  unsigned asks_slot = 0;
  unsigned asks_lane = 0;
};

std::string error_of_routing(const OddRouting& odd) {
  class Made final : public DestinationRouting {
   public:
    Made(const Topology& topology, OddRouting odd) : DestinationRouting(topology), odd_(odd) {}

    std::vector<std::size_t> label_order() const override { return odd_.labels; }
    std::vector<unsigned> lanes(std::size_t router, unsigned) const override {
      return router == 0 ? odd_.lanes_of_first : odd_.lanes_of_second;
    }
    std::vector<PortBlock> port_order(std::size_t) const override { return odd_.order; }
    unsigned input_kind(std::size_t, unsigned, unsigned) const override { return odd_.kind; }

   private:
    Route next(const Lanes& lanes, std::size_t router, unsigned, std::size_t,
               const std::vector<Route>&) const override {
      return {0, RouteAction::links,
              lanes(router + odd_.asks_router, odd_.asks_slot, odd_.asks_lane)};
    }

    OddRouting odd_;
  };
  ComponentType type = make_type(TypeRole::routing, "odd", "Over the one link.");
  type.routing.make = [odd](const RoutingRequest& request) {
    return std::make_unique<Made>(request.topology, odd);
  };
  return error_of_types(pair_of_routers(), std::move(type));
}

TEST(Registry, ARoutingOfAUserSaysWhatItsTablesNeed) {
  const std::string begin = "t.yaml:2:10: the routing odd on a pair, ";
  EXPECT_EQ(error_of_routing({}), "");
  const std::string once = "; expected every router with processors once";
  EXPECT_EQ(error_of_routing({.labels = {0}}),
            begin + "whose label_order lacks 'node[1].router'" + once);
  EXPECT_EQ(error_of_routing({.labels = {0, 1, 0}}),
            begin + "whose label_order has 'node[0].router' twice" + once);
  EXPECT_EQ(error_of_routing({.labels = {0, 2}}),
            begin + "whose label_order has router 2; expected the 2 routers, from 0");
  const std::string each =
      "; expected 0 or 1 for each lane, a 1 among them, and as many for every slot";
  EXPECT_EQ(error_of_routing({.lanes_of_second = {1, 0}}),
            begin + "which has the lanes [1, 0] for slot 0 of 'node[1].router'" + each);
  EXPECT_EQ(error_of_routing({.lanes_of_first = {}}),
            begin + "which has the lanes [] for slot 0 of 'node[0].router'" + each);
  EXPECT_EQ(error_of_routing({.lanes_of_first = {0}}),
            begin + "which has the lanes [0] for slot 0 of 'node[0].router'" + each);
  EXPECT_EQ(error_of_routing({.lanes_of_first = {2}}),
            begin + "which has the lanes [2] for slot 0 of 'node[0].router'" + each);
  EXPECT_EQ(error_of_routing(
                {.lanes_of_first = {1, 0}, .lanes_of_second = {0, 1}, .order = {{0, 0}, {0, 1}}}),
            begin +
                "which has the lanes [1, 0] for slot 0 of 'node[0].router', and [0, 1] for slot "
                "0 of 'node[1].router' at its far end; expected the same at both ends of a fat "
                "link");
  EXPECT_EQ(error_of_routing({.order = {}}),
            begin +
                "whose port_order of 'node[0].router' has 0 of 1 lanes of its slots; expected "
                "each of them once");
  EXPECT_EQ(error_of_routing({.order = {{0, 0}, {0, 0}}}),
            begin +
                "whose port_order of 'node[0].router' has lane 0 of slot 0 twice; expected each "
                "of 1 lanes of 1 slots once");
  EXPECT_EQ(error_of_routing({.order = {{1, 0}}}),
            begin +
                "whose port_order of 'node[0].router' has lane 0 of slot 1; expected each of 1 "
                "lanes of 1 slots once");
  EXPECT_EQ(error_of_routing({.kind = 1}),
            begin +
                "whose input_kind of slot 0 of 'node[0].router' is 1; expected less than its "
                "input_kinds, 1");
  const std::string asks = begin + "whose routes at 'node[0].router' ask for ";
  const std::string expected = "; expected one of its 1 lanes of 1 slots";
  EXPECT_EQ(error_of_routing({.asks_slot = 1}),
            asks + "lane 0 of slot 1 of 'node[0].router'" + expected);
  EXPECT_EQ(error_of_routing({.asks_lane = 1}),
            asks + "lane 1 of slot 0 of 'node[0].router'" + expected);
  EXPECT_EQ(error_of_routing({.asks_router = 1, .asks_slot = 1}),
            asks + "lane 0 of slot 1 of 'node[1].router'" + expected);
  EXPECT_EQ(error_of_routing({.asks_router = 2}),
            asks + "router 2; expected the 2 routers, from 0");
}

TEST(Quantity, IsExact) {
  EXPECT_EQ(time_text(1'500), "1500 ps");
  EXPECT_EQ(time_text(20 * microsecond), "20 us");
  EXPECT_EQ(bit_rate_text(10'000), "100 Mbit/s");
  EXPECT_EQ(bit_rate_text(400'000), "2.5 Mbit/s");
  EXPECT_EQ(bit_rate_text(33'333), "33333 ps");
  EXPECT_FALSE(parse_quantity("1.").has_value());
  EXPECT_FALSE(parse_quantity(".5").has_value());
  EXPECT_FALSE(parse_quantity("1234567890123456789").has_value());
  EXPECT_EQ(parse_quantity("0.25 us")->divisor, 100U);
}

}  // namespace
}  // namespace weft
