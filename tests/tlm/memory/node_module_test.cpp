// A node around a memory behind TLM-2.0: ours, which takes the clocks of the core, and foreign
// ones.
#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <vector>

#include "tests/support/expected_report.hpp"
#include "tests/tlm/memory/memory_bench.hpp"

namespace weft {
namespace {

using test::gathering;
using test::memory_bytes;
using test::NodeBench;
using test::plain_node;
using test::TlmBench;

class NodeLevels : public testing::TestWithParam<ReadAhead> {};

INSTANTIATE_TEST_SUITE_P(All, NodeLevels,
                         testing::Values(ReadAhead::off, ReadAhead::in_open_page,
                                         ReadAhead::always));

NodeParameters with(ReadAhead ahead) {
  NodeParameters parameters = plain_node();
  parameters.path.queue = 3;
  parameters.path.read_ahead = ahead;
  parameters.dram.banks = 2;
  parameters.dram.refresh_interval = 700;
  parameters.dram.refresh_clocks = 9;
  return parameters;
}

TEST_P(NodeLevels, take_the_same_clocks) {
  const NodeParameters parameters = with(GetParam());
  NodeBench core(parameters);
  core.fill(0, 4096);
  core.node.processor(0).start(gathering(400));
  core.node.fetch().start(0, 0, 200);
  const MemoryClocks clocks = core.run();

  DramTarget dram("dram", parameters.dram, parameters.clock, memory_bytes);
  TlmBench bench(parameters, dram);
  for (std::uint64_t i = 0; i < 4096; ++i) dram.memory().store().write(8 * i, 1 + i);
  bench.node.core().processor(0).start(gathering(400));
  bench.node.core().fetch().start(0, 0, 200);
  std::vector<std::uint64_t> sent;
  bench.node.network = [&sent](const NetworkPacket& packet) { sent.push_back(packet.address); };
  bench.run();
  EXPECT_EQ(bench.node.ended() + 1, clocks);
  ASSERT_EQ(sent.size(), core.sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) EXPECT_EQ(sent[i], core.sent[i].address);
  EXPECT_EQ(dram.memory().dram().counts(), core.memory.dram().counts());
  for (std::uint64_t i = 0; i < 400; ++i)
    EXPECT_EQ(dram.memory().store().read(memory_bytes / 2 + 8 * i), 1 + 9 * i);
  EXPECT_EQ(bench.checker.unfinished(), 0U);
  EXPECT_GT(bench.checker.transactions(), 450U);
}

/// A user's memory: blocking transport alone, with a delay of its own for each access.
struct BlockingMemory : sc_core::sc_module {
  tlm_utils::simple_target_socket<BlockingMemory, 64> socket{"socket"};
  std::vector<unsigned char> bytes = std::vector<unsigned char>(memory_bytes);
  sc_core::sc_time each;

  BlockingMemory(sc_core::sc_module_name name, sc_core::sc_time delay)
      : sc_module(name), each(delay) {
    socket.register_b_transport(this, &BlockingMemory::b_transport);
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    unsigned char* const here = bytes.data() + payload.get_address();
    unsigned char* const there = payload.get_data_ptr();
    std::memcpy(payload.is_write() ? here : there, payload.is_write() ? there : here,
                payload.get_data_length());
    delay += each;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

class ForeignMemory : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Delays, ForeignMemory, testing::Values(0, 3, 70, 333));

TEST_P(ForeignMemory, of_blocking_transport_serves_a_node) {
  const NodeParameters parameters = with(ReadAhead::in_open_page);
  BlockingMemory memory("foreign", sc_core::sc_time(GetParam(), sc_core::SC_NS));
  for (std::uint64_t i = 0; i < 4096; ++i) {
    const std::uint64_t word = 1 + i;
    std::memcpy(memory.bytes.data() + 8 * i, &word, sizeof word);
  }
  TlmBench bench(parameters, memory);
  bench.node.core().processor(0).start(gathering(200));
  bench.run();
  for (std::uint64_t i = 0; i < 200; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, memory.bytes.data() + memory_bytes / 2 + 8 * i, sizeof word);
    EXPECT_EQ(word, 1 + 9 * i);
  }
  EXPECT_EQ(bench.checker.unfinished(), 0U);
  // 200 fills wait for the delay, one by one
  EXPECT_GE(bench.node.ended() * 10, 200U * GetParam());
}

/// A memory that does everything in one call, and says so at once or early.
struct EarlyMemory : sc_core::sc_module, tlm::tlm_fw_transport_if<> {
  tlm::tlm_target_socket<64> socket{"socket"};
  WordStore store;
  bool completes;

