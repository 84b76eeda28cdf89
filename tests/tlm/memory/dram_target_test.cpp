// The DRAM behind a TLM-2.0 socket: blocking and debug transport, direct access, wrong payloads.
#include <gtest/gtest.h>

#include <tlm_utils/simple_initiator_socket.h>
#include <array>
#include <systemc>

#include "tests/tlm/memory/memory_bench.hpp"

namespace weft {
namespace {

struct Initiator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Initiator, 64> socket{"socket"};
  std::array<std::uint64_t, 16> data{};

  explicit Initiator(sc_core::sc_module_name name) : sc_module(name) {}

  void fill(tlm::tlm_generic_payload& one, tlm::tlm_command command, std::uint64_t address,
            unsigned bytes) {
    one.set_command(command);
    one.set_address(address);
    one.set_data_ptr(reinterpret_cast<unsigned char*>(data.data()));
    one.set_data_length(bytes);
    one.set_streaming_width(bytes);
    one.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
};

class DramTargetTest : public testing::Test {
 protected:
  DramTargetTest() {
    initiator.socket.bind(checker.target);
    checker.initiator.bind(dram.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  // Clocks of 10 ns that it takes.
  std::uint64_t transport(tlm::tlm_generic_payload& payload) {
    sc_core::sc_time delay;
    initiator.socket->b_transport(payload, delay);
    return delay.value() / 10'000;
  }

  DramTarget dram{"dram", DramParameters{}, 10'000, 4096};
  BaseProtocolChecker checker{"checker"};
  Initiator initiator{"initiator"};
};

// 3 + 3 and three times 2; then the pins are free at 14, and the next word is there.
TEST_F(DramTargetTest, blocking_transport_annotates_what_an_access_takes) {
  initiator.data = {1, 2, 3, 4};
  tlm::tlm_generic_payload write;
  initiator.fill(write, tlm::TLM_WRITE_COMMAND, 64, 32);
  EXPECT_EQ(transport(write), 12U);
  EXPECT_TRUE(write.is_response_ok());
  tlm::tlm_generic_payload read;
  initiator.fill(read, tlm::TLM_READ_COMMAND, 72, 8);
  EXPECT_EQ(transport(read), 14U);
  EXPECT_EQ(initiator.data[0], 2U);
}

TEST_F(DramTargetTest, direct_access_is_refused) {
  tlm::tlm_generic_payload payload;
  initiator.fill(payload, tlm::TLM_READ_COMMAND, 0, 8);
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(initiator.socket->get_direct_mem_ptr(payload, dmi));
  EXPECT_FALSE(dmi.is_read_allowed());
  EXPECT_EQ(dmi.get_end_address(), 4095U);
  transport(payload);
  EXPECT_FALSE(payload.is_dmi_allowed());
}

TEST_F(DramTargetTest, debug_transport_takes_any_bytes_and_no_time) {
  initiator.data[0] = 0x1122'3344'5566'7788;
  tlm::tlm_generic_payload write;
  initiator.fill(write, tlm::TLM_WRITE_COMMAND, 6, 4);
  EXPECT_EQ(initiator.socket->transport_dbg(write), 4U);
  EXPECT_EQ(dram.memory().store().read(0), 0x7788'0000'0000'0000U);
  EXPECT_EQ(dram.memory().store().read(8), 0x5566U);
  tlm::tlm_generic_payload last;
  initiator.fill(last, tlm::TLM_READ_COMMAND, 4090, 16);
  EXPECT_EQ(initiator.socket->transport_dbg(last), 6U);
  EXPECT_EQ(dram.memory().dram().counts(), DramCore::Counts{});
}

TEST_F(DramTargetTest, what_it_cannot_do_is_answered_with_what_is_wrong) {
  const auto answer = [&](std::uint64_t address, unsigned bytes, auto change) {
    tlm::tlm_generic_payload payload;
    initiator.fill(payload, tlm::TLM_READ_COMMAND, address, bytes);
    change(payload);
    transport(payload);
    return payload.get_response_status();
  };
  const auto as_it_is = [](tlm::tlm_generic_payload&) {};
  EXPECT_EQ(answer(4088, 8, as_it_is), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(answer(4096, 8, as_it_is), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(answer(4088, 16, as_it_is), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(answer(4, 8, as_it_is), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(answer(0, 4, as_it_is), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(answer(0, 128, as_it_is), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(answer(0, 16, [](tlm::tlm_generic_payload& p) { p.set_streaming_width(8); }),
            tlm::TLM_BURST_ERROR_RESPONSE);
  unsigned char enables = 0xff;
  EXPECT_EQ(answer(0, 8, [&](tlm::tlm_generic_payload& p) { p.set_byte_enable_ptr(&enables); }),
            tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_EQ(
      answer(0, 8, [](tlm::tlm_generic_payload& p) { p.set_command(tlm::TLM_IGNORE_COMMAND); }),
      tlm::TLM_COMMAND_ERROR_RESPONSE);
}

}  // namespace
}  // namespace weft
