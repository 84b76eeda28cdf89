// What is registered, and what becomes of the values.
#include "testbench/registry/built_in_registry.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/quantity.hpp"
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
  EXPECT_EQ(platform.routers.size(), 4U);
}

TEST(Registry, ATopologyOfAUserKeepsToItsRoutersAndSlots) {
  const auto error_with = [](const TopologyEdge& edge) -> std::string {
    const auto registry = std::make_shared<Registry>(built_in_registry());
    ComponentType type = make_type(TypeRole::topology, "pair", "Two routers.");
    type.make_topology = [edge](const TopologyRequest&) {
      Topology topology;
      for (const char* node : {"node[0]", "node[1]"}) {
        topology.routers.push_back(
            {std::string(node) + ".router", {}, 0, 1, {std::string(node) + ".cpu"}});
      }
      topology.edges = {edge};
      return topology;
    };
    registry->add(type);
    try {
      resolve(parse_netlist("network: {topology: pair}\n", "t.yaml"), registry);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_with({.from = 0, .to = 1}), "");
  EXPECT_EQ(
      error_with({.from = 0, .to = 99}),
      "t.yaml:1:10: the topology 'pair', whose edge 0 leads to router 99; expected one of its "
      "2 routers, from 0");
  EXPECT_EQ(error_with({.from = 0, .to = 1, .from_slot = 7}),
            "t.yaml:1:10: the topology 'pair', whose edge 0 leads to slot 7 of 'node[0].router'; "
            "expected one of its 1 slots, from 0");
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
