// Arrays of iWarp cells at `signal`, at `word`, and with both mixed: every word and every dequeue
// signal on every bus begins at the same clock.
#include "tests/tlm/iwarp_levels.hpp"

namespace weft::test {
namespace {

struct IwarpLevels : testing::TestWithParam<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(Seed, IwarpLevels, testing::Values(1, 2, 3, 4));

/// Looks on while the other clients of a cell are called; by its watch that is whenever the agent
/// works, or else when one of them waits for it.
class Onlooker final : public CellClient {
 public:
  explicit Onlooker(bool watches) : watches_(watches) {}
  void clock(Time) override { ++calls_; }
  Time next() const override { return never; }
  bool only_observes() const override { return !watches_; }
  std::uint64_t calls() const { return calls_; }

 private:
  bool watches_;
  std::uint64_t calls_ = 0;
};

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

// What a stalled program does not wait for does not change why it stalls.
TEST_P(IwarpLevels, agree_whether_programs_are_called_for_what_they_wait_or_whenever_cells_work) {
  const ArrayShape shape{4, 3, true};
  constexpr Time duration = 300 * microsecond;
  const Traffic traffic(shape, GetParam());
  std::deque<IwarpBench> benches;
  std::deque<Onlooker> onlookers;
  const std::size_t words = expect_equal_busses(
      benches, shape, traffic_cell(), "clients", duration,
      {{"waiting", all_at(Level::word)}, {"called", all_at(Level::word)}}, [&](IwarpBench& bench) {
        const bool called = benches.size() > 1;
        for (unsigned n = 0; n < bench.size(); ++n) {
          bench[n].agent().attach(onlookers.emplace_back(called));
          bench.program(n, traffic.program(bench[n], n));
        }
      });
  EXPECT_GT(words, 5'000U);
  const std::size_t cells = benches[0].size();
  for (unsigned n = 0; n < cells; ++n) {
    EXPECT_LT(onlookers[n].calls(), onlookers[cells + n].calls()) << "cell " << n;
    for (unsigned why = 0; why < stall_count; ++why) {
      const auto stalled = [&](unsigned bench) {
        return benches[bench][n].core().computation().stalled_for(static_cast<Stall>(why),
                                                                  duration);
      };
      EXPECT_EQ(stalled(0), stalled(1)) << "cell " << n << ", " << name_of(static_cast<Stall>(why));
    }
  }
}

}  // namespace
}  // namespace weft::test
