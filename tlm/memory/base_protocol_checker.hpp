// What passes over a memory socket, held against the base protocol of TLM-2.0.
#pragma once

#include <map>
#include <string>
#include <systemc>
#include <tlm>

#include "hw/common/observer_port.hpp"
#include "tlm/memory/memory_access.hpp"

namespace weft {

/// Stands between an initiator and a target and changes nothing. What breaks the base protocol
/// (IEEE 1666-2011, 14 and 15) is reported at once as a SystemC error of the type
/// "/weft/base_protocol", with the place, the time, the address of the transaction, what was done
/// and what the protocol asks for:
///
/// - a payload without data, memory manager (non-blocking) or an untouched response status;
/// - a request that begins before the one before has ended, a response likewise;
/// - phases of a transaction out of their order, or from the wrong side;
/// - command, address or length that the target has changed;
/// - a response without a status;
/// - direct access that is granted without a pointer, or not to the address that was asked for;
/// - debug transport that has moved more than it was asked for.
class BaseProtocolChecker : public sc_core::sc_module,
                            private tlm::tlm_fw_transport_if<>,
                            private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_target_socket<64> target{"target"};           ///< To the initiator.
  tlm::tlm_initiator_socket<64> initiator{"initiator"};  ///< To the target.
  ObserverPort<MemoryAccess> accesses;                   ///< Of non-blocking transport.

  /// `place` is what is named where something is broken; else it is the name of the module.
  explicit BaseProtocolChecker(sc_core::sc_module_name name, std::string place = {});

  std::uint64_t transactions() const { return transactions_; }
  /// Transactions that have begun and not ended: none at the end of a run.
  std::size_t unfinished() const { return open_.size(); }

 private:
  using Payload = tlm::tlm_generic_payload;
  enum class State : std::uint8_t { requesting, requested, responding };
  struct Transaction {
    State state = State::requesting;
    tlm::tlm_command command = tlm::TLM_IGNORE_COMMAND;
    std::uint64_t address = 0;
    unsigned length = 0;
  };

  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(Payload& payload) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;

  void check_request(const Payload& payload);
  void check_answer(const Payload& payload, const Transaction& transaction);
  void begin_request(const Payload& payload);
  void begin_response(const Payload& payload);
  void end(const Payload& payload);
  void tell(MemoryAccess::Point point, const Transaction& transaction);
  void from_initiator(const Payload& payload, const tlm::tlm_phase& phase);
  void from_target(const Payload& payload, const tlm::tlm_phase& phase);
  void broken(const Payload& payload, const std::string& found, const std::string& expected) const;

  std::map<const Payload*, Transaction> open_;
  std::string place_;
  const Payload* requesting_ = nullptr;
  const Payload* responding_ = nullptr;
  std::uint64_t transactions_ = 0;
};

}  // namespace weft
