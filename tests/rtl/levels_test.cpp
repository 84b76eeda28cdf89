// Platforms whose components are at `rtl`, `signal` and `token`, drawn at random: every token
// begins and ends where it does with all of them at `token`.
#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hw/c104/controlled_switch.hpp"
#include "platforms/components/processors.hpp"
#include "platforms/processors.hpp"
#include "rtl/c104/c104_models.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/testbench/level_comparison.hpp"

namespace weft::test {
namespace {

/// Two T9000s on a fat link of up to four DS-Links.
std::string pair_of(Dice& dice) {
  std::string links;
  const std::uint64_t count = dice.between(1, 4);
  for (std::uint64_t i = 0; i < count; ++i) {
    links += fmt::format("  - {{from: a.link{0}, to: b.link{0}}}\n", i);
  }
  return "components: {a: {type: t9000}, b: {type: t9000}}\nlinks:\n" + links;
}

std::string network_of(Dice& dice) {
  const char* shape = dice.one_of({"mesh, shape: 2x2", "mesh, shape: 3x1", "ring, nodes: 3"});
  return fmt::format(
      "network: {{topology: {}, width: {}, node_width: {}}}\nrouting: {{header_bytes: {}}}\n",
      shape, dice.between(2, 3), dice.between(1, 3), dice.between(1, 2));
}

/// What a DS-Link does after an error, both forms, and its cable.
std::string link_of(Dice& dice, bool errors) {
  std::string link = fmt::format(
      "max_credit: {}, input_buffer: {}, bit_rate: {}", 8 * dice.between(1, 7), dice.between(8, 60),
      dice.one_of({"100 Mbit/s", "100 Mbit/s", "50 Mbit/s", "200 Mbit/s"}));
  link += dice.chance(50) ? ", form: spacewire" : ", form: ieee1355, auto_restart: 30 us";
  if (dice.chance(50)) link += ", await_null: true";
  if (dice.chance(50)) {
    link += fmt::format(", delay: {} ns, delay_back: {} ns", 10 * dice.between(0, 40),
                        10 * dice.between(0, 40));
  }
  if (errors) link += fmt::format(", error_interval: {} us", dice.between(50, 400));
  return link;
}

bool has_errors(std::uint64_t seed) { return seed % 2 == 0; }
/// A sender whose acknowledgement was lost in an error waits for ever.
bool goes_on(std::uint64_t seed) { return !has_errors(seed) || seed % 4 == 0; }

std::string platform_text(std::uint64_t seed) {
  Dice dice(seed);
  std::string text = fmt::format("name: random {0}\nseed: {0}\n", seed);
  text += seed % 3 == 0 ? pair_of(dice) : network_of(dice);
  text += fmt::format(
      "defaults:\n  dslink: {{{}}}\n"
      "  c104: {{input_buffer: {}, output_buffer: {}, routing_latency: {} ns}}\n"
      "  t9000: {{link_choice: {}, acknowledge_on: {}, acknowledged_on: {}, receive_buffer: {}, "
      "acknowledgement_delay: {} ns, acknowledgement_priority: {}, clock: {} ns}}\n",
      link_of(dice, has_errors(seed)), dice.between(9, 60), dice.between(1, 60),
      10 * dice.between(3, 9), dice.one_of({"any_free", "by_channel"}),
      has_errors(seed) && goes_on(seed) ? "never" : dice.one_of({"header", "first_token"}),
      dice.one_of({"end", "header"}), dice.between(0, 2),
      dice.chance(50) ? 0 : dice.between(1, 900), dice.chance(70),
      dice.one_of({"10", "10", "20", "40", "25"}));
  text += fmt::format(
      "workload: {{type: random_traffic, message_bytes: 1..{}, interval: {} ns, processes: 2, "
      "max_outstanding: 65536}}\n",
      dice.between(8, 200), dice.between(300, 3000));
  return text;
}

/// Of each component its own level, and of every platform at least one T9000 at `rtl`.
std::string levels_of(const Platform& platform, std::uint64_t seed) {
  Dice dice(seed + 1000);
  std::string groups;
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    const bool first = i == processors_of(platform)[0].component;
    groups += fmt::format("{}{{match: '{}', level: {}}}", groups.empty() ? "" : ", ",
                          platform.components[i].name,
                          first ? "rtl" : dice.one_of({"rtl", "signal", "token"}));
  }
  return "groups=[" + groups + "]";
}

std::string counters_of(System& system, std::size_t processor) {
  const T9000Counters& c = processor_of(system, processor).counters();
  return fmt::format("{} {} {} {} {} {} {} {} {}", c.messages_sent, c.messages_received,
                     c.bytes_received, c.packets_sent, c.acknowledgements_sent,
                     c.acknowledgements_deferred, c.header_errors, c.packets_cut, c.messages_lost);
}

/// That each switch has lost.
std::string losses_of(const Platform& platform, System& system) {
  std::string losses;
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    const auto* one = system.find<ControlledSwitch>(i);
    if (one == nullptr) continue;
    losses += fmt::format("{} {}\n", platform.components[i].name, one->counters().packets_lost);
  }
  return losses;
}