  EarlyMemory(sc_core::sc_module_name name, bool completed)
      : sc_module(name), completes(completed) {
    socket.bind(*this);
  }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    if (phase == tlm::END_RESP) return tlm::TLM_COMPLETED;
    MemoryTransaction transaction{
        payload.get_address(), payload.get_data_length() / 8, payload.is_write(), {}};
    if (transaction.write)
      std::memcpy(transaction.data.data(), payload.get_data_ptr(), payload.get_data_length());
    store.serve(transaction);
    if (!transaction.write)
      std::memcpy(payload.get_data_ptr(), transaction.data.data(), payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_core::sc_time(35, sc_core::SC_NS);
    phase = tlm::BEGIN_RESP;
    return completes ? tlm::TLM_COMPLETED : tlm::TLM_UPDATED;
  }
  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override {}
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
};

class EarlyAnswers : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Both, EarlyAnswers, testing::Bool());

TEST_P(EarlyAnswers, in_the_first_call_serve_a_node) {
  EarlyMemory memory("early", GetParam());
  for (std::uint64_t i = 0; i < 4096; ++i) memory.store.write(8 * i, 1 + i);
  NodeParameters parameters = with(ReadAhead::off);
  parameters.path.queue = 1;  // one at a time: responses cannot meet
  TlmBench bench(parameters, memory);
  bench.node.core().processor(0).start(gathering(50));
  bench.run();
  for (std::uint64_t i = 0; i < 50; ++i)
    EXPECT_EQ(memory.store.read(memory_bytes / 2 + 8 * i), 1 + 9 * i);
  EXPECT_EQ(bench.checker.unfinished(), 0U);
}

TEST(NodeModule, goes_on_when_it_is_woken) {
  const NodeParameters parameters = with(ReadAhead::off);
  DramTarget dram("dram", parameters.dram, parameters.clock, memory_bytes);
  TlmBench bench(parameters, dram);
  bench.run();
  EXPECT_EQ(bench.node.ended(), 0U);
  dram.memory().store().write(0, 5);
  bench.node.core().processor(0).start(gathering(1));
  bench.node.wake();
  bench.run();
  EXPECT_EQ(dram.memory().store().read(memory_bytes / 2), 5U);
  EXPECT_GT(bench.node.ended(), 10'000'000U) << "from 100 ms on";
}

TEST(NodeModule, an_answer_that_is_an_error_is_told_with_its_place) {
  const NodeParameters parameters = with(ReadAhead::off);
  DramTarget dram("dram", parameters.dram, parameters.clock, memory_bytes);
  TlmBench bench(parameters, dram);
  LoopTransfer loop = gathering(1);
  loop.from->base = memory_bytes;
  bench.node.core().processor(0).start(loop);
  const test::ExpectedReport expected("/weft/memory");
  try {
    bench.run();
    FAIL() << "nothing was reported";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(
        report.get_msg(),
        "node.memory.socket at 60 ns: a read of 32 bytes at address 0x1000000 is answered with "
        "TLM_ADDRESS_ERROR_RESPONSE; expected TLM_OK_RESPONSE");
  }
}

}  // namespace
}  // namespace weft
