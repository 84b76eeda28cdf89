// The same at `signal`, at `word` and mixed while contexts are switched and channels go from bus to
// bus.
#include "tests/tlm/iwarp_random_clients.hpp"

namespace weft::test {
namespace {

struct IwarpRandomClients : testing::TestWithParam<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(Seed, IwarpRandomClients, testing::Values(1, 2, 3));

TEST_P(IwarpRandomClients, agree_on_every_word_while_contexts_and_channels_change) {
  expect_equal_clients({3, 3, true}, {}, GetParam(), 4'000);
}

TEST_P(IwarpRandomClients, agree_at_the_edge_of_an_array_and_with_short_queues) {
  IwarpParameters cell;
  cell.queue_words = 1 + static_cast<unsigned>(GetParam());
  cell.logical_outputs = 24;
  expect_equal_clients({3, 2, false}, cell, GetParam(), 4'000);
}

}  // namespace
}  // namespace weft::test
