// What a message says, where links and switches are Verilog.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "rtl/c104/c104.hpp"
#include "rtl/c104/c104_models.hpp"
#include "rtl/t9000/t9000.hpp"
#include "tests/tlm/bad_cable.hpp"

namespace weft::test {
namespace {

/// A T9000 at `rtl`, a cable, a switch at `rtl` and another T9000 at `rtl`.
struct Chain {
  explicit Chain(unsigned changed) : cable(ends, changed) {
    join(a->link(0), *cable.left.link);
    join(*cable.right.link, between.link(0));
    join(between.link(1), b->link(0));
    a->link(0).tokens(from_a);
    between.link(1).tokens(from_switch);
    a->core().open(0, 8, 0);
    b->core().open(0, 0, 0);
    a->core().evaluate_at(0);
    b->core().evaluate_at(0);
  }

  /// A message from `a` to `b`, and what `b` got.
  Bytes pass(const Bytes& bytes) {
    Receive receive;
    receive.core = &b->core();
    b->core().processor().sleep(receive, 0);
    Send send;
    carry(send, bytes);
    send.core = &a->core();
    a->core().processor().sleep(send, 5 * microsecond);
    sc_core::sc_start(100, sc_core::SC_US);
    if (receive.messages.size() != 1) return {};
    return receive.messages[0].as<std::uint8_t>();
  }

  TokenRecorder from_a, from_switch;

 private:
  static std::unique_ptr<rtl::T9000> make_t9000(const char* name, unsigned number) {
    T9000Parameters p = Bench::one_link();
    p.min_header = 8 * number;
    p.max_header = p.min_header + 7;
    std::vector<std::unique_ptr<rtl::DsLinkModel>> models;
    models.push_back(rtl::make_dslink_model());
    return std::make_unique<rtl::T9000>(name, p, number, std::vector{DsLinkParameters{}},
                                        std::uint64_t{1}, std::move(models));
  }
  static C104Parameters two_ways() {
    C104Parameters p;
    p.links = 2;
    p.per_link.resize(2);
    for (C104LinkParameters& link : p.per_link) {
      link.intervals = {{8, IntervalAction::route, 0}, {16, IntervalAction::route, 1}};
    }
    return p;
  }
  template <class One, class Other>
  void join(One& one, Other& other) {
    wires.push_back(std::make_unique<LinkWires>());
    wires.back()->join(one, other);
  }

  Signal ends;
  BadCable<Signal> cable;
  std::unique_ptr<rtl::T9000> a = make_t9000("a", 0);
  std::unique_ptr<rtl::T9000> b = make_t9000("b", 1);
  rtl::C104 between{"between", rtl::make_c104_model(2), two_ways(), std::vector{DsLinkParameters{}},
                    1};
  std::vector<std::unique_ptr<LinkWires>> wires;
};

class MessageContentAtRtl : public testing::Test {
 protected:
  void SetUp() override {
    if (rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  }
};

TEST_F(MessageContentAtRtl, stands_on_the_wires_and_comes_out_as_it_was_sent) {
  Chain chain(BadCable<Signal>::never_changed);
  const Bytes bytes = drawn(50);
  EXPECT_EQ(chain.pass(bytes), bytes);
  EXPECT_EQ(data_on(chain.from_a), bytes);
  EXPECT_EQ(data_on(chain.from_switch), bytes);
}

TEST_F(MessageContentAtRtl, is_what_a_bad_cable_made_of_it) {
  constexpr unsigned header = 1;
  Chain chain(header + 5);
  const Bytes sent = drawn(20);
  Bytes changed = sent;
  changed[5] ^= changed_bits;
  EXPECT_EQ(chain.pass(sent), changed);
  EXPECT_EQ(data_on(chain.from_a), sent);
  EXPECT_EQ(data_on(chain.from_switch), changed);
}

}  // namespace
}  // namespace weft::test
