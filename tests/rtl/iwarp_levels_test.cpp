// Arrays of iWarp cells with random traffic, all in Verilog, and in Verilog beside cells at `word`
// and `signal`: every word and every dequeue signal on every bus begins at the same clock.
#include "tests/tlm/iwarp_levels.hpp"

namespace weft::test {
namespace {

const ArrayLevels with_rtl{
    {"signal", all_at(Level::signal)}, {"rtl", all_at(Level::rtl)}, {"in_turn", in_turn}};

// Of the size that the Verilog is built for.
IwarpParameters cell_of_the_paper() {
  IwarpParameters cell;
  const std::vector<unsigned> pools{straight, joints, wrapping, wrapped};
  cell.output_pools = {{pools, pools, pools, pools}};
  return cell;
}

struct IwarpRtlLevels : testing::TestWithParam<std::uint64_t> {
  void SetUp() override {
    if (rtl::make_iwarp_model() == nullptr) GTEST_SKIP() << "built without RTL";
  }
};

INSTANTIATE_TEST_SUITE_P(Seed, IwarpRtlLevels, testing::Values(1, 2, 3));

TEST_P(IwarpRtlLevels, agree_on_every_word_in_a_torus) {
  const std::size_t words = expect_equal_levels({3, 3, true}, cell_of_the_paper(), GetParam(),
                                                200 * microsecond, with_rtl);
  EXPECT_GT(words, 4'000U);
}

TEST_P(IwarpRtlLevels, agree_with_another_clock_and_faster_gates) {
  IwarpParameters cell = cell_of_the_paper();
  cell.clock = 34 * nanosecond;
  cell.gate_clocks = 1;
  const std::size_t words =
      expect_equal_levels({4, 2, false}, cell, GetParam(), 150 * microsecond, with_rtl);
  EXPECT_GT(words, 2'000U);
}

TEST_P(IwarpRtlLevels, agree_with_one_port_of_the_match_cam) {
  IwarpParameters cell = cell_of_the_paper();
  cell.match_ports = 1;
  const std::size_t words =
      expect_equal_levels({3, 3, true}, cell, GetParam(), 100 * microsecond, with_rtl);
  EXPECT_GT(words, 2'000U);
}

}  // namespace
}  // namespace weft::test
