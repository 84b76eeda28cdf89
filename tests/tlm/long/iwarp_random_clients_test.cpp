// The same at `signal` and at `word` while contexts are switched and channels go from bus to bus,
// often: after some 4,000 clocks so many credits are lost that little moves any more.
#include "tests/tlm/iwarp_random_clients.hpp"

namespace weft::test {
namespace {

struct IwarpRandomClientsLong : testing::TestWithParam<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(Seed, IwarpRandomClientsLong, testing::Range<std::uint64_t>(11, 111));

TEST_P(IwarpRandomClientsLong, agree_on_every_word_while_contexts_and_channels_change) {
  expect_equal_clients({4, 4, true}, {}, GetParam(), 4'000);
}

}  // namespace
}  // namespace weft::test
