// Arrays of iWarp cells whose computation agents do at random what the hardware allows, at several
// levels: contexts are switched, and channels go from bus to bus, while words are under way.
#pragma once

#include "tests/rtl/iwarp_random_client.hpp"
#include "tests/tlm/iwarp_levels.hpp"

namespace weft::test {

/// At `signal`, at `word` and mixed. Each cell moves its channels for itself, so that words come in
/// for numbers that nobody has, and credits are lost: what the hardware then does is the same too.
inline void expect_equal_clients(const ArrayShape& shape, const IwarpParameters& cell,
                                 std::uint64_t seed, std::uint64_t clocks) {
  const ArrayLevels& arrays = signal_and_word();
  std::deque<IwarpBench> benches;
  std::deque<RandomClient> clients;
  const std::size_t words = expect_equal_busses(
      benches, shape, cell, fmt::format("seed {}", seed), clocks * cell.clock, arrays,
      [&](IwarpBench& bench) {
        for (unsigned n = 0; n < bench.size(); ++n) {
          bench[n].agent().attach(clients.emplace_back(bench[n].agent(), 1000 * seed + n));
        }
      });
  const unsigned cells = shape.width * shape.height;
  EXPECT_GT(words, clocks * cells / 100) << "seed " << seed;
  std::uint64_t contexts = 0;
  std::uint64_t inputs_moved = 0;
  std::uint64_t outputs_moved = 0;
  std::uint64_t thrown_away = 0;
  for (unsigned n = 0; n < cells; ++n) {
    contexts += clients[n].contexts_loaded;
    inputs_moved += clients[n].inputs_moved;
    outputs_moved += clients[n].outputs_moved;
    for (unsigned input = 0; input < cell.logical_inputs; ++input) {
      const ThrownAway& lost = benches[0][n].agent().thrown_away(input);
      thrown_away += lost.words;
      for (unsigned b = 1; b < benches.size(); ++b) {
        EXPECT_EQ(lost, benches[b][n].agent().thrown_away(input))
            << "seed " << seed << ", cell " << n << ", " << arrays[b].first;
      }
    }
  }
  EXPECT_GT(contexts, 20 * cells) << "channels whose contexts were loaded";
  EXPECT_GT(inputs_moved, 0U);
  EXPECT_GT(outputs_moved, 0U);
  EXPECT_GT(thrown_away, 0U);
}

}  // namespace weft::test
