#include "tlm/memory/base_protocol_checker.hpp"

#include <fmt/format.h>

#include <utility>

#include "hw/common/kernel_time.hpp"

namespace weft {

BaseProtocolChecker::BaseProtocolChecker(sc_core::sc_module_name name, std::string place)
    : sc_module(name), place_(place.empty() ? std::string(this->name()) : std::move(place)) {
  target.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  initiator.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
}

void BaseProtocolChecker::broken(const Payload& payload, const std::string& found,
                                 const std::string& expected) const {
  const std::string text =
      fmt::format("{} at {}: transaction at address {:#x}: {}; expected {}", place_,
                  sc_core::sc_time_stamp().to_string(), payload.get_address(), found, expected);
  SC_REPORT_ERROR("/weft/base_protocol", text.c_str());
}

void BaseProtocolChecker::check_request(const Payload& payload) {
  if (payload.get_data_ptr() == nullptr && payload.get_command() != tlm::TLM_IGNORE_COMMAND)
    broken(payload, "it has no data", "a pointer to them");
  if (payload.get_data_length() == 0 && payload.get_command() != tlm::TLM_IGNORE_COMMAND)
    broken(payload, "a length of 0", "1 byte or more");
  if (payload.get_streaming_width() == 0) broken(payload, "a streaming width of 0", "1 or more");
  if (payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE)
    broken(payload, "it begins with " + payload.get_response_string(), "TLM_INCOMPLETE_RESPONSE");
  if (payload.is_dmi_allowed())
    broken(payload, "it begins with direct access allowed", "what the target says of that");
}

void BaseProtocolChecker::check_answer(const Payload& payload, const Transaction& transaction) {
  if (payload.get_command() != transaction.command ||
      payload.get_address() != transaction.address ||
      payload.get_data_length() != transaction.length)
    broken(payload, "its command, address or length was changed", "them as they were");
  if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
    broken(payload, "a response with TLM_INCOMPLETE_RESPONSE", "a status that the target has set");
}

void BaseProtocolChecker::b_transport(Payload& payload, sc_core::sc_time& delay) {
  check_request(payload);
  ++transactions_;
  const Transaction transaction{State::requesting, payload.get_command(), payload.get_address(),
                                payload.get_data_length()};
  initiator->b_transport(payload, delay);
  check_answer(payload, transaction);
}

void BaseProtocolChecker::begin_request(const Payload& payload) {
  check_request(payload);
  if (!payload.has_mm())
    broken(payload, "it has no memory manager", "one, as transport is non-blocking");
  if (open_.count(&payload) != 0)
    broken(payload, "BEGIN_REQ of a transaction that has begun", "it once");
  if (requesting_ != nullptr)
    broken(payload, "BEGIN_REQ while the request before has not ended", "END_REQ of that first");
  ++transactions_;
  requesting_ = &payload;
  Transaction& transaction = open_[&payload];
  transaction = {State::requesting, payload.get_command(), payload.get_address(),
                 payload.get_data_length()};
  tell(MemoryAccess::Point::begins, transaction);
}

void BaseProtocolChecker::begin_response(const Payload& payload) {
  Transaction& transaction = open_[&payload];
  if (transaction.state == State::responding)
    broken(payload, "BEGIN_RESP once more", "END_RESP of the initiator");
  if (responding_ != nullptr)
    broken(payload, "BEGIN_RESP while the response before has not ended", "END_RESP of that first");
  check_answer(payload, transaction);
  if (requesting_ == &payload) requesting_ = nullptr;
  responding_ = &payload;
  transaction.state = State::responding;
}

void BaseProtocolChecker::end(const Payload& payload) {
  if (requesting_ == &payload) requesting_ = nullptr;
  if (responding_ == &payload) responding_ = nullptr;
  const auto open = open_.find(&payload);
  if (open == open_.end()) return;
  tell(MemoryAccess::Point::ends, open->second);
  open_.erase(open);
}

void BaseProtocolChecker::tell(MemoryAccess::Point point, const Transaction& transaction) {
  if (!accesses.bound()) return;
  accesses.write({point, transaction.command == tlm::TLM_WRITE_COMMAND, transaction.address,
                  transaction.length, kernel_time()});
}

// Phases that are not of the base protocol may be ignored by either side.
void BaseProtocolChecker::from_initiator(const Payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::BEGIN_REQ) return begin_request(payload);
  if (phase == tlm::END_RESP) {
    if (responding_ != &payload)
      broken(payload, "END_RESP without a response", "BEGIN_RESP of the target first");
    return end(payload);
  }
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP)
    broken(payload, "a phase of the target's from the initiator", "BEGIN_REQ or END_RESP");
}

void BaseProtocolChecker::from_target(const Payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP)
    broken(payload, "a phase of the initiator's from the target", "END_REQ or BEGIN_RESP");
  const auto open = open_.find(&payload);
  if (open == open_.end())
    return broken(payload, "a phase of a transaction that has not begun, or has ended",
                  "none behind its end");
  if (phase == tlm::END_REQ) {
    if (open->second.state != State::requesting)
      broken(payload, "END_REQ where no request is", "it once, before BEGIN_RESP");
    open->second.state = State::requested;
    if (requesting_ == &payload) requesting_ = nullptr;
  } else if (phase == tlm::BEGIN_RESP) {
    begin_response(payload);
  }
}

tlm::tlm_sync_enum BaseProtocolChecker::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                                        sc_core::sc_time& delay) {
  const bool ends = phase == tlm::END_RESP;
  from_initiator(payload, phase);
  const tlm::tlm_sync_enum status = initiator->nb_transport_fw(payload, phase, delay);
  if (ends) return status;
  if (status == tlm::TLM_UPDATED) from_target(payload, phase);
  if (status == tlm::TLM_COMPLETED) {
    check_answer(payload, open_[&payload]);
    end(payload);
  }
  return status;
}

tlm::tlm_sync_enum BaseProtocolChecker::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                                        sc_core::sc_time& delay) {
  from_target(payload, phase);
  const tlm::tlm_sync_enum status = target->nb_transport_bw(payload, phase, delay);
  if (status == tlm::TLM_UPDATED) from_initiator(payload, phase);
  if (status == tlm::TLM_COMPLETED) end(payload);
  return status;
}

bool BaseProtocolChecker::get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) {
  const bool granted = initiator->get_direct_mem_ptr(payload, dmi);
  if (!granted) return false;
  const std::uint64_t address = payload.get_address();
  if (dmi.get_dmi_ptr() == nullptr)
    broken(payload, "direct access granted without a pointer", "one, or no access");
  if (address < dmi.get_start_address() || address > dmi.get_end_address())
    broken(payload, "direct access granted to other addresses", "those around what was asked for");
  if ((payload.is_read() && !dmi.is_read_allowed()) ||
      (payload.is_write() && !dmi.is_write_allowed()))
    broken(payload, "direct access granted, but not that", "the one that was asked for");
  return true;
}

unsigned BaseProtocolChecker::transport_dbg(Payload& payload) {
  const unsigned moved = initiator->transport_dbg(payload);
  if (moved > payload.get_data_length())
    broken(payload, fmt::format("debug transport that has moved {} bytes", moved),
           fmt::format("{} or less", payload.get_data_length()));
  return moved;
}

void BaseProtocolChecker::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  target->invalidate_direct_mem_ptr(first, last);
}

}  // namespace weft
