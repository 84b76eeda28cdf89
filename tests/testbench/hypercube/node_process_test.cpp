// Programs on the CPUs of hypercube nodes: ticks counted by hand, exceptions, faults and waits.
#include "testbench/programs/hypercube_process.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/system.hpp"
#include "testbench/families/hypercube/cube_waits.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/expected_report.hpp"

namespace weft {
namespace {

constexpr Time node_tick = 10 * nanosecond;
constexpr std::uint32_t a_block = 0x40;
constexpr std::uint32_t a_buffer = 0x1000;

/// A cube of nodes with co-processors.
class NodeMachine {
 public:
  explicit NodeMachine(unsigned degree, const std::string& cell = "memory: 131072")
      : platform_(resolve(parse_netlist(
            fmt::format("network: {{topology: hypercube, dimensions: {}, cell: {{type: "
                        "hypercube_node, coprocessor: true, tick: 10 ns, {}}}}}\n",
                        degree, cell)))),
        system_("platform", platform_) {}

  template <class Function, class... Arguments>
  HypercubeProcess& start(unsigned node, Function program, Arguments&&... arguments) {
    return processes_.start(fmt::format("node{}/p", node), at(node), system_.wheel(), program,
                            std::forward<Arguments>(arguments)...);
  }
  HypercubeCoprocessor& at(unsigned node) {
    return *system_.find<HypercubeCoprocessor>(hypercube_nodes_of(platform_)[node]);
  }
  void run(Time ticks) { sc_core::sc_start(sc_core::sc_time::from_value(ticks * node_tick)); }
  /// What ended the run.
  std::string error_of_run(Time ticks) {
    const test::ExpectedReport awaited(sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_);
    try {
      run(ticks);
    } catch (const sc_core::sc_report& report) {
      return report.get_msg();
    }
    return {};
  }
  std::string look() { return CubeWaits(system_).look(sc_core::sc_time_stamp().value()); }

 private:
  Platform platform_;
  System system_;
  HypercubeProcessSet processes_;
};

std::uint64_t ticks_at(const HypercubeProcess& node) { return node.now() / node_tick; }

Program accesses(HypercubeProcess& node, std::vector<std::uint64_t>& seen) {
  co_await node.store(0x2000, 0x11223344);
  seen.push_back(ticks_at(node));
  const std::uint32_t word = co_await node.load(0x2000);
  seen.push_back(word);
  seen.push_back(ticks_at(node));
  co_await node.compute(5);
  co_await node.compute(0);
  seen.push_back(ticks_at(node));
  co_await node.store_double(0x3000, 1.25);
  const double value = co_await node.load_double(0x3000);
  seen.push_back(value == 1.25 ? 1 : 0);
  seen.push_back(ticks_at(node));
}

TEST(HypercubeProcess, takes_a_tick_for_each_word_that_it_loads_or_stores) {
  NodeMachine machine(1);
  std::vector<std::uint64_t> seen;
  machine.start(0, accesses, std::ref(seen));
  machine.run(100);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 0x11223344, 2, 7, 1, 11}));
}

Program send_one(HypercubeProcess& node, unsigned to, std::uint32_t type, std::uint32_t bytes) {
  co_await node.send(a_block, to, type, a_buffer, bytes);
  co_await node.wait(a_block);
}

Program read_ahead(HypercubeProcess& node, std::uint32_t place, std::vector<std::uint64_t>& seen) {
  co_await node.receive(a_block, 0, 1, a_buffer, 100);
  co_await node.wait(a_block, HypercubeProcess::Until::begun);
  seen.push_back(ticks_at(node));
  const std::uint32_t word = co_await node.load(a_buffer + place);
  seen.push_back(ticks_at(node));
  seen.push_back(word);
  co_await node.wait(a_block);
  seen.push_back(ticks_at(node));
}

