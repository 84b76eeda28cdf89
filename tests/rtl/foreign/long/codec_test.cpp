// Much of what tests/rtl/foreign/codec_test.cpp has a little of.
#include "tests/rtl/foreign/codec_bench.hpp"

namespace weft::test {
namespace {

class ForeignCodecLong : public testing::TestWithParam<CodecBench::Made> {};

INSTANTIATE_TEST_SUITE_P(Wrapper, ForeignCodecLong,
                         testing::Values(CodecBench::Made::by_hand, CodecBench::Made::of_pins));

TEST_P(ForeignCodecLong, carries_a_million_bytes_each_way_and_none_is_wrong_or_missing) {
  CodecBench bench(GetParam());
  bench.pass(1'000'000, 1'000 * millisecond);
  EXPECT_GE(bench.heard(bench.own.core()), 1'000'000U);
  EXPECT_GE(bench.heard(bench.foreign.core()), 1'000'000U);
  EXPECT_TRUE(bench.quiet());
  EXPECT_EQ(bench.wrong(), 0U);
}

}  // namespace
}  // namespace weft::test
