// The link port of a packet chip in Verilog against the chip at `signal`, for long.
#include "tests/rtl/hypercube/port_lockstep.hpp"

namespace weft::rtl {
std::unique_ptr<HypercubePortModel> weft_make_hypercube_port();
}  // namespace weft::rtl

namespace weft::test {
namespace {

class HypercubePortLockstepLong : public testing::TestWithParam<std::uint64_t> {};

TEST_P(HypercubePortLockstepLong, a_million_ticks) {
  run_port(GetParam(), 1'000'000, rtl::weft_make_hypercube_port);
}
INSTANTIATE_TEST_SUITE_P(Seeds, HypercubePortLockstepLong, testing::Values(2, 3));

}  // namespace
}  // namespace weft::test
