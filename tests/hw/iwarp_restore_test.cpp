// A link that a program restores holds its output channel.
#include "tests/hw/iwarp_pathway_support.hpp"

namespace weft::test {
namespace {

using IwarpRestore = IwarpArray;

TEST_P(IwarpRestore, an_output_whose_pathway_has_ended_is_held_again_by_the_restored_link) {
  array({.width = 2});
  int restored = Crossbar::none;
  int acquired = Crossbar::none;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    restored = (co_await cell(Acquire{own, Bus::x_right, 0})).output;
    const auto output = static_cast<unsigned>(restored);
    co_await cell(Join{own, output});
    co_await cell(Join{own + 1, output});
    co_await cell(SendMarker{own + 1, {0, WordTag::pathway_end}});
    co_await cell(Compute{10});
    co_await cell(Restore{own});
    acquired = (co_await cell(Acquire{own + 2, Bus::x_right, 0})).output;
  });
  run();
  EXPECT_NE(acquired, Crossbar::none);
  EXPECT_NE(acquired, restored);
}

INSTANTIATE_TEST_SUITE_P(Levels, IwarpRestore, testing::ValuesIn(cell_levels()), level_name);

}  // namespace
}  // namespace weft::test
