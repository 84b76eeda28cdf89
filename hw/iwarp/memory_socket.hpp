// The local memory of a cell behind a TLM-2.0 socket.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <tlm>

#include "hw/iwarp/local_memory.hpp"
#include "hw/iwarp/parameters.hpp"

namespace weft {

/// An initiator socket of 64 bits for any memory model or ISS: one `b_transport` of the generic
/// payload for each access, of 8 bytes, or of 4 for a single word. The target annotates its delay
/// and must not wait; an access takes at least one clock, and as many as the delay fills. While
/// nothing is bound, the cell has a static memory of `memory_bytes`.
class MemorySocket final : public LocalMemory {
 public:
  tlm_utils::simple_initiator_socket_optional<MemorySocket, 64> socket{"memory"};

  explicit MemorySocket(const IwarpParameters& parameters)
      : clock_(parameters.clock), own_(parameters.memory_bytes) {}

  MemoryAnswer read(std::uint32_t address) override;
  MemoryAnswer write(std::uint32_t address, std::uint64_t data, unsigned words) override;

  bool is_private() override { return !bound(); }

 private:
  bool bound() { return socket.get_base_port().size() != 0; }
  MemoryAnswer transport(tlm::tlm_command command, std::uint32_t address, unsigned bytes,
                         unsigned char* data);

  Time clock_;
  StaticMemory own_;
};

}  // namespace weft