// Five stores and the instruction: sent at 6, so that packets are in memory at 7 + 44, 7 + 88 and
// 7 + 132. The receiver polls at 8, 10, ..., first sees the flag at 52, and loads at 53. Each retry
// is 10 ticks and a load later: the one at 141 finds what came at 139, the poll that follows too.
TEST(HypercubeProcess, a_load_ahead_of_the_message_is_retried_until_it_gets_the_right_word) {
  NodeMachine machine(1);
  std::vector<std::uint8_t> bytes(42);
  for (unsigned i = 0; i < 42; ++i) bytes[i] = static_cast<std::uint8_t>(i + 1);
  machine.at(0).memory().write(a_buffer, bytes);
  machine.start(0, send_one, 1, 1, 42);
  std::vector<std::uint64_t> seen;
  const HypercubeProcess& reader = machine.start(1, read_ahead, 32, std::ref(seen));
  machine.run(1000);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{52, 141, 0x24232221, 142}));
  EXPECT_EQ(reader.overruns(), 8U);
  EXPECT_TRUE(reader.finished());
}

TEST(HypercubeProcess, what_is_there_is_loaded_at_once) {
  NodeMachine machine(1);
  machine.start(0, send_one, 1, 1, 42);
  std::vector<std::uint64_t> seen;
  const HypercubeProcess& reader = machine.start(1, read_ahead, 4, std::ref(seen));
  machine.run(1000);
  EXPECT_EQ(seen[1], 53U);
  EXPECT_EQ(reader.overruns(), 0U);
}

Program waits_for_progress(HypercubeProcess& node, std::vector<std::uint64_t>& seen) {
  co_await node.receive(a_block, 0, 1, a_buffer, 100, hypercube_unchecked);
  const std::uint32_t flag = co_await node.wait(a_block, HypercubeProcess::Until::begun);
  seen.push_back(flag);
  seen.push_back(ticks_at(node));
}

// The third packet is in memory at 139, polls are at even ticks.
TEST(HypercubeProcess, who_waits_for_progress_is_released_by_completion_too) {
  NodeMachine machine(1);
  machine.start(0, send_one, 1, 1, 42);
  std::vector<std::uint64_t> seen;
  machine.start(1, waits_for_progress, std::ref(seen));
  machine.run(1000);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{3, 140}));
}

// --- what a user reads

TEST(HypercubeProcess, an_instruction_that_is_refused_ends_the_run_with_node_and_reason) {
  NodeMachine machine(1);
  machine.start(0, send_one, 1, 1, 0);
  EXPECT_NE(machine.error_of_run(100).find(
                "program 'node0/p': send (header block 0x40): a length of 0 bytes"),
            std::string::npos);
}

Program receive_short(HypercubeProcess& node) {
  co_await node.receive(a_block, hypercube_any, hypercube_any, a_buffer, 41);
  co_await node.wait(a_block);
}

TEST(HypercubeProcess, so_does_a_message_that_is_longer_than_its_buffer) {
  NodeMachine machine(1);
  machine.start(0, send_one, 1, 1, 42);
  machine.start(1, receive_short);
  EXPECT_NE(machine.error_of_run(1000).find("program 'node1/p': receive (header block 0x40): a "
                                            "message that is longer than its buffer"),
            std::string::npos);
}

Program read_own_flag(HypercubeProcess& node, std::uint32_t& flag) {
  co_await node.send(a_block, 1, 1, a_buffer, 0);
  const std::uint32_t read = co_await node.load(a_block + header_block::flag);
  flag = read;
}

TEST(HypercubeProcess, a_program_may_read_for_itself_why_it_was_refused) {
  NodeMachine machine(1);
  std::uint32_t flag = 0;
  machine.start(0, read_own_flag, std::ref(flag));
  machine.run(100);
  EXPECT_EQ(flag, flag_of(HypercubeFault::empty));
}

Program never_looks(HypercubeProcess& node) { co_await node.send(a_block, 9, 1, a_buffer, 8); }

TEST(HypercubeProcess, a_refusal_that_nobody_reads_is_told_of) {
  NodeMachine machine(1);
  machine.start(0, never_looks);
  EXPECT_NE(machine.error_of_run(100).find("program 'node0/p': it has ended and not read what has "
                                           "become of send (header block 0x40): a node"),
            std::string::npos);
}

Program releases(HypercubeProcess& node) {
  co_await node.execute(HypercubeInstruction::release, 0x5000);
}

