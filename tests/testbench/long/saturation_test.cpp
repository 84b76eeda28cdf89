// A million packets through every topology by every routing that fits it.
#include "tests/testbench/saturation.hpp"

#include <string>

#include "tests/testbench/combinations.hpp"

namespace weft::test {
namespace {

const auto name_of = [](const auto& combination) { return combination.param.name(); };

class LongSaturation : public testing::TestWithParam<Combination> {
 protected:
  static void run(const std::string& more, std::uint64_t packets) {
    const Platform platform = platform_of(GetParam(), saturating_load + more);
    Saturation saturation(platform, "saturated");
    ASSERT_EQ(saturation.run(packets), "");
    EXPECT_GE(saturation.received(), packets);
    saturation.expect_all_served();
    saturation.expect_ways_of_tables();
  }
};

// Packets stand across several routers.
class MillionPackets : public LongSaturation {};
INSTANTIATE_TEST_SUITE_P(Networks, MillionPackets, testing::ValuesIn(narrowest_combinations()),
                         name_of);
TEST_P(MillionPackets, pass_through_small_buffers) { run(small_buffers, 1'000'000); }

// As the C104 is.
class ManyPackets : public LongSaturation {};
INSTANTIATE_TEST_SUITE_P(Networks, ManyPackets, testing::ValuesIn(all_combinations()), name_of);
TEST_P(ManyPackets, pass_through_buffers_that_hold_them) { run("", 50'000); }

}  // namespace
}  // namespace weft::test
