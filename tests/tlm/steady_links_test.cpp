// Links at token that nothing takes out of Run: what a token costs there, and when an end is none.
#include <stdexcept>

#include "tests/tlm/t9000_bench.hpp"

namespace weft::test {
namespace {

/// Entries of the wheel that fire for each token on two links, in a run of messages both ways.
double entries_a_token(const DsLinkParameters& link, bool held = false) {
  Bench bench(Bench::one_link(), {link});
  if (held) bench.a->link(0).hold();
  Send sends[2];
  Receive receives[2];
  bench.receive(receives[0], bench.b->core(), 0);
  bench.receive(receives[1], bench.a->core(), 1);
  bench.send(sends[0], bench.a->core(), 0, 2000);
  bench.send(sends[1], bench.b->core(), 1, 2000);
  bench.run(1);  // as the run begins
  if (held) bench.a->link(0).restart();
  bench.run(200 * microsecond);
  const std::uint64_t tokens =
      bench.a->link(0).core().counters().tokens() + bench.b->link(0).core().counters().tokens();
  EXPECT_GT(tokens, 2'000U);
  return static_cast<double>(bench.level.engine.wheel().fired()) / static_cast<double>(tokens);
}

// One as it begins; 32 bytes of a packet share those of the processor.
TEST(SteadyLinks, take_one_entry_of_the_wheel_a_token) {
  const double entries = entries_a_token({});
  EXPECT_GT(entries, 1.0);
  EXPECT_LT(entries, 1.5);
}

TEST(SteadyLinks, show_every_token_to_who_begins_to_look_on_in_the_run) {
  Bench bench;
  token::DsLink& link = bench.a->link(0);
  link.tokens.unbind(bench.from_a[0]);
  Send send;
  Receive receive;
  bench.pass(send, receive, 2000);
  bench.run(60 * microsecond);
  const std::uint64_t before = link.core().counters().tokens();
  ASSERT_GT(before, 100U);
  link.tokens.bind(bench.from_a[0]);
  bench.run(60 * microsecond);
  std::uint64_t shown = 0;
  for (const TokenEvent& event : bench.from_a[0].events) {
    if (event.token.kind != TokenKind::null) ++shown;
  }
  EXPECT_GT(shown, 100U);
  EXPECT_EQ(shown, link.core().counters().tokens() - before);
}

TEST(SteadyLinks, are_none_where_an_error_will_come) {
  DsLinkParameters link;
  link.error_at = second;
  EXPECT_GT(entries_a_token(link), 1.9);
}

TEST(SteadyLinks, are_none_where_more_can_be_granted_than_may_be_outstanding) {
  DsLinkParameters link;
  link.input_buffer = link.max_credit + 8;
  EXPECT_GT(entries_a_token(link), 1.9);
}

TEST(SteadyLinks, are_none_where_an_end_is_started_by_command) {
  EXPECT_GT(entries_a_token({}, true), 1.9);
}

TEST(SteadyLinks, are_not_halted) {
  Bench bench;
  bench.run(50 * microsecond);
  EXPECT_THROW(bench.a->link(0).core().halt(50 * microsecond), std::logic_error);
}

}  // namespace
}  // namespace weft::test
