// A node with a memory behind its TLM-2.0 socket, and our checker between them.
#pragma once

#include <gtest/gtest.h>

#include <systemc>

#include "tests/hw/node/node_bench.hpp"
#include "tlm/memory/base_protocol_checker.hpp"
#include "tlm/memory/dram_target.hpp"
#include "tlm/memory/node_module.hpp"

namespace weft::test {

inline constexpr std::uint64_t memory_bytes = std::uint64_t{1} << 24U;

/// Any target with a socket of 64 bits.
template <class Target>
struct TlmBench {
  NodeModule node;
  BaseProtocolChecker checker{"checker"};
  Target& memory;

  TlmBench(const NodeParameters& parameters, Target& target)
      : node("node", parameters), memory(target) {
    node.memory.socket.bind(checker.target);
    checker.initiator.bind(target.socket);
  }

  void run() { sc_core::sc_start(sc_core::sc_time(100, sc_core::SC_MS)); }
};

/// A loop that uses all that a processor has: gathers by a stride, and stores in order.
inline LoopTransfer gathering(std::uint64_t elements) {
  LoopTransfer loop;
  loop.elements = elements;
  loop.from = AccessPattern{};
  loop.from->stride = 9;
  loop.to.base = memory_bytes / 2;
  return loop;
}

}  // namespace weft::test
