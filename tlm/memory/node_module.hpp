// A node whose memory is behind a TLM-2.0 socket.
#pragma once

#include <functional>
#include <optional>

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
  /// What takes a packet that has left, where it leads to no other node. Without either packets are
  /// lost, and counted.
  std::function<void(const NetworkPacket&)> network;
  /// Called as the simulation starts, before the first clock: fills the memory, starts loops.
  std::function<void()> prepare;

  /// The parameters of the DRAM are of no use here. Throws ParameterError.
  NodeModule(sc_core::sc_module_name name, const NodeParameters& parameters);

  NodeCore& core() { return core_; }
  const NodeCore& core() const { return core_; }
  /// What leaves goes to that node, which lives as long, as soon as its port takes it; one packet
  /// waits at the end of the link meanwhile, and those behind it in the port.
  void lead_to(NodeModule& far) { far_ = &far; }
  /// Something was started: at the next edge of the clock it goes on.
  void wake();
  /// Nothing is left to do, and all that has left is at its end.
  bool done() const { return core_.done() && !leaving_; }
  /// The clock at which the core was done last.
  MemoryClocks ended() const { return ended_; }
  /// Packets that have left over the link, and those of them that nobody has taken.
  std::uint64_t sent() const { return sent_; }
  std::uint64_t lost() const { return lost_; }

 private:
  void start_of_simulation() override;
  void tick();
  void carry();
  bool takes(const NetworkPacket& packet);

  Time clock_;
  NodeCore core_;
  sc_core::sc_event wake_;
  bool running_ = true;
  MemoryClocks ended_ = 0;
  NodeModule* far_ = nullptr;
  std::optional<NetworkPacket> leaving_;
  std::uint64_t sent_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace weft
