// weft bench, as a person types it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rtl/dslink/dslink_model.hpp"
#include "tests/app/command.hpp"

namespace weft {
namespace {

using nlohmann::json;
using Levels = std::vector<std::string>;

Levels levels_of(const std::string& platform) {
  const test::Shell shell;
  const test::Result result = shell.run("weft bench " + platform + " --runs 1 --json -");
  EXPECT_EQ(result.status, 0) << result.err;
  Levels levels;
  for (const json& level : json::parse(result.out)) {
    levels.push_back(level["level"]);
    EXPECT_GT(level["token_hops"], 0);
  }
  return levels;
}

// A build without RTL has no level of it.
Levels and_rtl(Levels others) {
  if (rtl::make_dslink_model() != nullptr) others.insert(others.begin(), "rtl");
  return others;
}

TEST(Bench, times_a_platform_at_each_level_that_it_has) {
  EXPECT_EQ(levels_of("two_t9000_c104 --for 50us --set run.warm_up=0ns"),
            and_rtl({"signal", "token", "stream", "packet"}));
  EXPECT_EQ(levels_of("chaos_4x4 --for 50us --set run.warm_up=0ns"),
            and_rtl({"signal", "token", "packet"}));
  EXPECT_EQ(levels_of("iwarp_mesh_4x4 --for 50us --set run.warm_up=0ns"),
            and_rtl({"signal", "word"}));
  EXPECT_EQ(levels_of("contention_16x16 --for 50us --set run.warm_up=0ns"),
            (Levels{"stream", "packet"}));
  EXPECT_EQ(levels_of("two_t9000_c104 --for 50us --set run.warm_up=0ns --level token"),
            (Levels{"token"}));
}

TEST(Bench, of_a_file_that_is_wrong_at_all_levels_tells_why) {
  const test::Shell shell;
  const test::Result result = shell.run("weft bench mesh_4x4 --set network.shap=2x2");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("unknown key of network: 'shap'"), std::string::npos) << result.err;
  EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace weft
