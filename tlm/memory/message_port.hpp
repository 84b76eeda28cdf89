// The port through which messages lie in a memory behind a TLM-2.0 socket.
#pragma once

#include <cstdint>
#include <functional>

#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "hw/common/time.hpp"
#include "hw/memory/memory_contents.hpp"
#include "hw/memory/memory_device.hpp"
#include "tlm/memory/memory_initiator.hpp"

namespace weft {

/// What a T9000 or the co-processor of a hypercube node reaches its memory by: MemoryInitiator,
/// which tells of answers as they come, and the contents by debug transport.
class MessagePort : public sc_core::sc_module, public MemoryContents {
 public:
  MemoryInitiator memory{"memory", 1, [this](unsigned slot, MemoryClocks) {
                           answered(slot, kernel_time());
                         }};  ///< Its socket is to be bound.
  /// Called with each answer, ps; to be set before the run.
  std::function<void(unsigned slot, Time at)> answered;
  /// That the memory must have, a multiple of 8. Its last word is looked at when the simulation
  /// starts: MemoryInitiator::peek.
  std::uint64_t bytes = 0;

  explicit MessagePort(sc_core::sc_module_name name) : sc_module(name) {}

  std::uint64_t word(std::uint64_t address) override { return memory.peek(address); }
  void set_word(std::uint64_t address, std::uint64_t word) override { memory.poke(address, word); }

 private:
  void start_of_simulation() override {
    if (bytes != 0) memory.peek(bytes - memory_word_bytes);
  }
};

}  // namespace weft
