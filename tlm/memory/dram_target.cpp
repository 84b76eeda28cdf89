#include "tlm/memory/dram_target.hpp"

#include <algorithm>
#include <cstring>

#include "hw/common/kernel_time.hpp"

namespace weft {

DramTarget::DramTarget(sc_core::sc_module_name name, const DramParameters& parameters, Time clock,
                       std::uint64_t bytes)
    : sc_module(name), clock_(clock), bytes_(bytes), memory_(parameters) {
  socket.bind(*this);
  SC_METHOD(respond);
  sensitive << done_.get_event();
  dont_initialize();
}

tlm::tlm_response_status DramTarget::refusal(const tlm::tlm_generic_payload& payload) const {
  const std::uint64_t length = payload.get_data_length();
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_address() % memory_word_bytes != 0 || payload.get_address() >= bytes_ ||
      length > bytes_ - payload.get_address())
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (length == 0 || length % memory_word_bytes != 0 ||
      length > MemoryTransaction::most_words * memory_word_bytes ||
      payload.get_streaming_width() < length)
    return tlm::TLM_BURST_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

Time DramTarget::serve(tlm::tlm_generic_payload& payload, Time there) {
  payload.set_dmi_allowed(false);
  payload.set_response_status(refusal(payload));
  if (!payload.is_response_ok()) return there;
  MemoryTransaction transaction;
  transaction.address = payload.get_address();
  transaction.words = payload.get_data_length() / memory_word_bytes;
  transaction.write = payload.is_write();
  if (transaction.write)
    std::memcpy(transaction.data.data(), payload.get_data_ptr(), payload.get_data_length());
  const MemoryClocks now = (there + clock_ - 1) / clock_;
  const MemoryClocks done = *memory_.begin(0, transaction, now);
  if (!transaction.write)
    std::memcpy(payload.get_data_ptr(), transaction.data.data(), payload.get_data_length());
  return done * clock_;
}

void DramTarget::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const Time end = serve(payload, kernel_time() + delay.value());
  delay = sc_core::sc_time::from_value(end - kernel_time());
}

tlm::tlm_sync_enum DramTarget::nb_transport_fw(tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::END_RESP) {
    // one that nobody waits for means nothing here; a checker tells of it
    if (responding_ && responses_.front() == &payload) end_response();
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
  payload.acquire();
  const Time end = serve(payload, kernel_time() + delay.value());
  done_.notify(payload, sc_core::sc_time::from_value(end - kernel_time()));
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void DramTarget::respond() {
  while (tlm::tlm_generic_payload* payload = done_.get_next_transaction())
    responses_.push_back(payload);
  if (!responding_ && !responses_.empty()) send_response();
}

void DramTarget::send_response() {
  responding_ = true;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum status = socket->nb_transport_bw(*responses_.front(), phase, delay);
  const bool ended =
      status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP);
  if (ended) end_response();
}

void DramTarget::end_response() {
  responding_ = false;
  responses_.front()->release();
  responses_.pop_front();
  // the next response phase may begin when the call that has ended this one has returned
  if (!responses_.empty()) done_.get_event().notify(sc_core::SC_ZERO_TIME);
}

bool DramTarget::get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.allow_none();
  dmi.set_start_address(0);
  dmi.set_end_address(bytes_ - 1);
  return false;
}

unsigned DramTarget::transport_dbg(tlm::tlm_generic_payload& payload) {
  if (!payload.is_read() && !payload.is_write()) return 0;
  if (payload.get_address() >= bytes_) return 0;
  const auto length = static_cast<unsigned>(
      std::min<std::uint64_t>(payload.get_data_length(), bytes_ - payload.get_address()));
  for (unsigned i = 0; i < length; ++i) {
    const std::uint64_t address = payload.get_address() + i;
    const std::uint64_t word_address = address / memory_word_bytes * memory_word_bytes;
    std::uint64_t word = memory_.store().read(word_address);
    auto* const byte = reinterpret_cast<unsigned char*>(&word) + address % memory_word_bytes;
    if (payload.is_read()) {
      payload.get_data_ptr()[i] = *byte;
    } else {
      *byte = payload.get_data_ptr()[i];
      memory_.store().write(word_address, word);
    }
  }
  return length;
}

}  // namespace weft
