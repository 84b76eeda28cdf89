// What our checker finds: one thing of each kind that breaks the base protocol.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <systemc>
#include <tlm>

#include "tests/support/expected_report.hpp"
#include "tlm/memory/base_protocol_checker.hpp"

namespace weft {
namespace {

using Payload = tlm::tlm_generic_payload;

// Both ends, which do what a test tells them.
struct Ends : sc_core::sc_module,
              tlm::tlm_fw_transport_if<>,
              tlm::tlm_bw_transport_if<>,
              tlm::tlm_mm_interface {
  tlm::tlm_initiator_socket<64> initiator{"initiator"};
  tlm::tlm_target_socket<64> target{"target"};
  std::function<tlm::tlm_sync_enum(Payload&, tlm::tlm_phase&)> serve;
  std::function<bool(tlm::tlm_dmi&)> grant = [](tlm::tlm_dmi&) { return false; };
  unsigned moved = 0;
  std::array<unsigned char, 8> data{};

  explicit Ends(sc_core::sc_module_name name) : sc_module(name) {
    initiator.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    target.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    serve = [](Payload&, tlm::tlm_phase&) { return tlm::TLM_ACCEPTED; };
  }

  void fill(Payload& payload) {
    payload.set_mm(this);
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(0x40);
    payload.set_data_ptr(data.data());
    payload.set_data_length(8);
    payload.set_streaming_width(8);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    return initiator->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    return target->nb_transport_bw(payload, phase, delay);
  }

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time&) override {
    return serve(payload, phase);
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_ACCEPTED;
  }
  void b_transport(Payload& payload, sc_core::sc_time&) override {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    serve(payload, phase);
  }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi& dmi) override { return grant(dmi); }
  unsigned transport_dbg(Payload&) override { return moved; }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
  void free(Payload*) override {}
};

class ProtocolChecker : public testing::Test {
 protected:
  ProtocolChecker() {
    ends.initiator.bind(checker.target);
    checker.initiator.bind(ends.target);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    ends.fill(one);
    ends.fill(other);
  }

  // What is reported, behind the address.
  static std::string broken(const std::function<void()>& action) {
    const test::ExpectedReport expected("/weft/base_protocol");
    try {
      action();
    } catch (const sc_core::sc_report& report) {
      const std::string text = report.get_msg();
      const std::string head = "checker at 0 s: transaction at address 0x40: ";
      EXPECT_EQ(text.substr(0, head.size()), head);
      return text.substr(head.size());
    }
    return "nothing";
  }

  BaseProtocolChecker checker{"checker"};
  Ends ends{"ends"};
  Payload one;
  Payload other;
};

TEST_F(ProtocolChecker, finds_nothing_in_what_keeps_it) {
  ends.forward(one, tlm::BEGIN_REQ);
  ends.backward(one, tlm::END_REQ);
  ends.forward(other, tlm::BEGIN_REQ);
  one.set_response_status(tlm::TLM_OK_RESPONSE);
  ends.backward(one, tlm::BEGIN_RESP);
  ends.forward(one, tlm::END_RESP);
  EXPECT_EQ(checker.unfinished(), 1U);
  // a response without END_REQ is one
  other.set_response_status(tlm::TLM_OK_RESPONSE);
  ends.backward(other, tlm::BEGIN_RESP);
  ends.forward(other, tlm::END_RESP);
  EXPECT_EQ(checker.unfinished(), 0U);
  EXPECT_EQ(checker.transactions(), 2U);
}

TEST_F(ProtocolChecker, finds_requests_that_overlap) {
  ends.forward(one, tlm::BEGIN_REQ);
  EXPECT_EQ(broken([&] { ends.forward(other, tlm::BEGIN_REQ); }),
            "BEGIN_REQ while the request before has not ended; expected END_REQ of that first");
}

TEST_F(ProtocolChecker, finds_responses_that_overlap) {
  for (Payload* payload : {&one, &other}) {
    ends.forward(*payload, tlm::BEGIN_REQ);
    ends.backward(*payload, tlm::END_REQ);
    payload->set_response_status(tlm::TLM_OK_RESPONSE);
  }
  ends.backward(one, tlm::BEGIN_RESP);
  EXPECT_EQ(broken([&] { ends.backward(other, tlm::BEGIN_RESP); }),
            "BEGIN_RESP while the response before has not ended; expected END_RESP of that first");
}