class MixedLevels : public testing::TestWithParam<std::uint64_t> {
 protected:
  void SetUp() override {
    if (rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  }

  void expect_same(const std::string& text, std::uint64_t least_tokens) {
    SCOPED_TRACE(text);
    Candidate token("token", text, "level=token");
    const std::string levels = levels_of(token.platform, GetParam());
    SCOPED_TRACE(levels);
    Candidate mixed("mixed", text, levels);
    for (Time now = 0; now < duration; now += step) {
      sc_core::sc_start(sc_core::sc_time::from_value(step));
      ASSERT_NO_FATAL_FAILURE(SystemRecorder::compare(*mixed.recorder, *token.recorder));
      mixed.recorder->forget();
      token.recorder->forget();
    }
    for (std::size_t i = 0; i < processors_of(token.platform).size(); ++i) {
      EXPECT_EQ(counters_of(*mixed.system, i), counters_of(*token.system, i));
    }
    EXPECT_EQ(losses_of(mixed.platform, *mixed.system), losses_of(token.platform, *token.system));
    EXPECT_GT(token.recorder->tokens(), least_tokens);
  }

 private:
  static constexpr Time duration = 400 * microsecond;
  static constexpr Time step = 20 * microsecond;
};

TEST_P(MixedLevels, have_the_same_tokens_with_links_in_verilog) {
  expect_same(platform_text(GetParam()), goes_on(GetParam()) ? 2'000 : 10);
}

// One link of each fat link dies, each at another time.
TEST_P(MixedLevels, have_the_same_tokens_with_links_in_verilog_when_cables_are_cut) {
  const std::string text = platform_text(GetParam());
  const Platform whole = resolve(parse_netlist(text, "t.yaml"));
  Dice dice(GetParam() + 2000);
  std::string faults;
  const LinkSpec* before = nullptr;
  for (const LinkSpec& link : whole.links) {
    const bool of_fat_link = before != nullptr && before->from.component == link.from.component &&
                             before->to.component == link.to.component;
    before = &link;
    if (!of_fat_link || dice.chance(50)) continue;
    faults += fmt::format("  - {{link: '{}.link{}', at: {} ns}}\n",
                          whole.components[link.from.component].name, link.from.port,
                          dice.chance(20) ? 0 : dice.between(10'000, 200'000));
  }
  if (!faults.empty()) faults = "faults:\n" + faults;
  expect_same(text + faults + "run: {for: 1 s}\n", 10);
}

INSTANTIATE_TEST_SUITE_P(RandomPlatforms, MixedLevels, testing::Range<std::uint64_t>(1, 13));

}  // namespace
}  // namespace weft::test
