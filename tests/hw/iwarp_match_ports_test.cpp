// Ports of the match CAM (Borkar et al. 1990, section 6.1.4): headers that come together wait for
// one, and go in turn.
#include "tests/hw/iwarp_pathway_support.hpp"

namespace weft::test {
namespace {

struct IwarpMatchPorts : IwarpArray {
  // Clocks from bus to bus of headers that come to the middle of a mesh on all four busses at once,
  // by the bus on which they come in; one on y_up has come before.
  std::array<std::uint64_t, bus_count> clocks(unsigned ports) {
    IwarpParameters parameters;
    parameters.match_ports = ports;
    array({3, 3, false}, parameters);
    constexpr std::array<unsigned, bus_count> neighbours{5, 1, 3, 7};
    for (const Bus bus : all_busses) {
      const unsigned from = neighbours[index_of(bus)];
      const unsigned to = neighbours[index_of(opposite(bus))];
      bench.program(from, [this, bus, from, to](CoroutineProgram& cell) -> ProgramTask {
        const unsigned own = own_channel(bench[from]);
        if (bus == Bus::y_up) {
          co_await cell(Acquire{own, opposite(bus), 0});
          co_await cell(open_marker(own, to));
        } else {
          co_await cell(Compute{5});
        }
        co_await cell(Compute{100});
        co_await cell(Acquire{own + 1, opposite(bus), 0});
        co_await cell(open_marker(own + 1, to));
      });
    }
    run(20 * microsecond);
    std::array<std::uint64_t, bus_count> clocks{};
    for (const Bus bus : all_busses) {
      const Bus out = opposite(bus);
      const Time in = bench[neighbours[index_of(bus)]].sent(out).back().begin;
      clocks[index_of(bus)] = (bench[4].sent(out).back().begin - in) / one_clock;
    }
    return clocks;
  }
};

INSTANTIATE_TEST_SUITE_P(At, IwarpMatchPorts, testing::ValuesIn(cell_levels()), level_name);

using ClocksOfBusses = std::array<std::uint64_t, bus_count>;  // XRight, YUp, XLeft, YDown

TEST_P(IwarpMatchPorts, one_is_had_in_turn) { EXPECT_EQ(clocks(1), (ClocksOfBusses{7, 4, 5, 6})); }
TEST_P(IwarpMatchPorts, two_are_had_in_turn) { EXPECT_EQ(clocks(2), (ClocksOfBusses{5, 4, 4, 5})); }
TEST_P(IwarpMatchPorts, four_let_nobody_wait) {
  EXPECT_EQ(clocks(4), (ClocksOfBusses{4, 4, 4, 4}));
}

}  // namespace
}  // namespace weft::test
