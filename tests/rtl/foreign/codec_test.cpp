// A codec that is not Weft's, with a synchroniser, FIFOs and clocks of its own, as the link of a
// T9000: nothing may hang on when it hands over a token that it got from the wires.
#include "tests/rtl/foreign/codec_bench.hpp"

namespace weft::test {
namespace {

class ForeignCodec : public testing::TestWithParam<CodecBench::Made> {};

INSTANTIATE_TEST_SUITE_P(Wrapper, ForeignCodec,
                         testing::Values(CodecBench::Made::by_hand, CodecBench::Made::of_pins),
                         [](const auto& made) {
                           return std::string(made.param == CodecBench::Made::by_hand ? "by_hand"
                                                                                      : "of_pins");
                         });

TEST_P(ForeignCodec, carries_messages_both_ways_and_none_is_wrong_or_missing) {
  CodecBench bench(GetParam());
  bench.pass(20'000, 20 * millisecond);
  EXPECT_GE(bench.heard(bench.own.core()), 20'000U);
  EXPECT_GE(bench.heard(bench.foreign.core()), 20'000U);
  EXPECT_TRUE(bench.quiet());
  EXPECT_EQ(bench.wrong(), 0U);
  EXPECT_EQ(bench.foreign.core().losses().header_errors, 0U);
  EXPECT_EQ(bench.own.core().losses().header_errors, 0U);
}

TEST_P(ForeignCodec, observers_know_each_packet_of_it_in_the_order_of_the_wires) {
  CodecBench bench(GetParam());
  bench.pass(5'000, 2 * millisecond);
  ASSERT_TRUE(bench.quiet());
  for (const std::size_t way : {0U, 1U}) {
    EXPECT_EQ(bench.came_in[way].ids, bench.sent[way].ids);
    std::vector<std::uint64_t> queued = bench.queued[way].ids;
    std::vector<std::uint64_t> came = bench.came_in[way].ids;
    std::ranges::sort(queued);
    std::ranges::sort(came);
    EXPECT_EQ(came, queued);
  }
}

// What happened before what is told beside the wires was told of the RTL: it threw packets away.
TEST(HandWrittenCodec, cannot_have_what_is_told_beside_the_wires) {
  CodecBench bench(CodecBench::Made::by_hand, rtl::BesideWires::out_of_band);
  bench.pass(5'000, 2 * millisecond);
  EXPECT_FALSE(bench.quiet());
}

// Each comes within a message, one way or the other.
TEST_P(ForeignCodec, recovers_from_five_faults_and_both_ends_agree) {
  constexpr std::array<Fault, CodecBench::victims> faults{
      Fault::both_inverted, Fault::d_inverted, Fault::both_held, Fault::s_inverted, Fault::s_held};
  CodecBench bench(GetParam());
  std::uint64_t bytes = 4'000;
  bench.pass(bytes, 5 * millisecond);
  std::array<Victim, CodecBench::victims> victims, their_receivers;
  for (unsigned fault = 0; fault < CodecBench::victims; ++fault) {
    ASSERT_TRUE(bench.quiet()) << "before fault " << fault;
    const bool is_forth = fault % 2 == 0;
    T9000Core& from = is_forth ? bench.foreign.core() : bench.own.core();
    T9000Core& to = is_forth ? bench.own.core() : bench.foreign.core();
    const unsigned channel = CodecBench::channels + fault;
    ReceivedMessage none;
    EXPECT_FALSE(to.receive(channel, their_receivers[fault], none, bench.now()));
    from.send(channel, victims[fault], bench.now());
    from.evaluate_at(bench.next_edge());
    bench.run(20 * microsecond + fault * 300 * nanosecond);
    FaultyWires& wires = is_forth ? bench.forth : bench.back;
    wires.befall(faults[fault]);
    bench.run(1 * microsecond);
    wires.befall(Fault::none);
    bench.run(2 * microsecond);
    EXPECT_TRUE(bench.own.link(0).core().down(bench.now()));
    EXPECT_TRUE(bench.foreign.link(0).down(bench.now()));
    bench.run(60 * microsecond);
    EXPECT_EQ(bench.own.link(0).core().state(), LinkState::run);
    EXPECT_EQ(bench.foreign.link(0).state(), LinkState::run);
    bytes += 4'000;
    bench.pass(bytes, 5 * millisecond);
  }
  EXPECT_TRUE(bench.quiet());
  EXPECT_EQ(bench.wrong(), 0U);
  EXPECT_GE(bench.heard(bench.own.core()), bytes);
  EXPECT_GE(bench.heard(bench.foreign.core()), bytes);
}

}  // namespace
}  // namespace weft::test
