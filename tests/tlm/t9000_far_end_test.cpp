// The T9000 without tags, as from third-party RTL, and at ends that are not connected.
#include "tests/tlm/t9000_bench.hpp"

namespace weft::test {
namespace {

/// A T9000 that receives on channel 0, whose packets go to header 50; the far end of its link is a
/// bare one, written by hand from 5 us on.
struct BareEnd {
  BareEnd() {
    end.attach(link->core());
    level.join(*link, t9000->link(0));
    t9000->core().open(0, 50, 0);
    receive.core = &t9000->core();
    t9000->core().processor().sleep(receive, 0);
    t9000->core().evaluate_at(0);
    sc_core::sc_start(5, sc_core::SC_US);
  }
  TokenLevel level;
  LinkEndpoint end;
  Receive receive;
  std::unique_ptr<token::T9000> t9000 = level.make<token::T9000>(
      "t", Bench::one_link(), 0U, std::vector{DsLinkParameters{}}, std::uint64_t{1});
  std::unique_ptr<token::DsLink> link = level.make_link("end", {}, 32, end, 1);
};

TEST(T9000, takes_packets_without_tags_and_acknowledges_them_at_the_first_data_byte) {
  BareEnd bench;
  LinkEndpoint& end = bench.end;
  Receive& receive = bench.receive;
  for (const Token token : {data_token(0), data_token(1), data_token(2), eom_token}) {
    end.write(token, 5 * microsecond);
  }
  sc_core::sc_start(10, sc_core::SC_US);
  ASSERT_EQ(receive.messages.size(), 1U);
  EXPECT_EQ(receive.messages[0].bytes, 2U);
  ASSERT_EQ(end.size(), 2U);
  EXPECT_EQ(end.read(15 * microsecond).token, data_token(50));
  EXPECT_EQ(end.read(15 * microsecond).token, eop_token);
}

// A link error closes the packet that it cuts with an EOM (facts.md, DS-Link).
TEST(T9000, takes_an_acknowledgement_that_was_cut_for_no_message) {
  BareEnd bench;
  LinkEndpoint& end = bench.end;
  Receive& receive = bench.receive;
  const PacketTag acknowledgement{.protocol = {.kind = PacketKind::acknowledgement},
                                  .trace = {.id = 7}};
  end.write(data_token(0), 5 * microsecond, acknowledgement);
  end.write(eom_token, 5 * microsecond);
  sc_core::sc_start(10, sc_core::SC_US);
  EXPECT_TRUE(receive.messages.empty());
  EXPECT_TRUE(end.empty()) << "nothing was acknowledged";
}

// Of a packet without a tag its own link alone tells a T9000 that the end was none that was sent.
TEST(T9000, takes_a_packet_without_a_tag_that_its_link_has_cut_for_no_message) {
  BareEnd bench;
  for (const Token token : {data_token(0), data_token(1), data_token(2)}) {
    bench.end.write(token, 5 * microsecond);
  }
  sc_core::sc_start(5, sc_core::SC_US);
  bench.link->core().failed(LinkError::disconnect, 10 * microsecond);  // stops it in the packet
  sc_core::sc_start(10, sc_core::SC_US);
  EXPECT_TRUE(bench.receive.messages.empty());
  EXPECT_EQ(bench.t9000->core().counters().packets_cut, 1U);
}

TEST(T9000, gives_no_packet_to_a_link_that_leads_nowhere) {
  TokenLevel level;
  T9000Parameters p;
  p.links = 4;
  auto one =
      level.make<token::T9000>("one", p, 0U, std::vector{DsLinkParameters{}}, std::uint64_t{1});
  auto other =
      level.make<token::T9000>("other", p, 1U, std::vector{DsLinkParameters{}}, std::uint64_t{1});
  level.join(one->link(2), other->link(1));
  one->core().open(0, 0, 0);
  other->core().open(0, 0, 0);
  Send send;
  send.core = &one->core();
  send.bytes = 70;
  one->core().processor().sleep(send, 0);
  Receive receive;
  receive.core = &other->core();
  other->core().processor().sleep(receive, 0);
  one->core().evaluate_at(0);
  other->core().evaluate_at(0);
  sc_core::sc_start(50, sc_core::SC_US);
  EXPECT_EQ(receive.messages.size(), 1U);
  EXPECT_GT(send.done, 0U);
}

}  // namespace
}  // namespace weft::test
