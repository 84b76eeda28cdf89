// As in tests/platforms/mutation_test.cpp, 10,000 times.
#include "tests/platforms/mutation.hpp"

namespace weft::test {
namespace {

class ManyMutations : public ReadyPlatform {};

INSTANTIATE_TEST_SUITE_P(Ready, ManyMutations, testing::ValuesIn(ready_platforms()), name_of_test);

TEST_P(ManyMutations, give_a_platform_or_one_error_with_a_place) {
  check_mutations(GetParam(), 10'000);
}

}  // namespace
}  // namespace weft::test
