#include "platforms/plugins/plugins.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "platforms/platform.hpp"
#include "testbench/registry/built_in_registry.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/platforms/support.hpp"

namespace weft::test {
namespace {

const std::string named = fmt::format("plugins: {}\n", WEFT_TEST_PLUGIN);

TEST(Plugins, BelongToTheNetlistThatNamesThem) {
  Netlist with = parse_netlist("network: {topology: mesh, shape: 2x2}\n" + named, "t.yaml");
  const Platform first = resolve(with);
  EXPECT_NE(first.types->find("no_switch"), nullptr);

  // another netlist of the process
  const Platform second = resolve(parse_netlist("network: {topology: mesh, shape: 2x2}\n"));
  EXPECT_EQ(second.types->find("no_switch"), nullptr);
  EXPECT_EQ(built_in_registry().find("no_switch"), nullptr);
  const std::string error = error_of("components: {a: {type: no_switch}}\n");
  EXPECT_TRUE(error.starts_with("t.yaml:1:24: unknown component type: 'no_switch'")) << error;
}

TEST(Plugins, AreThereAgainForTheNextThatNamesThem) {
  const Netlist netlist =
      parse_netlist("network: {topology: mesh, shape: 2x2}\n" + named, "t.yaml");
  for (int i = 0; i < 2; ++i) EXPECT_NE(resolve(netlist).types->find("no_switch"), nullptr);
}

TEST(Plugins, NamedTwiceAreOne) {
  Netlist netlist = parse_netlist("network: {topology: mesh, shape: 2x2}\n" + named, "t.yaml");
  name_plugin(netlist, WEFT_TEST_PLUGIN, place_of("--plugin"));
  EXPECT_EQ(netlist.root.find("plugins")->items.size(), 2U);
  EXPECT_NE(resolve(netlist).types->find("no_switch"), nullptr);
}

}  // namespace
}  // namespace weft::test
