// A node whose memory is behind a TLM-2.0 socket.
#pragma once

#include <functional>

#include <systemc>

#include "hw/node/node_core.hpp"
#include "tlm/memory/memory_initiator.hpp"

namespace weft {

/// NodeCore on a clock, from the first one on until it is done, and again when it is woken. With
/// DramTarget behind the socket it takes the clocks that it takes around a DramDevice.
class NodeModule : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(NodeModule);

  MemoryInitiator memory;  ///< Its socket is to be bound.
  /// What takes a packet that has left; without it packets are gone.
  std::function<void(const NetworkPacket&)> network;

  /// The parameters of the DRAM are of no use here. Throws ParameterError.
  NodeModule(sc_core::sc_module_name name, const NodeParameters& parameters);

  NodeCore& core() { return core_; }
  /// Something was started: at the next edge of the clock it goes on.
  void wake();
  /// The clock at which the core was done last.
  MemoryClocks ended() const { return ended_; }

 private:
  void tick();

  Time clock_;
  NodeCore core_;
  sc_core::sc_event wake_;
  bool running_ = true;
  MemoryClocks ended_ = 0;
};

}  // namespace weft
