// Tokens to packets and back to tokens: two transactors between two DS-Link ends.
#include <memory>
#include <vector>

#include "tests/tlm/levels.hpp"
#include "tlm/packet/packet_transactor.hpp"

namespace weft::test {
namespace {

constexpr unsigned sides = 2;

template <class One, class Other>
void bind_calls(One& one, Other& other) {
  one.out.bind(other.in);
  other.out.bind(one.in);
}

/// end 0 - transactor 0 - transactor 1 - end 1
class Sandwich {
  TokenLevel level_;  // outlives what stands in the bank of its wheel

 public:
  explicit Sandwich(unsigned header_bytes = 1) {
    for (unsigned i = 0; i < sides; ++i) {
      links_.push_back(level_.make_link(fmt::format("end{}", i), {}, 32, ends[i], 1));
      ends[i].attach(links_[i]->core());
      transactors.push_back(std::make_unique<PacketTransactor>(
          fmt::format("transactor{}", i).c_str(), DsLinkParameters{}, header_bytes, 1,
          level_.engine.wheel()));
      bind_calls(*links_[i], transactors[i]->link);
    }
    bind_calls(transactors[0]->packets, transactors[1]->packets);
    run(5 * microsecond);
  }

  void send(unsigned side, std::initializer_list<int> bytes, Token end, const PacketTag& tag = {}) {
    for (const int byte : bytes) {
      ends[side].write(data_token(static_cast<std::uint8_t>(byte)), now(), tag);
    }
    ends[side].write(end, now(), tag);
  }
  std::vector<Token> read(unsigned side) {
    std::vector<Token> tokens;
    while (!ends[side].empty()) tokens.push_back(ends[side].read(now()).token);
    return tokens;
  }
  static Time now() { return sc_core::sc_time_stamp().value(); }
  static void run(Time duration) { sc_core::sc_start(sc_core::sc_time::from_value(duration)); }

  LinkEndpoint ends[sides];
  std::vector<std::unique_ptr<PacketTransactor>> transactors;

 private:
  std::vector<std::unique_ptr<token::DsLink>> links_;
};

TEST(PacketTransactor, tokens_come_out_as_they_went_in) {
  Sandwich s(2);
  s.send(0, {1, 2, 3, 4, 5}, eop_token);
  s.send(0, {1, 2}, eop_token);
  s.send(0, {7, 8, 9}, eom_token);
  s.send(1, {3, 4, 5}, eom_token);
  Sandwich::run(10 * microsecond);
  EXPECT_EQ(s.read(1),
            (std::vector<Token>{data_token(1), data_token(2), data_token(3), data_token(4),
                                data_token(5), eop_token, data_token(1), data_token(2), eop_token,
                                data_token(7), data_token(8), data_token(9), eom_token}));
  EXPECT_EQ(s.read(0),
            (std::vector<Token>{data_token(3), data_token(4), data_token(5), eom_token}));
  EXPECT_EQ(s.transactors[0]->packets.counters().data, 10U);
  EXPECT_EQ(s.transactors[0]->packets.counters().ends, 3U);
}

TEST(PacketTransactor, the_tag_stays_with_its_packet) {
  Sandwich s;
  PacketTag tag;
  tag.trace.id = 77;
  s.send(0, {1, 2}, eop_token, tag);
  Sandwich::run(5 * microsecond);
  ASSERT_FALSE(s.ends[1].empty());
  EXPECT_EQ(s.ends[1].read(Sandwich::now()).tag, tag);
}

TEST(PacketTransactor, a_packet_cut_within_its_header_is_dropped_and_its_credit_given_back) {
  Sandwich s(2);
  for (unsigned i = 0; i < 60; ++i) s.send(0, {1}, eom_token);
  s.send(0, {1, 2}, eop_token);
  Sandwich::run(50 * microsecond);
  EXPECT_EQ(s.read(1), (std::vector<Token>{data_token(1), data_token(2), eop_token}));
}

// 20 bytes take 2 us on the wire: the header is at the other end long before the end has left.
TEST(PacketTransactor, the_head_is_passed_on_before_the_tail_has_come) {
  Sandwich s;
  const Time begin = Sandwich::now();
  s.send(0, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}, eop_token);
  Sandwich::run(10 * microsecond);
  const Time first = s.ends[1].read(Sandwich::now()).time;
  Time last = 0;
  while (!s.ends[1].empty()) last = s.ends[1].read(Sandwich::now()).time;
  const Time token = 100 * nanosecond;
  const Time null = 80 * nanosecond;
  const Time verify = 10 * nanosecond;
  EXPECT_GE(first - begin, 2 * (token + verify));
  EXPECT_LE(first - begin, 2 * (token + verify + null) + 2 * verify);
  // 19 more bytes and the end; three flow control tokens of the other direction may lie between
  EXPECT_GE(last - first, 19 * token + 4 * verify);
  EXPECT_LE(last - first, 19 * token + 4 * verify + null + 3 * 4 * verify);
}

// One frame a transactor, then the input buffer of its DS-Link: the sender stops when both are
// full.
TEST(PacketTransactor, what_finds_no_frame_waits_and_holds_its_credit) {
  Sandwich s;
  for (unsigned i = 0; i < 100; ++i) s.send(0, {1, 2, 3}, eop_token);
  Sandwich::run(200 * microsecond);
  // 32 tokens in the buffer of end 1; of the next 32 four are in the frame, half of what it takes
  // for another flow control token
  EXPECT_EQ(s.ends[1].size(), 32U);
  EXPECT_EQ(s.ends[0].waiting(), 400U - 32 - 32);
  std::size_t out = 0;
  for (unsigned i = 0; i < 400; ++i) {
    out += s.read(1).size();
    Sandwich::run(microsecond);
  }
  EXPECT_EQ(out, 400U);
}

}  // namespace
}  // namespace weft::test
