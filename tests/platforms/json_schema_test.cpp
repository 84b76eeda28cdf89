// The schema that editors read takes what `weft check` takes, and refuses what they can see.
// valijson replaces text in a way that gcc 12 takes for overlapping
#pragma GCC diagnostic ignored "-Wrestrict"
#include "platforms/registry/json_schema.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "platforms/netlist/netlist.hpp"
#include "platforms/netlist/yaml_reader.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/topologies/topology.hpp"
#include "platforms/topologies/topology_request.hpp"
#include "testbench/registry/built_in_registry.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using nlohmann::json;

// As a YAML parser would type it.
json to_json(const Node& node) {
  if (node.is_map()) {
    json map = json::object();
    for (const NodeEntry& entry : node.entries) map[entry.key] = to_json(entry.value);
    return map;
  }
  if (node.is_list()) {
    json list = json::array();
    for (const Node& item : node.items) list.push_back(to_json(item));
    return list;
  }
  if (node.is_null()) return nullptr;
  if (node.text == "true" || node.text == "false") return node.text == "true";
  if (const auto whole = parse_whole(node.text)) return *whole;
  return node.text;
}

bool accepts(const Registry& registry, const json& document) {
  const json source = json::parse(json_schema(registry).dump());
  valijson::Schema schema;
  valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(source), schema);
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  return validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), nullptr);
}

bool accepts_text(const std::string& yaml) {
  return accepts(built_in_registry(), to_json(parse_netlist(yaml).root));
}

TEST(JsonSchema, TheFileBesideThePlatformsIsWhatTheRegistrySays) {
  const std::string made = json_schema(built_in_registry()).dump(1) + "\n";
  EXPECT_TRUE(test::read_file(WEFT_SOURCE_DIR "/platforms/platform.schema.json") == made)
      << "weft schema > platforms/platform.schema.json";
}

TEST(JsonSchema, TakesTheReadyPlatformsWhichNameIt) {
  for (const auto& file : test::ready_platforms()) {
    const std::string text = test::read_file(file);
    EXPECT_TRUE(accepts(built_in_registry(), to_json(read_yaml(text, nullptr)))) << file;
    EXPECT_EQ(text.substr(0, text.find('\n')),
              "# yaml-language-server: $schema=platform.schema.json")
        << file;
  }
}

TEST(JsonSchema, TakesWhatTheReadyPlatformsDoNotHave) {
  const std::string mesh = "network: {topology: mesh, shape: 2x2}\n";
  for (const std::string more :
       {"network: {topology: mesh, shape: 4, cpu: {links: 4, level: signal}}\nrouting: {order: "
        "[x]}",
        "network: {topology: clos, leaves: 4, spines: 2}\nrouting: {algorithm: up_down, root: a}",
        "network: {topology: mesh, shape: 2x2}\nrun: {for: 2.5 us}",
        "components: {a: {type: t9000, level: signal, acknowledgement_delay: 1 us}}",
        "include: [a.yaml, b.yaml]\nlevel: signal",
        "components: {c: {type: c104, per_link: [{links: link0, random_header: {base: 0, range: "
        "16}}]}}"}) {
    EXPECT_TRUE(accepts(built_in_registry(), to_json(read_yaml(more, nullptr)))) << more;
  }
  EXPECT_TRUE(accepts_text(mesh + "groups: [{match: '*', links: 4, level: token}]"));
  EXPECT_TRUE(accepts_text("level: rtl\n" + mesh));
  EXPECT_TRUE(accepts_text(
      mesh + "components: {s: {type: c104, per_link: [{links: link0, escape: true}]}}"));
  EXPECT_TRUE(accepts_text(mesh + "workload: {type: stream, message_bytes: 32 bytes}"));
}

TEST(JsonSchema, RefusesWhatAnEditorCanSee) {
  const std::string mesh = "network: {topology: mesh, shape: 2x2}\n";
  EXPECT_TRUE(accepts_text(mesh));
  for (const std::string wrong : {"netwrok: {}",
                                  "level: packets",
                                  "seed: one",
                                  "run: {for: 200}",
                                  "run: {fro: 1 us}",
                                  "workload: {type: randomtraffic}",
                                  "workload: {type: stream, radius: 8}",
                                  "workload: {message_bytes: 8}",
                                  "groups: [{level: signal}]",
                                  "groups: [{match: '*', type: t9000, arbitration: fifo}]",
                                  "groups: [{match: '*', typ: c104}]",
                                  "links: [{from: a.link0}]",
                                  "links: [{from: a.link0, to: b.link0, width: 65}]",
                                  "links: [{from: a.link0, to: b.link0, bit_rate: 100}]",
                                  "components: {a: {type: t9001}}",
                                  "components: {a: {links: 4}}",
                                  "components: {a: {type: c104, intervals: [{links: link0}]}}",
                                  "components: {a: {type: c104, arbitration: lifo}}",
                                  "defaults: {stream: {}}",
                                  "routing: {header_bytes: 3}",
                                  "links: [{from: a.link0, to: b.link0, level: token}]",
                                  "routing: {adressing: channel}"}) {
    EXPECT_FALSE(accepts_text(mesh + wrong)) << wrong;
  }
  EXPECT_FALSE(accepts_text("network: {shape: 2x2}"));
  EXPECT_FALSE(accepts_text("network: {topology: mash, shape: 2x2}"));
  EXPECT_FALSE(accepts_text("network: {topology: mesh, shape: 2y2}"));
  EXPECT_FALSE(accepts_text("name: no components"));
}

struct RingKeys {
  std::uint64_t nodes = 4;
};
struct TreeKeys {
  std::uint64_t arity = 2;
};

TEST(JsonSchema, ASectionThatChoosesATypeTakesTheKeysOfThatTypeOnly) {
  Registry registry;
  ComponentType platform = make_type(TypeRole::section, "platform", "A platform.");
  platform.choice = TypeChoice{"network", TypeRole::topology, false};
  ParameterTable<RingKeys> common;
  common.count("components", &RingKeys::nodes).help("Any.");
  registry.add(common.into(std::move(platform)));
  const auto none = [](const TopologyRequest&) -> Topology { return {}; };
  ComponentType ring = make_type(TypeRole::topology, "ring", "A ring.");
  ring.make_topology = none;
  ParameterTable<RingKeys> of_ring;
  of_ring.count("nodes", &RingKeys::nodes).between(2, 8).help("Nodes.");
  registry.add(of_ring.into(std::move(ring)));
  ComponentType tree = make_type(TypeRole::topology, "tree", "A tree.");
  tree.make_topology = none;
  ParameterTable<TreeKeys> of_tree;
  of_tree.count("arity", &TreeKeys::arity).help("Children.");
  registry.add(of_tree.into(std::move(tree)));

  EXPECT_TRUE(accepts(registry, {{"network", "ring"}, {"nodes", 8}, {"components", 1}}));
  EXPECT_FALSE(accepts(registry, {{"network", "ring"}, {"nodes", 9}}));
  EXPECT_FALSE(accepts(registry, {{"network", "ring"}, {"arity", 2}}));
  EXPECT_TRUE(accepts(registry, {{"network", "tree"}, {"arity", 2}}));
  EXPECT_FALSE(accepts(registry, {{"network", "star"}}));
  EXPECT_TRUE(accepts(registry, {{"arity", 2}, {"nodes", 8}, {"components", 1}}));
  EXPECT_FALSE(accepts(registry, {{"leaves", 2}, {"components", 1}}));
}

}  // namespace
}  // namespace weft
