// Spooling gates steal cycles of memory and of computation (paper, section 7.2).
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "tests/hw/iwarp_assembly.hpp"

namespace weft::test {
namespace {

struct Mix {
  const char* name;
  const char* before;  // registers and gates
  const char* loop;
};

const std::vector<Mix>& mixes() {
  static const std::vector<Mix> all{
      {"integers", "", "addi r41, r41, 3\n xor r42, r42, r41\n addi r40, r40, -1"},
      {"multiplications", "", "mul r41, r41, r40\n"},
      {"divisions", "li r41, 7\n", "div r42, r40, r41\n"},
      {"branches", "", "beq r0, r0, next\nnext:\n"},
      {"single precision", "", "{ fadd r41, r41, r42; fmul r43, r44, r45 }\n"},
      {"double precision", "", "{ dadd r42, r42, r44; dmul r46, r48, r50 }\n"},
      {"one access", "li r60, 0x400\n", "ld r41, 0(r60)\n st r41, 4(r60)\n"},
      {"two accesses", "li r60, 0x400\n li r61, 0x800\n", "{ ld r41, (r60); ld r42, (r61) }\n"},
      {"access and arithmetic", "li r60, 0x400\n", "{ fadd r41, r41, r42; ldd r44, (r60) }\n"},
      {"a gate", "bind out0, r52\n bind in0, r52\n mov out0, r0\n", "add out0, in0, r40\n"},
      {"four gates",
       "bind out0, r52\n bind in0, r52\n bind out1, r53\n bind in1, r53\n"
       "{ fmov out0, r0; mov out1, r0 }\n",
       "{ fmov out0, in0; mov out1, in1 }\n"},
  };
  return all;
}

/// A pathway to the neighbour at each of some busses, filled by a spooling gate from memory; then
/// one of the mixes for ever. Its first two own channels are its own.
std::string program(const Mix& mix, unsigned spools) {
  std::string text = "get r52, own\naddi r53, r52, 1\naddi r54, r52, 2\n";
  text += mix.before;
  text += "li r70, 0x10000\nli r71, 0x70000\n";
  for (unsigned i = 0; i < spools; ++i) {
    text += fmt::format(
        "li r72, {0}\nacquire r73, r54, r72, 0\nli r74, {1}\nmarker r54, r74, pathway_begin\n"
        "addi r{2}, r54, spool_out\naddi r54, r54, 1\n",
        i, i + 1, 80 + i);
  }
  for (unsigned i = 0; i < spools; ++i) text += fmt::format("spool {0}, r70, r71, r8{0}\n", i);
  return text + "again:\n" + mix.loop + "\njump again\n";
}

const std::string reader = R"(
    li r1, on_pathway_begin
    await r2, r1
    bind in0, r2
again:
    mov r3, in0
    jump again
)";

/// A cell at a level with four neighbours at `word`.
struct Star {
  IwarpBench bench;
  std::vector<std::unique_ptr<isa::Sequencer>> programs;

