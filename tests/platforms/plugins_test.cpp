#include "platforms/plugins/plugins.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "platforms/platform.hpp"
#include "testbench/registry/built_in_registry.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/platforms/support.hpp"
#include "tests/support/temporary_folder.hpp"

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

// What the error says of a file in the place of a library.
std::string refused(const std::filesystem::path& library) {
  const std::string error =
      error_of("plugins: " + library.string() + "\nnetwork: {topology: mesh, shape: 2x2}\n");
  const std::string begin = fmt::format("t.yaml:1:10: the plugin '{}', which ", library.string());
  EXPECT_TRUE(error.starts_with(begin)) << error;
  return error.substr(std::min(error.size(), begin.size()));
}

std::string test_library() {
  std::ifstream file(WEFT_TEST_PLUGIN, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

TEST(Plugins, ThatAreNoLibraryAreRefused) {
  const TemporaryFolder folder;
  const std::string expected = "expected a library made by weft_add_plugin or weft_add_rtl";
  EXPECT_EQ(refused(folder.path() / "none.so"), "cannot be loaded: no such file; " + expected);
  EXPECT_EQ(refused(folder.path()), "cannot be loaded: it is a directory; " + expected);
  const auto pipe = folder.path() / "pipe.so";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refused(pipe), "cannot be loaded: it is no regular file; " + expected);
  for (const char* text : {"no library\n", ""}) {
    EXPECT_EQ(refused(folder.write("text.so", text)), "is no plugin of Weft's; " + expected);
  }
}

// An error, not a signal in the loader.
TEST(Plugins, ThatAreNotWholeAreRefused) {
  const TemporaryFolder folder;
  const std::string bytes = test_library();
  const std::size_t stamp = bytes.find("weft-plugin-stamp:");
  ASSERT_NE(stamp, std::string::npos);
  const std::string before = refused(folder.write("cut.so", bytes.substr(0, stamp)));
  EXPECT_TRUE(before.starts_with("is no plugin of Weft's")) << before;
  const std::string behind = refused(folder.write("cut.so", bytes.substr(0, stamp + 200)));
  EXPECT_TRUE(behind.starts_with("is not whole")) << behind;
}

TEST(Plugins, OfAnotherWeftOrKindAreRefused) {
  const TemporaryFolder folder;
  const std::string bytes = test_library();
  const std::string stamp = "weft-plugin-stamp:rtl:";
  const std::size_t begin = bytes.find(stamp);
  ASSERT_NE(begin, std::string::npos);
  std::string other = bytes;
  other.replace(begin + stamp.size(), 1, "9");
  const std::string why = refused(folder.write("other.so", other));
  EXPECT_TRUE(why.starts_with("was built for Weft 9.1.0+")) << why;
  EXPECT_TRUE(why.ends_with(": build it anew")) << why;
  other = bytes;
  other.replace(begin + stamp.size() - 4, 3, "ada");
  const std::string kind = refused(folder.write("other.so", other));
  EXPECT_TRUE(kind.starts_with("is of a kind that this Weft does not know")) << kind;
}

TEST(Plugins, OfALibraryThatDoesNotLoadTellWhatTheLoaderSays) {
  const TemporaryFolder folder;
  std::string bytes = test_library();
  bytes[18] = 0x7f;  // of another machine
  const std::string why = refused(folder.write("odd.so", bytes));
  EXPECT_TRUE(why.starts_with("cannot be loaded: ")) << why;
}

}  // namespace
}  // namespace weft::test
