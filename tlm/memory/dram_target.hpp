// The DRAM of a node behind a TLM-2.0 socket.
#pragma once

#include <tlm_utils/peq_with_get.h>
#include <deque>
#include <systemc>
#include <tlm>

#include "hw/common/time.hpp"
#include "hw/memory/dram_device.hpp"

namespace weft {

/// DramDevice as a target of the generic payload, for any initiator. Non-blocking transport is in
/// the base protocol: a request ends as it begins, responses begin when their last word is read or
/// taken, one at a time. Blocking transport annotates the same times. Direct access is refused: how
/// long an access takes depends on those before it. Debug transport reads and writes the contents.
///
/// Answers that are errors: TLM_ADDRESS_ERROR_RESPONSE behind the end of the memory or for what is
/// not of whole words, TLM_BURST_ERROR_RESPONSE for more words than a transaction has, or
/// streaming; TLM_BYTE_ENABLE_ERROR_RESPONSE for byte enables, TLM_COMMAND_ERROR_RESPONSE for what
/// is neither read nor write.
class DramTarget : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  SC_HAS_PROCESS(DramTarget);

  tlm::tlm_target_socket<64> socket{"socket"};

  /// Throws ParameterError.
  DramTarget(sc_core::sc_module_name name, const DramParameters& parameters, Time clock,
             std::uint64_t bytes);

  DramDevice& memory() { return memory_; }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) override;

  tlm::tlm_response_status refusal(const tlm::tlm_generic_payload& payload) const;
  /// Carries out a transaction that is there at that time, ps; returns when it is done.
  Time serve(tlm::tlm_generic_payload& payload, Time there);
  void respond();
  void send_response();
  void end_response();

  Time clock_;
  std::uint64_t bytes_;
  DramDevice memory_;
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> done_{"done"};
  std::deque<tlm::tlm_generic_payload*> responses_;
  bool responding_ = false;
};

}  // namespace weft
