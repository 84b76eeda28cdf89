// Arrays of iWarp cells at `signal`, at `word`, and with both mixed: every word and every dequeue
// signal on every bus begins at the same clock.
#include "tests/tlm/iwarp_levels.hpp"

namespace weft::test {
namespace {

struct IwarpLevels : testing::TestWithParam<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(Seed, IwarpLevels, testing::Values(1, 2, 3, 4));

TEST_P(IwarpLevels, agree_on_every_word_in_a_torus) {
  const std::size_t words =
      expect_equal_levels({4, 4, true}, traffic_cell(), GetParam(), 300 * microsecond);
  EXPECT_GT(words, 10'000U);
}

TEST_P(IwarpLevels, agree_on_every_word_in_a_mesh_with_short_queues) {
  IwarpParameters cell = traffic_cell();
  cell.queue_words = 1 + static_cast<unsigned>(GetParam());
  const std::size_t words = expect_equal_levels({5, 3, false}, cell, GetParam(), 300 * microsecond);
  EXPECT_GT(words, 5'000U);
}

TEST_P(IwarpLevels, agree_with_another_clock_and_faster_gates) {
  IwarpParameters cell = traffic_cell();
  cell.clock = 34 * nanosecond;
  cell.gate_clocks = 1;
  const std::size_t words = expect_equal_levels({3, 3, true}, cell, GetParam(), 300 * microsecond);
  EXPECT_GT(words, 5'000U);
}

}  // namespace
}  // namespace weft::test
