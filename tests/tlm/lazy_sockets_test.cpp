// Link ends that are bound to each other have no sockets; who asks for them finds them.
#include <memory>
#include <string>
#include <vector>

#include "tests/support/expected_report.hpp"
#include "tests/tlm/levels.hpp"

namespace weft::test {
namespace {

/// Two ends at `token`, bound to each other; a packet of the left one is there after 20 us.
class PairWithoutSockets {
 public:
  PairWithoutSockets() {
    for (unsigned i = 0; i < 2; ++i) {
      links_.push_back(level_.make_link(i == 0 ? "left" : "right", {}, 32, ends_[i], 1));
      ends_[i].attach(links_[i]->core());
    }
    left().out.bind(right().in);
    right().out.bind(left().in);
  }

  token::DsLink& left() { return *links_[0]; }
  token::DsLink& right() { return *links_[1]; }
  std::size_t objects_of(const char* name) {
    return sc_core::sc_find_object(name)->get_child_objects().size();
  }
  bool a_token_arrives() {
    ends_[0].write(data_token(1), 0, {});
    sc_core::sc_start(sc_core::sc_time(20, sc_core::SC_US));
    return !ends_[1].empty();
  }

 private:
  LinkEndpoint ends_[2];
  TokenLevel level_;
  std::vector<std::unique_ptr<token::DsLink>> links_;
};

/// Looks at the tokens that a target is told of, and tells them to the next one.
class Listener : public sc_core::sc_module, private LinkForward, private LinkBackward {
 public:
  LinkTargetSocket in{"in"};
  LinkInitiatorSocket out{"out"};

  explicit Listener(sc_core::sc_module_name name) : sc_module(name) {
    in.bind(static_cast<LinkForward&>(*this));
    out.bind(static_cast<LinkBackward&>(*this));
  }
  unsigned calls = 0;

 private:
  tlm::tlm_sync_enum nb_transport_fw(LinkPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    ++calls;
    return out->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(LinkPayload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    return in->nb_transport_bw(payload, phase, delay);
  }
};

TEST(LazySockets, ends_that_are_bound_to_each_other_have_none) {
  PairWithoutSockets pair;
  EXPECT_EQ(pair.left().out.size(), 1U);
  EXPECT_EQ(pair.right().in.size(), 1U);
  EXPECT_TRUE(pair.a_token_arrives());
  EXPECT_EQ(pair.objects_of("left_token") + pair.objects_of("right_token"), 0U);
}

TEST(LazySockets, who_asks_for_one_gets_it_bound_and_with_its_name) {
  PairWithoutSockets pair;
  const LinkInitiatorSocket& socket = pair.left().out.socket();
  EXPECT_STREQ(socket.name(), "left_token.out");
  EXPECT_EQ(sc_core::sc_find_object("left_token.out"), &socket);
  EXPECT_NE(sc_core::sc_find_object("right_token.in"), nullptr);
  EXPECT_EQ(sc_core::sc_find_object("right_token.out"), nullptr);
  EXPECT_TRUE(pair.a_token_arrives());
  EXPECT_EQ(socket.size(), 1);
  EXPECT_EQ(pair.left().out.size(), 1U);
}

TEST(LazySockets, a_module_with_tlm_sockets_stands_between_two_ends) {
  LinkEndpoint ends[2];
  TokenLevel level;
  const auto left = level.make_link("left", {}, 32, ends[0], 1);
  const auto right = level.make_link("right", {}, 32, ends[1], 1);
  ends[0].attach(left->core());
  ends[1].attach(right->core());
  Listener listener("listener");
  left->out.bind(listener.in);
  listener.out.bind(right->in);
  right->out.bind(left->in);
  ends[0].write(data_token(1), 0, {});
  sc_core::sc_start(sc_core::sc_time(20, sc_core::SC_US));
  EXPECT_FALSE(ends[1].empty());
  EXPECT_GT(listener.calls, 0U);
}

// As with sockets: the kernel says so at the end of elaboration.
TEST(LazySockets, a_second_far_end_is_refused_by_name) {
  PairWithoutSockets pair;
  LinkEndpoint third_end;
  TokenLevel level("wheel_of_third");
  const auto third = level.make_link("third", {}, 32, third_end, 1);
  third_end.attach(third->core());
  pair.left().out.bind(third->in);
  const ExpectedReport awaited(sc_core::SC_ID_COMPLETE_BINDING_);
  try {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    FAIL() << "a link with three ends";
  } catch (const sc_core::sc_report& report) {
    EXPECT_NE(std::string(report.what()).find("left_token.out"), std::string::npos)
        << report.what();
  }
}

}  // namespace
}  // namespace weft::test
