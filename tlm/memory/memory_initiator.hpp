// A memory controller's side of a TLM-2.0 socket.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <deque>
#include <functional>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/memory/memory_device.hpp"

namespace weft {

/// Whatever memory is bound to the socket: DRAM of Weft's (DramTarget), DRAMSys, a user's. Each
/// transaction is a generic payload by non-blocking transport in the base protocol; as many are on
/// their way as the controller has begun, one of them in its request phase. Targets that know
/// blocking transport only need the adapter that `simple_target_socket` has. Direct memory access
/// is never asked for, as the controller would not know how long an access takes.
///
/// An answer that is not TLM_OK_RESPONSE is reported as a SystemC error of the type "/weft/memory",
/// with the name of the socket, the time, the address and the answer.
class MemoryInitiator : public sc_core::sc_module,
                        public MemoryDevice,
                        private tlm::tlm_bw_transport_if<>,
                        private tlm::tlm_mm_interface {
 public:
  tlm::tlm_initiator_socket<64> socket{"socket"};

  /// `answer` is called when a transaction is done, with the clock at or behind its response.
  MemoryInitiator(sc_core::sc_module_name name, Time clock,
                  std::function<void(unsigned slot, MemoryClocks at)> answer);

  std::optional<MemoryClocks> begin(unsigned slot, MemoryTransaction& transaction,
                                    MemoryClocks now) override;

  /// A word of the contents, by debug transport: nothing is simulated, no time passes. A memory
  /// without it is reported as a SystemC error of the type "/weft/memory".
  std::uint64_t peek(std::uint64_t address);
  void poke(std::uint64_t address, std::uint64_t word);

  /// Transactions that have begun.
  struct Counts {
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
  };
  const Counts& counts() const { return counts_; }

  /// The transaction that has waited longest for its answer.
  struct Unanswered {
    bool write = false;
    std::uint64_t address = 0;
    unsigned bytes = 0;
    Time since = 0;  ///< ps
  };
  std::optional<Unanswered> oldest() const;
  /// When an answer came last, in ps; 0 if none has.
  Time answered() const { return answered_; }

 private:
  struct Access {
    tlm::tlm_generic_payload payload;
    unsigned slot = 0;
    std::optional<Time> since;  ///< While it is not answered.
  };

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;
  void free(tlm::tlm_generic_payload* payload) override;

  void debug(tlm::tlm_command command, std::uint64_t address, std::uint64_t& word);
  Access& free_access();
  void send_next();
  void phase_begins(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  void end_request(const tlm::tlm_generic_payload& payload);
  void take(tlm::tlm_generic_payload& payload);

  Time clock_;
  std::function<void(unsigned, MemoryClocks)> answer_;
  tlm_utils::peq_with_cb_and_phase<MemoryInitiator> phases_;
  std::vector<std::unique_ptr<Access>> accesses_;
  std::vector<Access*> free_;
  std::deque<Access*> waiting_;
  Access* requesting_ = nullptr;
  Counts counts_;
  Time answered_ = 0;
};

}  // namespace weft
