// Configuration of the C104 through registers.
#include "hw/c104/registers.hpp"

#include <stdexcept>

#include "tests/hw/switch_bench.hpp"

namespace weft::test {
namespace {

using R = C104Registers;

/// A configuration that uses every setting.
C104Parameters full_configuration() {
  C104Parameters parameters = switch_of(4);
  parameters.arbitration = Arbitration::oldest_first;
  parameters.acknowledgement_priority = true;
  parameters.overlapping_groups = true;
  auto& links = parameters.per_link;
  links[0].header_bytes = 2;
  links[0].intervals = {{100, IntervalAction::route, 1, 2},
                        {200, IntervalAction::strip, 0, 1},
                        {300, IntervalAction::discard, 0, 1},
                        {400, IntervalAction::invalid, 0, 1},
                        {65'536, IntervalAction::route, 3, 1}};
  links[1].delete_header = true;
  links[2].external = true;
  links[2].random_header = true;
  links[2].random_base = 1;
  links[2].random_range = 3;
  links[3].intervals = {{50, IntervalAction::route, 0, 3}};
  return parameters;
}

void write_configuration(R& registers, const C104Parameters& parameters) {
  registers.write(R::arbitration, static_cast<std::uint32_t>(parameters.arbitration));
  registers.write(R::acknowledgement_priority, parameters.acknowledgement_priority ? 1 : 0);
  for (unsigned port = 0; port < parameters.links; ++port) {
    const C104LinkParameters& link = parameters.per_link[port];
    const std::uint32_t base = R::link_base(port);
    registers.write(base + R::control, R::control_of(link));
    registers.write(base + R::random_base, link.random_base);
    registers.write(base + R::random_range, link.random_range);
    registers.write(base + R::interval_count, static_cast<std::uint32_t>(link.intervals.size()));
    for (unsigned i = 0; i < link.intervals.size(); ++i) {
      registers.write(base + R::limit(i), link.intervals[i].limit);
      registers.write(base + R::target(i), R::target_of(link.intervals[i]));
    }
  }
}

void expect_same_registers(const R& a, const R& b, const C104Parameters& parameters) {
  std::vector<std::uint32_t> addresses = {
      R::device,  R::arbitration,  R::acknowledgement_priority, R::routing_latency, R::clock,
      R::buffers, R::max_intervals};
  for (unsigned port = 0; port < parameters.links; ++port) {
    const std::uint32_t base = R::link_base(port);
    for (const std::uint32_t offset :
         {R::control, R::random_base, R::random_range, R::interval_count}) {
      addresses.push_back(base + offset);
    }
    for (unsigned i = 0; i < parameters.per_link[port].intervals.size(); ++i) {
      addresses.push_back(base + R::limit(i));
      addresses.push_back(base + R::target(i));
    }
  }
  for (const std::uint32_t address : addresses) {
    EXPECT_EQ(a.read(address), b.read(address)) << std::hex << address;
  }
}

/// The same packets, with many headers and from every link, to both.
void drive(std::array<SwitchBench<TokenLevel>*, 2> benches) {
  for (unsigned n = 0; n < 40; ++n) {
    for (unsigned from = 0; from < 4; ++from) {
      PacketTag tag;
      tag.trace.id = 1000 * from + n;
      tag.protocol.injected = 7919 * n % 101;
      tag.protocol.kind = n % 3 == 0 ? PacketKind::acknowledgement : PacketKind::data;
      const auto high = static_cast<std::uint8_t>(n % 2), low = static_cast<std::uint8_t>(n * 7);
      for (auto* bench : benches) {
        bench->send(from, {high, low, 0, static_cast<std::uint8_t>(n), 3, 4}, tag);
      }
    }
    benches[0]->run(2 * microsecond);
  }
  benches[0]->run(100 * microsecond);
}

TEST(C104Registers, a_configuration_written_by_registers_works_as_one_of_parameters) {
  const C104Parameters wanted = full_configuration();
  C104Parameters blank = switch_of(4);
  for (C104LinkParameters& link : blank.per_link) link = {};
  blank.overlapping_groups = wanted.overlapping_groups;  // which no register says
  SwitchBench<TokenLevel> by_parameters(wanted, "c104");
  SwitchBench<TokenLevel> by_registers(blank, "configured");
  R registers(by_registers.core());
  write_configuration(registers, wanted);
  expect_same_registers(registers, R(by_parameters.core()), wanted);

  by_parameters.start();
  drive({&by_parameters, &by_registers});
  const auto& expected = by_parameters.arrived();
  const auto& arrived = by_registers.arrived();
  EXPECT_GT(expected.size(), 100U);
  ASSERT_EQ(arrived.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(arrived[i].port, expected[i].port);
    EXPECT_EQ(arrived[i].bytes, expected[i].bytes);
    EXPECT_EQ(arrived[i].tag, expected[i].tag);
    EXPECT_EQ(arrived[i].first, expected[i].first);
    EXPECT_EQ(arrived[i].last, expected[i].last);
  }
  const C104Counters& a = by_registers.core().counters();
  const C104Counters& b = by_parameters.core().counters();
  EXPECT_EQ(a.packets_routed, b.packets_routed);
  EXPECT_EQ(a.packets_discarded, b.packets_discarded);
  EXPECT_EQ(a.header_errors, b.header_errors);
  EXPECT_EQ(a.waits, b.waits);
  EXPECT_GT(a.packets_discarded, 0U);
  EXPECT_GT(a.header_errors, 0U);
  EXPECT_EQ(registers.read(R::packets_routed), a.packets_routed);
}

// While tables alone decide a switch knows more of a packet ahead, and takes less time.
TEST(C104Registers, who_reads_them_or_writes_what_is_refused_leaves_the_decision_to_the_tables) {
  SwitchBench<TokenLevel> bench(switch_of(3));
  R registers(bench.core());
  const SwitchPolicy& policy = bench.core().policy();
  ASSERT_TRUE(policy.decides_by_tables());
  const std::uint32_t base = R::link_base(1);
  for (const std::uint32_t address :
       {R::device, R::arbitration, base + R::control, base + R::interval_count, base + R::status,
        base + R::input, base + R::limit(0), base + R::target(2)}) {
    registers.read(address);
  }
  EXPECT_THROW(registers.write(R::device, 1), std::invalid_argument);
  EXPECT_THROW(registers.write(R::arbitration, 99), std::invalid_argument);
  EXPECT_THROW(registers.write(base + R::control, 0), std::invalid_argument);
  EXPECT_THROW(registers.write(base + R::limit(0), 0), std::invalid_argument);
  EXPECT_THROW(registers.write(base + R::target(0), 99U << 8U), std::invalid_argument);
  EXPECT_THROW(registers.write(base + R::limit(99), 1), std::out_of_range);
  EXPECT_TRUE(policy.decides_by_tables());
  registers.write(base + R::limit(0), 1);
  EXPECT_FALSE(policy.decides_by_tables());
}

// Alike ports share one table until one of them is written to.
TEST(C104Registers, a_group_must_not_overlap_one_of_another_link_whose_table_is_the_same) {
  SwitchBench<TokenLevel> bench(switch_of(3));
  R registers(bench.core());
  const std::uint32_t target = R::link_base(1) + R::target(0);
  const std::uint32_t two_links = R::target_of({1, IntervalAction::route, 0, 2});
  EXPECT_THROW(registers.write(target, two_links), std::invalid_argument);
  EXPECT_EQ(registers.read(target), R::target_of({1, IntervalAction::route, 0, 1}));
}

TEST(C104Registers, what_is_written_takes_effect_with_the_next_header) {
  SwitchBench<TokenLevel> bench(switch_of(3));
  R registers(bench.core());
  bench.start();
  bench.send(0, std::vector<std::uint8_t>(200, 1));
  bench.run(5 * microsecond);
  registers.write(R::link_base(0) + R::target(1), R::target_of({0, IntervalAction::route, 2, 1}));
  bench.send(0, {1, 9});
  bench.run(60 * microsecond);
  ASSERT_EQ(bench.arrived().size(), 2U);
  EXPECT_EQ(bench.arrived()[0].port, 1U);
  EXPECT_EQ(bench.arrived()[0].bytes.size(), 200U);
  EXPECT_EQ(bench.arrived()[1].port, 2U);
}

TEST(C104Registers, refuse_a_hunt_group_that_overlaps_another) {
  const auto written = [](bool overlapping_groups) {
    C104Parameters parameters = switch_of(4);
    parameters.overlapping_groups = overlapping_groups;
    SwitchBench<TokenLevel> bench(parameters, overlapping_groups ? "overlapping" : "apart");
    R registers(bench.core());
    const auto route = [](unsigned first, unsigned size) {
      return R::target_of({0, IntervalAction::route, first, size});
    };
    std::string error;
    try {
      registers.write(R::link_base(0) + R::target(1), route(1, 2));
    } catch (const std::invalid_argument& refused) {
      error = refused.what();
    }
    return error;
  };
  const std::string error = written(false);
  EXPECT_NE(error.find("no group that overlaps link2 of link0"), std::string::npos) << error;
  EXPECT_NE(error.find("as link1..link2 does"), std::string::npos) << error;
  EXPECT_EQ(written(true), "");
}

TEST(C104Registers, tell_what_the_switch_is) {
  SwitchBench<TokenLevel> bench(switch_of(3));
  const R registers(bench.core());
  EXPECT_EQ(registers.read(R::device), 0x0104'0003U);
  EXPECT_EQ(registers.read(R::routing_latency), 4U);
  EXPECT_EQ(registers.read(R::clock), 10'000U);
  EXPECT_EQ(registers.read(R::buffers), (35U << 16) | 35U);
}

TEST(C104Registers, show_and_restart_a_halted_link) {
  DsLinkParameters errors;
  errors.error_at = 20 * microsecond;
  SwitchBench<TokenLevel> bench(switch_of(2), "c104", errors);
  R registers(bench.core());
  const std::uint32_t status = R::link_base(0) + R::status;
  bench.start();
  EXPECT_EQ(registers.read(status) & 7, static_cast<std::uint32_t>(LinkState::run));
  EXPECT_EQ((registers.read(status) >> 8) & 0xff, 56U);  // credit
  bench.run(20 * microsecond);
  EXPECT_EQ(registers.read(status) & 7, static_cast<std::uint32_t>(LinkState::halted));
  EXPECT_EQ((registers.read(status) >> 4) & 7, static_cast<std::uint32_t>(LinkError::parity));
  registers.write(R::link_base(0) + R::command, 1);
  EXPECT_EQ((registers.read(status) >> 4) & 7, 0U);
  bench.link(0).restart();
  bench.run(20 * microsecond);
  EXPECT_EQ(registers.read(status) & 7, static_cast<std::uint32_t>(LinkState::run));
  bench.send(0, {1, 2, 3});
  bench.run(5 * microsecond);
  EXPECT_EQ(bench.arrived().size(), 1U);
}

// Two long packets to an end that does not read.
TEST(C104Registers, show_what_the_packet_at_the_head_of_an_input_does) {
  SwitchBench<TokenLevel> bench(switch_of(3));
  const R registers(bench.core());
  namespace bits = c104_map::link::input;
  bench.start();
  EXPECT_EQ(registers.read(R::link_base(0) + R::input), 0U);
  bench.stall(2, true);
  bench.send(0, std::vector<std::uint8_t>(200, 2));
  bench.run(2 * microsecond);
  bench.send(1, std::vector<std::uint8_t>(200, 2));
  bench.run(60 * microsecond);
  const std::uint32_t first = registers.read(R::link_base(0) + R::input);
  EXPECT_EQ(bits::state.of(first), static_cast<std::uint32_t>(C104Core::InputState::connected));
  EXPECT_EQ(bits::output.of(first), 2U);
  EXPECT_EQ(bits::header.of(first), 2U);
  EXPECT_EQ(bits::full.of(first), 1U);
  const std::uint32_t second = registers.read(R::link_base(1) + R::input);
  EXPECT_EQ(bits::state.of(second), static_cast<std::uint32_t>(C104Core::InputState::waiting));
  EXPECT_EQ(bits::header.of(second), 2U);
  EXPECT_EQ(bits::output.of(second), 0U);
}

TEST(C104Registers, refuse_addresses_that_have_no_register) {
  SwitchBench<TokenLevel> bench(switch_of(2));
  R registers(bench.core());
  for (const std::uint32_t address :
       {0x2U, 0x028U, 0x400U, R::link_base(2), R::link_base(0) + 0x01c, R::link_base(0) + 0x3f8,
        R::link_base(0) + R::limit(2), 0xffff'fffcU}) {
    EXPECT_THROW(registers.read(address), std::out_of_range) << std::hex << address;
    EXPECT_THROW(registers.write(address, 1), std::out_of_range) << std::hex << address;
  }
  EXPECT_THROW(registers.read(R::link_base(0) + R::command), std::out_of_range);
  try {
    registers.read(0x3000);
    FAIL();
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(), "C104 has no register at address 0x3000");
  }
}

TEST(C104Registers, refuse_values_that_a_register_cannot_hold_and_change_nothing) {
  SwitchBench<TokenLevel> bench(switch_of(2));
  R registers(bench.core());
  const std::uint32_t link = R::link_base(1);
  const std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> wrong = {
      {R::arbitration, {5, 0xffff'ffff}},
      {R::acknowledgement_priority, {2}},
      {link + R::control, {0, 3, 32 + 1}},
      {link + R::random_base, {65'536}},
      {link + R::random_range, {0, 65'537}},
      {link + R::interval_count, {65}},
      {link + R::limit(0), {0, 65'537}},
      // an empty hunt group, one beyond the last link, and bits that mean nothing
      {link + R::target(0), {0x0000'0000, 0x0002'0100, 0x0001'0200, 0x0101'0000, 0x0001'0004}}};
  for (const auto& [address, values] : wrong) {
    const std::uint32_t before = registers.read(address);
    for (const std::uint32_t value : values) {
      EXPECT_THROW(registers.write(address, value), std::invalid_argument)
          << std::hex << address << " " << value;
    }
    EXPECT_EQ(registers.read(address), before) << std::hex << address;
  }
  EXPECT_THROW(registers.write(link + R::command, 2), std::invalid_argument);
}

TEST(C104Registers, refuse_to_write_what_is_read_only) {
  SwitchBench<TokenLevel> bench(switch_of(2));
  R registers(bench.core());
  for (const std::uint32_t address :
       {R::device, R::routing_latency, R::clock, R::buffers, R::max_intervals, R::packets_routed,
        R::packets_discarded, R::header_errors, R::link_base(0) + R::status,
        R::link_base(0) + R::input}) {
    EXPECT_THROW(registers.write(address, 1), std::invalid_argument) << std::hex << address;
  }
}

}  // namespace
}  // namespace weft::test
