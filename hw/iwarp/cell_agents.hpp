// The agents of an iWarp cell.
#pragma once

#include <algorithm>

#include "hw/iwarp/cell_client.hpp"
#include "hw/iwarp/communication_interface.hpp"
#include "hw/iwarp/computation_port.hpp"
#include "hw/iwarp/local_memory.hpp"
#include "hw/iwarp/memory_agent.hpp"
#include "hw/iwarp/parameters.hpp"

namespace weft {

/// Memory and computation agent, attached to a communication agent as one client. At each edge the
/// memory agent comes before the program: it steals the cycles of the memory bus.
class CellAgents final : private CellClient {
 public:
  /// Parameters must have been checked; the others must outlive it.
  CellAgents(const IwarpParameters& parameters, CommunicationInterface& communication,
             LocalMemory& memory)
      : communication_(&communication),
        memory_(parameters, communication, memory),
        computation_(parameters, communication, memory_) {
    communication.attach(*this);
  }
  CellAgents(const CellAgents&) = delete;
  CellAgents& operator=(const CellAgents&) = delete;

  CommunicationInterface& communication() { return *communication_; }
  const CommunicationInterface& communication() const { return *communication_; }
  MemoryAgent& memory() { return memory_; }
  const MemoryAgent& memory() const { return memory_; }
  ComputationPort& computation() { return computation_; }
  const ComputationPort& computation() const { return computation_; }

  /// Data words that the program and its spooling gates have put into pathways, and have taken from
  /// them.
  std::uint64_t words_sent() const { return memory_.words_sent() + computation_.words_sent(); }
  std::uint64_t words_received() const {
    return memory_.words_received() + computation_.words_received();
  }

 private:
  // CellClient
  void clock(Time now) override {
    memory_.clock(now);
    computation_.clock(now);
  }
  Time next() const override { return std::min(memory_.next(), computation_.next()); }
  ClientWatch watched() const override {
    ClientWatch watch = computation_.watched();
    watch.inputs |= memory_.watched();
    return watch;
  }

  CommunicationInterface* communication_;
  MemoryAgent memory_;
  ComputationPort computation_;
};

}  // namespace weft
