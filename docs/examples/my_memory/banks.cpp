// A memory in the approximately-timed style: a queue of its own, and banks whose answers come in
// another order than what was asked.
#include <tlm_utils/peq_with_get.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <vector>

#include <systemc>
#include <tlm>

#include "hw/common/kernel_time.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/elaboration/own_counts.hpp"
#include "platforms/protocols/memory_socket.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace {

using namespace weft;
using Payload = tlm::tlm_generic_payload;

struct BanksParameters {
  Time accept = 20 * nanosecond;
  Time busy = 200 * nanosecond;
  std::uint64_t bytes = std::uint64_t{64} << 20U;
};

class Banks : public sc_core::sc_module, public OwnCounts, private tlm::tlm_fw_transport_if<> {
 public:
  SC_HAS_PROCESS(Banks);
  tlm::tlm_target_socket<64> socket{"socket"};

  Banks(sc_core::sc_module_name name, const BanksParameters& parameters)
      : sc_module(name), parameters_(parameters), bytes_(parameters.bytes) {
    socket.bind(*this);
    SC_METHOD(accept);
    sensitive << accepted_.get_event();
    dont_initialize();
    SC_METHOD(respond);
    sensitive << done_.get_event() << ended_;
    dont_initialize();
  }

  std::vector<Count> counts() const override {
    return {{"answers out of order", overtaken_}, {"answers at once", at_once_}};
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    if (phase == tlm::END_RESP) {
      payload.release();
      responding_ = nullptr;
      ended_.notify(sc_core::SC_ZERO_TIME);
      return tlm::TLM_COMPLETED;
    }
    // what was asked for last is in a register: the answer is there before the request has ended
    if (payload.is_read() && payload.get_address() == last_read_) {
      ++at_once_;
      serve(payload);
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    order_.push_back(&payload);
    accepted_.notify(payload, delay + sc_core::sc_time::from_value(parameters_.accept));
    return tlm::TLM_ACCEPTED;
  }
  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    serve(payload);
    delay += sc_core::sc_time::from_value(parameters_.accept + parameters_.busy);
  }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(Payload& payload) override { return move(payload); }

  // The request ends, and goes to its bank.
  void accept() {
    while (Payload* const payload = accepted_.get_next_transaction()) {
      serve(*payload);
      Time& bank = free_at_[payload->get_address() / 32 % free_at_.size()];
      bank = std::max(bank, kernel_time()) + parameters_.busy;
      done_.notify(*payload, sc_core::sc_time::from_value(bank - kernel_time()));
      tlm::tlm_phase phase = tlm::END_REQ;
      sc_core::sc_time delay;
      socket->nb_transport_bw(*payload, phase, delay);
    }
  }

  // One answer at a time.
  void respond() {
    while (responding_ == nullptr) {
      responding_ = done_.get_next_transaction();
      if (responding_ == nullptr) return;
      overtaken_ += responding_ != order_.front() ? 1 : 0;
      order_.erase(std::find(order_.begin(), order_.end(), responding_));
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay;
      socket->nb_transport_bw(*responding_, phase, delay);
    }
  }

  void serve(Payload& payload) {
    if (payload.is_read()) last_read_ = payload.get_address();
    const bool whole = move(payload) == payload.get_data_length();
    payload.set_response_status(whole ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  unsigned move(Payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned length = payload.get_data_length();
    if (address > bytes_.size() || length > bytes_.size() - address) return 0;
    unsigned char* const here = bytes_.data() + address;
    unsigned char* const there = payload.get_data_ptr();
    std::memcpy(payload.is_write() ? here : there, payload.is_write() ? there : here, length);
    return length;
  }

  BanksParameters parameters_;
  std::vector<unsigned char> bytes_;
  std::array<Time, 4> free_at_{};
  tlm_utils::peq_with_get<Payload> accepted_{"accepted"};
  tlm_utils::peq_with_get<Payload> done_{"done"};
  sc_core::sc_event ended_{"ended"};
  std::deque<Payload*> order_;
  Payload* responding_ = nullptr;
  std::uint64_t last_read_ = ~std::uint64_t{0};
  std::uint64_t overtaken_ = 0;
  std::uint64_t at_once_ = 0;
};

std::unique_ptr<ComponentInstance> make_banks(const MakeContext& context) {
  auto made = std::make_unique<MemoryInstance<Banks>>(
      context.name, context.component().parameters->to_struct<BanksParameters>());
  context.show<OwnCounts>(made->module());
  return made;
}

}  // namespace

ComponentType banks_type() {
  ComponentType type =
      make_type(TypeRole::component, "banks", "A memory whose four banks answer as they can.");
  type.ports = {{"memory", "", "memory_socket", "The node whose memory it is."}};
  type.add_level(Level::word, make_banks);

  ParameterTable<BanksParameters> table;
  table.time("accept", &BanksParameters::accept).between(0, millisecond).help("Of a request.");
  table.time("busy", &BanksParameters::busy)
      .between(0, millisecond)
      .help("Of a bank, with one transaction.");
  table.bytes("bytes", &BanksParameters::bytes).between(8, 1U << 30U).help("Of the memory.");
  return table.into(std::move(type));
}
