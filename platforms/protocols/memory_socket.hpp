// The ends of a memory socket, and of a link between nodes with memory.
#pragma once

#include <any>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <tlm>

#include "platforms/elaboration/component_instance.hpp"
#include "platforms/link_view.hpp"
#include "platforms/platform.hpp"
#include "tlm/memory/base_protocol_checker.hpp"
#include "tlm/memory/node_module.hpp"

namespace weft {

/// An end of a `memory_socket` at `word`: a socket of 64 bits of the generic payload in the base
/// protocol, of any kind (tlm_utils has simple ones). One end is an initiator, the other a target.
/// Between them stands a BaseProtocolChecker; what breaks the protocol ends the run.
struct MemoryEnd {
  using Initiator = tlm::tlm_base_initiator_socket<64>;
  using Target = tlm::tlm_base_target_socket<64>;

  explicit MemoryEnd(Initiator& socket) : initiator(&socket) {}
  explicit MemoryEnd(Target& socket) : target(&socket) {}

  Initiator* initiator = nullptr;  ///< Null at a target.
  Target* target = nullptr;        ///< Null at an initiator.
};

/// A component that is a memory: a module whose member `socket` is its only port.
template <class Memory>
class MemoryInstance final : public ComponentInstance {
 public:
  /// Of the module.
  template <class... Arguments>
  explicit MemoryInstance(Arguments&&... arguments)
      : module_(std::forward<Arguments>(arguments)...) {}

  Memory& module() { return module_; }
  std::any port(unsigned, Side) override { return MemoryEnd(module_.socket); }

 private:
  Memory module_;
};

/// The memory sockets of a system, with what stands between their ends.
struct MemorySockets {
  struct Socket {
    LinkEnd initiator;  ///< The port that asks.
    BaseProtocolChecker* checker = nullptr;
  };
  std::vector<Socket> all;  ///< In the order in which they were joined.
};

/// An end of a `node_link` at `word`: packets that leave the one go to the other.
struct NodeLinkEnd {
  NodeModule* node = nullptr;
};

}  // namespace weft
