// The control unit of a C104, token by token.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hw/c104/c104_core.hpp"
#include "hw/c104/control_message.hpp"
#include "hw/c104/control_unit.hpp"
#include "hw/c104/registers.hpp"
#include "hw/c104/switch_target.hpp"
#include "hw/dslink/unconnected_link.hpp"

namespace weft::test {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Registers = C104Registers;

struct AskedTimes final : CycleDriver {
  Time next = never;
  void evaluate_at(Time time) override { next = std::min(next, time); }
};

struct OpenLink final : LinkService {
  bool leads = true;
  void consumed(Time) override {}
  void offer(Time) override {}
  bool started() const override { return leads; }
  bool down(Time) const override { return false; }
  Time bit_time() const override { return 10 * nanosecond; }
};

/// A unit and its switch; a test plays the ends of both control links.
class UnitBench {
 public:
  UnitBench()
      : core_(parameters(), 1, switch_times_), nowhere_(core_), target_(core_), unit_({}, times_) {
    for (unsigned link = 0; link < 4; ++link) core_.attach(link, nowhere_.core());
    unit_.attach(ControlUnit::clink0, links[0]);
    unit_.attach(ControlUnit::clink1, links[1]);
    unit_.control(target_);
  }

  /// One token in each 100 ns, as on a link.
  void send(unsigned port, const Bytes& bytes, Token end) {
    for (const std::uint8_t byte : bytes) one(port, data_token(byte));
    one(port, end);
  }
  void command(std::uint8_t header, const ControlRequest& request) {
    Bytes bytes = bytes_of(request);
    bytes.insert(bytes.begin(), header);
    send(0, bytes, eom_token);
    run(1 * microsecond);
  }
  void acknowledge(std::uint8_t header) { send(0, {header}, eop_token); }
  void run(Time time) {
    const Time end = now_ + time;
    while (times_.next <= end) {
      now_ = std::exchange(times_.next, never);
      unit_.evaluate(now_);
    }
    now_ = end;
  }
  /// All that has gone out since the last call: "01 81 00 EOM".
  std::string sent(unsigned port) {
    std::string text;
    Token token;
    PacketTag tag;
    for (bool more = true; more; run(100 * nanosecond)) {
      more = unit_.transmit(port, token, tag, now_);
      if (!more) break;
      if (!text.empty()) text += ' ';
      text += token.kind == TokenKind::data ? fmt::format("{:02x}", token.value)
                                            : std::string(name_of(token.kind));
    }
    return text;
  }
  /// Gives the unit the label 7; it answers with header 9.
  void start() {
    command(7, {ControlCommand::start, 0, 9});
    EXPECT_EQ(sent(0), "09 EOP 09 81 00 EOM");
    acknowledge(7);
  }
  /// The answer to a command, whose header is left out; acknowledged.
  std::string answer_to(const ControlRequest& request) {
    command(7, request);
    std::string text = sent(0);
    EXPECT_TRUE(text.starts_with("09 EOP 09 ")) << text;
    acknowledge(7);
    return text.substr(std::min<std::size_t>(text.size(), 10));
  }

  OpenLink links[2];
  ControlUnit& unit() { return unit_; }
  C104Core& core() { return core_; }

 private:
  static C104Parameters parameters() {
    C104Parameters parameters;
    parameters.links = 4;
    parameters.per_link.resize(4);
    for (C104LinkParameters& link : parameters.per_link) {
      link.intervals = {{10, IntervalAction::route, 1, 2}};
    }
    return parameters;
  }
  void one(unsigned port, Token token) {
    run(100 * nanosecond);
    unit_.receive(port, token, {}, now_);
  }