TEST_F(ProtocolChecker, finds_phases_out_of_order) {
  EXPECT_EQ(broken([&] { ends.backward(one, tlm::END_REQ); }),
            "a phase of a transaction that has not begun, or has ended; expected none behind its "
            "end");
  EXPECT_EQ(broken([&] { ends.forward(one, tlm::END_RESP); }),
            "END_RESP without a response; expected BEGIN_RESP of the target first");
  EXPECT_EQ(broken([&] { ends.forward(one, tlm::END_REQ); }),
            "a phase of the target's from the initiator; expected BEGIN_REQ or END_RESP");
  ends.forward(one, tlm::BEGIN_REQ);
  ends.backward(one, tlm::END_REQ);
  EXPECT_EQ(broken([&] { ends.backward(one, tlm::END_REQ); }),
            "END_REQ where no request is; expected it once, before BEGIN_RESP");
  EXPECT_EQ(broken([&] { ends.backward(one, tlm::END_RESP); }),
            "a phase of the initiator's from the target; expected END_REQ or BEGIN_RESP");
  EXPECT_EQ(broken([&] { ends.forward(one, tlm::BEGIN_REQ); }),
            "BEGIN_REQ of a transaction that has begun; expected it once");
}

TEST_F(ProtocolChecker, finds_payloads_that_are_not_ready) {
  const auto changed = [&](const std::function<void(Payload&)>& change) {
    ends.fill(other);
    change(other);
    return broken([&] { ends.forward(other, tlm::BEGIN_REQ); });
  };
  EXPECT_EQ(changed([](Payload& p) { p.set_data_ptr(nullptr); }),
            "it has no data; expected a pointer to them");
  EXPECT_EQ(changed([](Payload& p) { p.set_data_length(0); }),
            "a length of 0; expected 1 byte or more");
  EXPECT_EQ(changed([](Payload& p) { p.set_streaming_width(0); }),
            "a streaming width of 0; expected 1 or more");
  EXPECT_EQ(changed([](Payload& p) { p.set_response_status(tlm::TLM_OK_RESPONSE); }),
            "it begins with TLM_OK_RESPONSE; expected TLM_INCOMPLETE_RESPONSE");
  EXPECT_EQ(changed([](Payload& p) { p.set_dmi_allowed(true); }),
            "it begins with direct access allowed; expected what the target says of that");
  Payload managed_by_nobody;
  ends.fill(managed_by_nobody);
  managed_by_nobody.set_mm(nullptr);
  EXPECT_EQ(broken([&] { ends.forward(managed_by_nobody, tlm::BEGIN_REQ); }),
            "it has no memory manager; expected one, as transport is non-blocking");
}

TEST_F(ProtocolChecker, finds_what_a_target_changes_or_forgets) {
  ends.serve = [](Payload& payload, tlm::tlm_phase&) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    payload.set_data_length(4);
    return tlm::TLM_COMPLETED;
  };
  EXPECT_EQ(broken([&] { ends.forward(one, tlm::BEGIN_REQ); }),
            "its command, address or length was changed; expected them as they were");
  ends.serve = [](Payload&, tlm::tlm_phase&) { return tlm::TLM_COMPLETED; };
  const std::string silent =
      "a response with TLM_INCOMPLETE_RESPONSE; expected a status that the target has set";
  sc_core::sc_time delay;
  EXPECT_EQ(broken([&] { ends.initiator->b_transport(other, delay); }), silent);
}

// Where the payload reads at 0x40.
TEST_F(ProtocolChecker, finds_direct_access_that_is_not_what_was_asked_for) {
  tlm::tlm_dmi dmi;
  const auto ask = [&] { ends.initiator->get_direct_mem_ptr(one, dmi); };
  const auto grants = [&](std::uint64_t first, std::uint64_t last, bool read) {
    ends.grant = [this, first, last, read](tlm::tlm_dmi& granted) {
      granted.set_start_address(first);
      granted.set_end_address(last);
      granted.set_dmi_ptr(ends.data.data());
      if (read) granted.allow_read();
      return true;
    };
    dmi.init();
  };
  ask();  // refused
  grants(0x40, 0x47, true);
  ask();
  grants(0, 0x3f, true);
  EXPECT_EQ(broken(ask),
            "direct access granted to other addresses; expected those around what was asked for");
  grants(0x40, 0x47, false);
  EXPECT_EQ(broken(ask),
            "direct access granted, but not that; expected the one that was asked for");
  ends.grant = [](tlm::tlm_dmi&) { return true; };
  dmi.init();
  EXPECT_EQ(broken(ask), "direct access granted without a pointer; expected one, or no access");
}

TEST_F(ProtocolChecker, finds_debug_transport_of_too_much) {
  ends.moved = 8;
  EXPECT_EQ(ends.initiator->transport_dbg(one), 8U);
  ends.moved = 9;
  EXPECT_EQ(broken([&] { ends.initiator->transport_dbg(one); }),
            "debug transport that has moved 9 bytes; expected 8 or less");
}

}  // namespace
}  // namespace weft
