#include "testbench/waveforms/wave_catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testbench/families/dslinks/link_waves.hpp"
#include "tests/testbench/waveforms/support.hpp"

namespace weft::test {
namespace {

using Names = std::vector<std::string>;

/// Of two link ends of a C104 on wires, and `more` ends at `token` level.
WaveCatalogue catalogue(unsigned more = 0) {
  static sc_core::sc_signal<bool> wire;
  TracedLink on_wires;
  on_wires.d = &wire;
  on_wires.s = &wire;
  // Only asked whether they are there.
  on_wires.core = reinterpret_cast<const LinkCore*>(&wire);
  on_wires.router = reinterpret_cast<C104Core*>(&wire);
  std::vector<TracedLink> links(2, on_wires);
  links[0].name = "node[3,1].router.link0";
  links[1].name = "node[3,1].router.link1";
  for (unsigned i = 0; i < more; ++i) {
    links.emplace_back();
    links.back().name = "left.link" + std::to_string(i);
    links.back().core = on_wires.core;
  }
  std::vector<std::unique_ptr<WaveSource>> sources;
  sources.push_back(std::make_unique<LinkWaves>(links));
  return WaveCatalogue(std::move(sources));
}

Names select(const Names& patterns, unsigned more = 0) {
  Names names;
  const WaveCatalogue all = catalogue(more);
  for (const auto& selected : all.select(patterns)) names.push_back(all.wave(selected).name);
  return names;
}

TEST(WaveCatalogue, ListsWhatALevelHas) {
  EXPECT_EQ(select({"left.link0"}, 1), (Names{"left.link0.token", "left.link0.packet",
                                              "left.link0.state", "left.link0.credit"}));
  EXPECT_EQ(
      select({"*.link1.*"}),
      (Names{"node[3,1].router.link1.d", "node[3,1].router.link1.s", "node[3,1].router.link1.token",
             "node[3,1].router.link1.packet", "node[3,1].router.link1.state",
             "node[3,1].router.link1.credit", "node[3,1].router.link1.input_level",
             "node[3,1].router.link1.output_level", "node[3,1].router.link1.connected"}));
}

TEST(WaveCatalogue, SelectsAllBelowWhatAPatternMatches) {
  EXPECT_EQ(select({"node[3,*].router.link1"}, 1), select({"*.link1.*"}));
  EXPECT_EQ(select({"node[3,*]"}, 1).size(), 18U);
}

TEST(WaveCatalogue, SelectsEachWaveOnce) {
  EXPECT_EQ(select({"*.token", "*.link0.token"}),
            (Names{"node[3,1].router.link0.token", "node[3,1].router.link1.token"}));
}

TEST(WaveCatalogue, SelectsTokensStatesAndWiresByDefault) {
  EXPECT_EQ(select({}, 1), (Names{"node[3,1].router.link0.d", "node[3,1].router.link0.s",
                                  "node[3,1].router.link0.token", "node[3,1].router.link0.state",
                                  "node[3,1].router.link1.d", "node[3,1].router.link1.s",
                                  "node[3,1].router.link1.token", "node[3,1].router.link1.state",
                                  "left.link0.token", "left.link0.state"}));
}

TEST(WaveCatalogue, LeavesTheWiresOfALargePlatformOut) {
  const Names names = select({}, LinkWaves::small_platform);
  EXPECT_EQ(names.size(), 2 * (LinkWaves::small_platform + 2));
  EXPECT_EQ(std::count(names.begin(), names.end(), "node[3,1].router.link0.d"), 0);
}

TEST(WaveCatalogue, TellsOfAPatternThatMatchesNothing) {
  EXPECT_EQ(input_error_of([] {
              select({"*.token", "node[3,1].ruoter.link0"});
            }),
            "--trace-filter: 'node[3,1].ruoter.link0' matches nothing that can be traced; names "
            "are like 'node[3,1].router.link0.d', and end in d, s, token, packet, state, credit, "
            "input_level, output_level or connected; did you mean 'node[3,1].router.link0'?");
  EXPECT_EQ(input_error_of([] { select({"*.tokens"}, 1); }),
            "--trace-filter: '*.tokens' matches nothing that can be traced; names are like "
            "'node[3,1].router.link0.d', and end in d, s, token, packet, state, credit, "
            "input_level, output_level or connected; did you mean '*.token'?");
}

TEST(WaveCatalogue, TellsOfAnEmptyPattern) {
  EXPECT_NE(input_error_of([] { select({""}); }), "");
}

}  // namespace
}  // namespace weft::test
