// Whatever happens to a file, it gives a platform or one error with a place.
#include "tests/platforms/mutation.hpp"

namespace weft::test {
namespace {

class FewMutations : public ReadyPlatform {};

INSTANTIATE_TEST_SUITE_P(Ready, FewMutations, testing::ValuesIn(ready_platforms()), name_of_test);

TEST_P(FewMutations, give_a_platform_or_one_error_with_a_place) {
  check_mutations(GetParam(), 1'000);
}

}  // namespace
}  // namespace weft::test