  AskedTimes times_;
  AskedTimes switch_times_;
  C104Core core_;
  UnconnectedLink nowhere_;
  SwitchTarget target_;
  ControlUnit unit_;
  Time now_ = 0;
};

TEST(ControlMessage, comes_out_as_it_was_put_in) {
  for (const ControlRequest& request :
       {ControlRequest{ControlCommand::start, 0, 200}, ControlRequest{ControlCommand::identify},
        ControlRequest{ControlCommand::peek, 0x1004}, ControlRequest{ControlCommand::reset},
        ControlRequest{ControlCommand::poke, 0x89abcdef, 0x01234567},
        ControlRequest{ControlCommand::recover}, ControlRequest{ControlCommand::boot, 4, 1000},
        ControlRequest{ControlCommand::boot_data, 0, 0, Bytes(most_boot_bytes, 7)},
        ControlRequest{ControlCommand::run}, ControlRequest{ControlCommand::stop}}) {
    EXPECT_EQ(request_of(bytes_of(request)), request) << name_of(request.command);
    Bytes longer = bytes_of(request);
    longer.push_back(0);
    EXPECT_FALSE(request_of(longer)) << name_of(request.command);
  }
  EXPECT_EQ(bytes_of(ControlRequest{ControlCommand::poke, 0x89abcdef, 0x01234567}),
            (Bytes{4, 0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01}));
  EXPECT_FALSE(request_of({}));
  EXPECT_FALSE(request_of({7}));
  EXPECT_FALSE(request_of({8})) << "a boot_data of no bytes";
  EXPECT_FALSE(request_of({11}));
  ControlAnswer error;
  error.kind = ControlAnswer::Kind::error;
  error.value = 31;
  error.error = 2;
  EXPECT_EQ(answer_of(bytes_of(error)), error);
  ControlAnswer value;
  value.command = ControlCommand::peek;
  value.value = 0xdeadbeef;
  EXPECT_EQ(answer_of(bytes_of(value)), value);
  EXPECT_FALSE(answer_of({0x83, 0, 1, 2}));
}

TEST(ControlUnit, takes_the_header_of_a_start_as_its_label) {
  UnitBench bench;
  EXPECT_FALSE(bench.unit().started());
  bench.start();
  EXPECT_TRUE(bench.unit().started());
  EXPECT_EQ(bench.answer_to({ControlCommand::identify}), "82 00 04 00 04 01 EOM")
      << "0x0104 and four links";
}

TEST(ControlUnit, that_has_no_label_obeys_nothing_but_a_start) {
  UnitBench bench;
  bench.command(7, {ControlCommand::identify});
  EXPECT_EQ(bench.sent(0), "");
  EXPECT_EQ(bench.unit().counters().dropped, 1U);
  bench.start();
}

TEST(ControlUnit, passes_on_what_is_for_others_and_all_that_comes_back) {
  UnitBench bench;
  bench.start();
  bench.send(0, {8, 1, 2, 3}, eom_token);
  bench.run(1 * microsecond);
  EXPECT_EQ(bench.sent(1), "08 01 02 03 EOM");
  bench.send(1, {7, 4}, eop_token);
  bench.send(1, {9}, eop_token);
  bench.run(1 * microsecond);
  EXPECT_EQ(bench.sent(0), "07 04 EOP 09 EOP");
  EXPECT_EQ(bench.unit().counters().commands, 1U) << "the start alone";
}

TEST(ControlUnit, passes_packets_longer_than_its_buffers) {
  UnitBench bench;
  bench.start();
  Bytes bytes(100, 0x55);
  bytes[0] = 8;
  bench.send(0, bytes, eom_token);
  const std::string sent = bench.sent(1);
  EXPECT_EQ(std::count(sent.begin(), sent.end(), ' '), 100) << sent;
}

TEST(ControlUnit, at_the_end_of_the_chain_drops_what_is_for_nobody) {
  UnitBench bench;
  bench.links[1].leads = false;
  bench.start();
  bench.send(0, {8, 1, 2, 3}, eom_token);
  bench.run(1 * microsecond);
  EXPECT_EQ(bench.sent(1), "");
  EXPECT_EQ(bench.unit().counters().dropped, 1U);
  EXPECT_EQ(bench.answer_to({ControlCommand::identify}), "82 00 04 00 04 01 EOM");
}

TEST(ControlUnit, begins_with_a_switch_that_is_not_configured) {
  UnitBench bench;
  EXPECT_TRUE(bench.core().policy().table(0).empty());
}

TEST(ControlUnit, pokes_and_peeks_the_registers) {
  UnitBench bench;
  bench.start();
  const std::uint32_t count = Registers::link_base(2) + Registers::interval_count;
  const std::uint32_t limit = Registers::link_base(2) + Registers::limit(0);
  const std::uint32_t target = Registers::link_base(2) + Registers::target(0);
  const Interval interval{20, IntervalAction::route, 1, 3};
  EXPECT_EQ(bench.answer_to({ControlCommand::poke, count, 1}), "84 00 EOM");
  EXPECT_EQ(bench.answer_to({ControlCommand::poke, limit, 20}), "84 00 EOM");
  EXPECT_EQ(bench.answer_to({ControlCommand::poke, target, Registers::target_of(interval)}),
            "84 00 EOM");
  EXPECT_EQ(bench.core().policy().table(2), IntervalTable{interval});
  EXPECT_EQ(bench.answer_to({ControlCommand::peek, limit}), "83 00 14 00 00 00 EOM");
}

TEST(ControlUnit, tells_what_it_cannot_do) {
  UnitBench bench;
  bench.start();
  EXPECT_EQ(bench.answer_to({ControlCommand::peek, 0x9000}), "83 01 EOM") << "no such register";
  EXPECT_EQ(bench.answer_to({ControlCommand::poke, 0x2, 0}), "84 01 EOM");
  EXPECT_EQ(bench.answer_to({ControlCommand::poke, Registers::packets_routed, 0}), "84 02 EOM")
      << "it cannot be written";
  EXPECT_EQ(bench.answer_to({ControlCommand::poke, Registers::arbitration, 9}), "84 02 EOM");
  bench.send(0, {7, 0x66}, eom_token);
  bench.run(1 * microsecond);
  EXPECT_EQ(bench.sent(0), "09 EOP 09 e6 03 EOM") << "no such command";
  EXPECT_EQ(bench.unit().counters().refused, 5U);
}

TEST(ControlUnit, of_a_c104_knows_no_commands_of_a_t9000) {
  UnitBench bench;
  bench.start();
  EXPECT_EQ(bench.answer_to({ControlCommand::run}), "89 03 EOM");
  EXPECT_EQ(bench.answer_to({ControlCommand::boot, 0, 4}), "87 03 EOM");
}

TEST(ControlUnit, sends_no_message_before_the_last_one_is_acknowledged) {
  UnitBench bench;
  bench.start();
  bench.command(7, {ControlCommand::identify});
  EXPECT_EQ(bench.sent(0), "09 EOP 09 82 00 04 00 04 01 EOM");
  bench.command(7, {ControlCommand::identify});
  EXPECT_EQ(bench.sent(0), "");
  bench.acknowledge(7);
  bench.run(1 * microsecond);
  EXPECT_EQ(bench.sent(0), "09 EOP 09 82 00 04 00 04 01 EOM");
}

TEST(ControlUnit, does_not_obey_a_command_that_a_link_error_has_cut) {
  UnitBench bench;
  bench.start();
  bench.send(0, {7, 5}, eop_token);  // whole: a reset
  bench.run(1 * microsecond);
  EXPECT_EQ(bench.sent(0), "09 EOP 09 85 00 EOM");
  bench.acknowledge(7);
  bench.unit().link_changed(0, 50 * microsecond);
  bench.send(0, {7, 5}, eom_token);  // by the end that closes what was cut
  bench.run(1 * microsecond);
  EXPECT_EQ(bench.sent(0), "");
  EXPECT_EQ(bench.unit().counters().dropped, 1U);
}

TEST(ControlUnit, a_reset_takes_the_configuration_away_and_not_the_label) {
  UnitBench bench;
  bench.start();
  const std::uint32_t count = Registers::link_base(3) + Registers::interval_count;
  bench.answer_to({ControlCommand::poke, count, 4});
  bench.answer_to({ControlCommand::poke, Registers::arbitration, 2});
  EXPECT_EQ(bench.answer_to({ControlCommand::reset}), "85 00 EOM");
  EXPECT_EQ(bench.answer_to({ControlCommand::peek, count}), "83 00 00 00 00 00 EOM");
  EXPECT_EQ(bench.answer_to({ControlCommand::peek, Registers::arbitration}),
            "83 00 00 00 00 00 EOM");
}

}  // namespace
}  // namespace weft::test