TEST(HypercubeProcess, the_release_of_a_buffer_that_was_never_given_is_an_exception) {
  NodeMachine machine(1);
  machine.start(1, releases);
  EXPECT_NE(machine.error_of_run(100).find(
                "program 'node1/p': buffer release of 0x5000: a buffer that was not given out"),
            std::string::npos);
}

Program far_load(HypercubeProcess& node) { co_await node.load(0x10000); }

TEST(HypercubeProcess, cannot_access_what_is_no_memory) {
  NodeMachine machine(1, "memory: 65536, system_buffers: 32768");
  machine.start(1, far_load);
  EXPECT_NE(machine.error_of_run(100).find(
                "program 'node1/p': an access to 0x10000, in a memory of 65536 bytes"),
            std::string::npos);
}

Program does_nothing(HypercubeProcess& node) { co_await node.compute(1); }

TEST(HypercubeProcess, a_message_for_which_there_is_no_buffer_ends_the_run) {
  NodeMachine machine(1, "memory: 65536, system_buffers: 32");
  machine.start(0, send_one, 1, 1, 33);
  machine.start(1, does_nothing);
  EXPECT_NE(machine.error_of_run(1000).find("program 'node1/p': a message of 33 bytes from node 0 "
                                            "is lost: no receive awaits it, and 0 of 32 bytes"),
            std::string::npos);
}

// --- waits for ever

TEST(HypercubeProcess, that_waits_for_ever_is_named) {
  NodeMachine machine(1);
  machine.start(0, does_nothing);
  std::vector<std::uint64_t> seen;
  machine.start(1, read_ahead, 4, std::ref(seen));
  EXPECT_EQ(machine.look(), "") << "they have not begun";
  machine.run(1000);
  EXPECT_EQ(machine.look(),
            "standstill at 10 us: no message is in the hypercube, and no program computes\n"
            "  node1/p waits since 70 ns for receive from node 0, type 1, (header block 0x40)");
}

TEST(HypercubeProcess, that_waits_while_another_computes_or_sends_is_not) {
  NodeMachine machine(1);
  machine.start(0, send_one, 1, 1, 42);
  std::vector<std::uint64_t> seen;
  machine.start(1, read_ahead, 4, std::ref(seen));
  machine.run(20);
  EXPECT_EQ(machine.look(), "");
  machine.run(1000);
  EXPECT_EQ(machine.look(), "");
}

// --- several nodes

Program broadcasts(HypercubeProcess& node) {
  co_await node.broadcast(a_block, 3, a_buffer, 20);
  co_await node.wait(a_block);
  const std::vector<unsigned> neighbours{5, 6};
  co_await node.broadcast_to(neighbours, a_block, 4, a_buffer, 12);
  co_await node.wait(a_block);
}

Program keeps_system_buffer(HypercubeProcess& node, std::vector<std::uint32_t>& words) {
  co_await node.receive(a_block, hypercube_any, hypercube_any, 0, 0);
  co_await node.wait(a_block);
  const std::uint32_t buffer = co_await node.load(a_block + header_block::buffer);
  const std::uint32_t length = co_await node.load(a_block + header_block::length);
  const std::uint32_t word = co_await node.load(buffer);
  words.push_back(length);
  words.push_back(word);
  co_await node.execute(HypercubeInstruction::release, buffer);
}

TEST(HypercubeProcess, programs_broadcast_and_receive_to_system_buffers) {
  NodeMachine machine(3);
  machine.at(7).memory().set_word(a_buffer, 0xCAFE);
  machine.start(7, broadcasts);
  std::vector<std::vector<std::uint32_t>> words(7);
  for (unsigned node = 0; node < 7; ++node) {
    machine.start(node, keeps_system_buffer, std::ref(words[node]));
  }
  machine.run(2000);
  for (unsigned node = 0; node < 7; ++node) {
    EXPECT_EQ(words[node], (std::vector<std::uint32_t>{20, 0xCAFE})) << node;
    EXPECT_EQ(machine.at(node).system_buffers().used(), node == 5 || node == 6 ? 16U : 0U)
        << "what came to neighbours is not received";
  }
}

}  // namespace
}  // namespace weft
