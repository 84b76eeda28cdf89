// The same at `signal` and at `word` while contexts are switched and channels go from bus to bus,
// for long.
#include "tests/tlm/iwarp_random_clients.hpp"

namespace weft::test {
namespace {

struct IwarpRandomClientsLong : testing::TestWithParam<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(Seed, IwarpRandomClientsLong, testing::Range<std::uint64_t>(11, 21));

TEST_P(IwarpRandomClientsLong, agree_on_every_word_while_contexts_and_channels_change) {
  expect_equal_clients({4, 4, true}, {}, GetParam(), 20'000);
}

}  // namespace
}  // namespace weft::test