  Star(const std::string& name, Level level, const std::string& text) : bench(name) {
    for (unsigned n = 0; n <= bus_count; ++n) {
      IwarpParameters cell;
      cell.address = n;
      cell.input_channels = {3, 3, 3, 3};  // and eight of its own
      cell.output_pools = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
      bench.add(cell, n == 0 ? level : Level::word);
    }
    for (const Bus bus : all_busses) {
      bench.connect(0, bus, index_of(bus) + 1, opposite(bus));
      bench.connect(index_of(bus) + 1, opposite(bus), 0, bus);
    }
    programs.push_back(load(bench[0], text));
    programs.back()->keep_pace();
    for (unsigned n = 1; n <= bus_count; ++n) programs.push_back(load(bench[n], reader));
  }
  std::uint64_t instructions() const { return programs[0]->counters(0).instructions; }
};

struct IwarpStolenClocks : testing::TestWithParam<std::tuple<Level, unsigned>> {};

constexpr auto name_of_case = [](const auto& one) {
  const Level level = std::get<0>(one.param);
  return fmt::format("{}_{}", level_name(testing::TestParamInfo<Level>(level, 0)),
                     std::get<1>(one.param));
};

INSTANTIATE_TEST_SUITE_P(Spools, IwarpStolenClocks,
                         testing::Combine(testing::ValuesIn(cell_levels()),
                                          testing::Values(1U, 2U, 4U)),
                         name_of_case);

TEST_P(IwarpStolenClocks, are_a_quarter_of_those_of_every_mix_of_instructions_for_each_spool) {
  const auto [level, spools] = GetParam();
  constexpr Time settled = 20 * microsecond;
  constexpr Time measured = 800 * microsecond;  // 16,000 clocks
  std::deque<Star> alone;
  std::deque<Star> spooled;
  for (unsigned i = 0; i < mixes().size(); ++i) {
    alone.emplace_back(fmt::format("alone{}", i), Level::word, program(mixes()[i], 0));
    spooled.emplace_back(fmt::format("spooled{}", i), level, program(mixes()[i], spools));
  }
  const auto counts = [](const std::deque<Star>& stars) {
    std::vector<std::uint64_t> all;
    for (const Star& star : stars) all.push_back(star.instructions());
    return all;
  };
  IwarpBench::run(settled);
  const auto alone_before = counts(alone);
  const auto spooled_before = counts(spooled);
  IwarpBench::run(measured);
  for (unsigned i = 0; i < mixes().size(); ++i) {
    EXPECT_EQ(spooled[i].bench[0].core().computation().fault(), "") << mixes()[i].name;
    const auto all = static_cast<double>(alone[i].instructions() - alone_before[i]);
    const auto left = static_cast<double>(spooled[i].instructions() - spooled_before[i]);
    EXPECT_NEAR(left / all, 1 - spools / 4.0, 0.01) << mixes()[i].name;
    for (unsigned bus = 0; bus < spools; ++bus) {
      const std::vector<Time> words =
          times_of(spooled[i].bench[0].sent(static_cast<Bus>(bus)), WordTag::data);
      ASSERT_GT(words.size(), 1000U);
      EXPECT_EQ(words.back() - words[words.size() - 1000], 999 * word_on_bus) << mixes()[i].name;
    }
  }
}

// What comes in at full rate takes as much: four streams fill the 160 MB/s of the memory bus.
TEST_P(IwarpStolenClocks, are_as_many_where_words_come_in) {
  const auto [level, spools] = GetParam();
  std::string text;
  text += fmt::format("li r60, {}\nli r61, on_pathway_begin\nli r70, 0x10000\n", spools);
  text += R"(
    li r71, 0x70000
    do 0, r60
    await r62, r61
    andi r62, r62, 0xff
    bind in0, r62
    mov r63, in0
    loop 0
)";
  // all are open, and their queues full; XRight, YUp, XLeft, YDown have four channels each
  for (unsigned i = 0; i < spools; ++i) {
    text += fmt::format("li r80, {1}\nspool {0}, r70, r71, r80\n", i, 4 * i);
  }
  text += "again:\naddi r41, r41, 1\njump again\n";
  IwarpBench bench;
  std::vector<std::unique_ptr<isa::Sequencer>> programs;
  for (unsigned n = 0; n <= bus_count; ++n) {
    IwarpParameters cell;
    cell.address = n;
    bench.add(cell, n == 0 ? level : Level::word);
  }
  for (const Bus bus : all_busses) bench.connect(index_of(bus) + 1, opposite(bus), 0, bus);
  programs.push_back(load(bench[0], text));
  programs[0]->keep_pace();
  for (unsigned i = 0; i < spools; ++i) {
    programs.push_back(load(bench[i + 1], fmt::format(R"(
    get r1, own
    li r2, {}
    acquire r3, r1, r2, 0
    marker r1, r0, pathway_begin
    li r5, 0x1000
    li r6, 0x70000
    addi r7, r1, spool_out
    spool 0, r5, r6, r7
    halt
)",
                                                      index_of(opposite(static_cast<Bus>(i))))));
  }
  IwarpBench::run(20 * microsecond);
  const std::uint64_t before = programs[0]->counters(0).instructions;
  const std::uint64_t stolen = bench[0].core().memory().stolen();
  IwarpBench::run(400 * microsecond);
  EXPECT_EQ(bench[0].core().computation().fault(), "");
  EXPECT_NEAR(static_cast<double>(bench[0].core().memory().stolen() - stolen) / 8000, spools / 4.0,
              0.001);
  EXPECT_NEAR(static_cast<double>(programs[0]->counters(0).instructions - before) / 8000,
              1 - spools / 4.0, 0.01);
}

}  // namespace
}  // namespace weft::test
