#include "tlm/memory/memory_initiator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/common/kernel_time.hpp"

namespace weft {

MemoryInitiator::MemoryInitiator(sc_core::sc_module_name name, Time clock,
                                 std::function<void(unsigned, MemoryClocks)> answer)
    : sc_module(name),
      clock_(clock),
      answer_(std::move(answer)),
      phases_(this, &MemoryInitiator::phase_begins) {
  socket.bind(*this);
}

MemoryInitiator::Access& MemoryInitiator::free_access() {
  if (free_.empty()) {
    accesses_.push_back(std::make_unique<Access>());
    accesses_.back()->payload.set_mm(this);
    return *accesses_.back();
  }
  Access& access = *free_.back();
  free_.pop_back();
  return access;
}

void MemoryInitiator::free(tlm::tlm_generic_payload* payload) {
  payload->reset();
  const auto access = std::find_if(accesses_.begin(), accesses_.end(),
                                   [payload](const auto& one) { return &one->payload == payload; });
  free_.push_back(access->get());
}

std::optional<MemoryClocks> MemoryInitiator::begin(unsigned slot, MemoryTransaction& transaction,
                                                   MemoryClocks /*now*/) {
  ++(transaction.write ? counts_.writes : counts_.reads);
  Access& access = free_access();
  access.slot = slot;
  access.since = kernel_time();
  tlm::tlm_generic_payload& payload = access.payload;
  payload.acquire();
  payload.set_command(transaction.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload.set_address(transaction.address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(transaction.data.data()));
  payload.set_data_length(transaction.words * memory_word_bytes);
  payload.set_streaming_width(transaction.words * memory_word_bytes);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  waiting_.push_back(&access);
  send_next();
  return std::nullopt;
}

std::optional<MemoryInitiator::Unanswered> MemoryInitiator::oldest() const {
  const Access* oldest = nullptr;
  for (const auto& access : accesses_) {
    if (access->since && (oldest == nullptr || *access->since < *oldest->since))
      oldest = access.get();
  }
  if (oldest == nullptr) return std::nullopt;
  const tlm::tlm_generic_payload& payload = oldest->payload;
  return Unanswered{payload.is_write(), payload.get_address(), payload.get_data_length(),
                    *oldest->since};
}

std::uint64_t MemoryInitiator::peek(std::uint64_t address) {
  std::uint64_t word = 0;
  debug(tlm::TLM_READ_COMMAND, address, word);
  return word;
}

void MemoryInitiator::poke(std::uint64_t address, std::uint64_t word) {
  debug(tlm::TLM_WRITE_COMMAND, address, word);
}

void MemoryInitiator::debug(tlm::tlm_command command, std::uint64_t address, std::uint64_t& word) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  payload.set_data_length(memory_word_bytes);
  payload.set_streaming_width(memory_word_bytes);
  const unsigned moved = socket->transport_dbg(payload);
  if (moved == memory_word_bytes) return;
  const std::string text = fmt::format(
      "{}: debug transport of a {} of 8 bytes at address {:#x} moves {}; expected 8", socket.name(),
      command == tlm::TLM_READ_COMMAND ? "read" : "write", address, moved);
  SC_REPORT_ERROR("/weft/memory", text.c_str());
}

// One transaction is in its request phase at a time.
void MemoryInitiator::send_next() {
  if (requesting_ != nullptr || waiting_.empty()) return;
  requesting_ = waiting_.front();
  waiting_.pop_front();
  tlm::tlm_generic_payload& payload = requesting_->payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  switch (socket->nb_transport_fw(payload, phase, delay)) {
    case tlm::TLM_ACCEPTED: break;
    case tlm::TLM_UPDATED: phases_.notify(payload, phase, delay); break;
    // there are no more calls: as if the response phase had ended then
    case tlm::TLM_COMPLETED: phases_.notify(payload, tlm::END_RESP, delay); break;
  }
}

tlm::tlm_sync_enum MemoryInitiator::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                                    tlm::tlm_phase& phase,
                                                    sc_core::sc_time& delay) {
  phases_.notify(payload, phase, delay);
  return tlm::TLM_ACCEPTED;
}

void MemoryInitiator::phase_begins(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
  const bool responds = phase == tlm::BEGIN_RESP || phase == tlm::END_RESP;
  if (phase != tlm::END_REQ && !responds) return;  // of a protocol that we do not speak
  end_request(payload);
  if (phase == tlm::BEGIN_RESP) {
    tlm::tlm_phase end = tlm::END_RESP;
    sc_core::sc_time delay;
    socket->nb_transport_fw(payload, end, delay);
  }
  if (responds) take(payload);
  send_next();
}

// By END_REQ, or by a response that comes without it.
void MemoryInitiator::end_request(const tlm::tlm_generic_payload& payload) {
  if (requesting_ != nullptr && &requesting_->payload == &payload) requesting_ = nullptr;
}

void MemoryInitiator::take(tlm::tlm_generic_payload& payload) {
  if (!payload.is_response_ok()) {
    const std::string text =
        fmt::format("{} at {}: a {} of {} bytes at address {:#x} is answered with {}; expected {}",
                    socket.name(), sc_core::sc_time_stamp().to_string(),
                    payload.is_write() ? "write" : "read", payload.get_data_length(),
                    payload.get_address(), payload.get_response_string(), "TLM_OK_RESPONSE");
    SC_REPORT_ERROR("/weft/memory", text.c_str());
  }
  const auto access = std::find_if(accesses_.begin(), accesses_.end(),
                                   [&](const auto& one) { return &one->payload == &payload; });
  const unsigned slot = (*access)->slot;
  (*access)->since.reset();
  payload.release();
  answered_ = kernel_time();
  answer_(slot, (answered_ + clock_ - 1) / clock_);
}

void MemoryInitiator::invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) {}

}  // namespace weft
