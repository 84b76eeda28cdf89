// What docs/copy_transfer.md shows of a memory of one's own.
#include <gtest/gtest.h>

#include <tlm_utils/simple_target_socket.h>
#include <cstring>
#include <filesystem>
#include <systemc>
#include <vector>

#include "platforms/copy_transfer/node_file.hpp"
#include "tlm/memory/base_protocol_checker.hpp"
#include "tlm/memory/node_module.hpp"

namespace weft {
namespace {

using copy_transfer::load_node;

struct MyMemory : sc_core::sc_module {
  tlm_utils::simple_target_socket<MyMemory, 64> socket{"socket"};
  std::vector<unsigned char> bytes = std::vector<unsigned char>(1 << 20);

  explicit MyMemory(sc_core::sc_module_name name) : sc_module(name) {
    socket.register_b_transport(this, &MyMemory::b_transport);
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    unsigned char* const here = bytes.data() + payload.get_address();
    unsigned char* const there = payload.get_data_ptr();
    std::memcpy(payload.is_write() ? here : there, payload.is_write() ? there : here,
                payload.get_data_length());
    delay += sc_core::sc_time(80, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

TEST(DocsExamples, a_memory_of_ones_own) {
  const std::filesystem::path nodes = WEFT_SOURCE_DIR "/platforms/nodes";
  LoopTransfer loop;
  loop.elements = 100;
  loop.from = AccessPattern{};
  loop.to.base = 1 << 19;
  NodeModule node("node", load_node(nodes / "t3d.yaml").parameters);
  BaseProtocolChecker checker("checker");
  MyMemory memory("memory");
  node.memory.socket.bind(checker.target);
  checker.initiator.bind(memory.socket);
  for (unsigned i = 0; i < 800; ++i) memory.bytes[i] = static_cast<unsigned char>(i);
  node.core().processor(0).start(loop);
  sc_core::sc_start(1, sc_core::SC_MS);
  EXPECT_EQ(std::memcmp(memory.bytes.data(), memory.bytes.data() + (1 << 19), 800), 0);
  EXPECT_EQ(checker.unfinished(), 0U);
}

}  // namespace
}  // namespace weft
