// What a memory can do wrong, as the environment variable WRONG says.
#include <cstdlib>
#include <memory>
#include <string_view>

#include <systemc>
#include <tlm>

#include "platforms/elaboration/make_context.hpp"
#include "platforms/protocols/memory_socket.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace {

using namespace weft;
using Payload = tlm::tlm_generic_payload;

class FaultyMemory : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<64> socket{"socket"};

  explicit FaultyMemory(sc_core::sc_module_name name)
      : sc_module(name), wrong_(std::getenv("WRONG")) {
    socket.bind(*this);
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time&) override {
    if (phase != tlm::BEGIN_REQ || wrong_ == "memory_silent") return tlm::TLM_ACCEPTED;
    payload.set_response_status(status());
    if (wrong_ == "memory_address") payload.set_address(8);
    phase = wrong_ == "memory_phase" ? tlm::END_RESP : tlm::BEGIN_RESP;
    return tlm::TLM_UPDATED;
  }
  tlm::tlm_response_status status() const {
    if (wrong_ == "memory_generic") return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (wrong_ == "memory_range") return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (wrong_ == "memory_incomplete") return tlm::TLM_INCOMPLETE_RESPONSE;
    return tlm::TLM_OK_RESPONSE;
  }
  void b_transport(Payload&, sc_core::sc_time&) override {}
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(Payload& payload) override {
    return wrong_ == "memory_debug" ? 0 : payload.get_data_length();
  }

  std::string_view wrong_;
};

}  // namespace

ComponentType faulty_memory_type() {
  ComponentType type = make_type(TypeRole::component, "faulty_memory", "A memory that fails.");
  type.ports = {{"memory", "", "memory_socket", "The node whose memory it is."}};
  type.add_level(Level::word, [](const MakeContext& context) -> std::unique_ptr<ComponentInstance> {
    return std::make_unique<MemoryInstance<FaultyMemory>>(context.name);
  });
  return ParameterTable<NoParameters>().into(std::move(type));
}
