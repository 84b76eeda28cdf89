// A memory in the loosely-timed style: blocking transport alone, which tells how long it takes.
#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <vector>

#include "platforms/elaboration/make_context.hpp"
#include "platforms/protocols/memory_socket.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace {

using namespace weft;

struct StoreParameters {
  Time latency = 80 * nanosecond;
  std::uint64_t bytes = std::uint64_t{64} << 20U;
};

// A module as one has it, that knows nothing of Weft.
struct Store : sc_core::sc_module {
  tlm_utils::simple_target_socket<Store, 64> socket{"socket"};

  Store(sc_core::sc_module_name name, sc_core::sc_time latency, std::size_t bytes)
      : sc_module(name), latency_(latency), bytes_(bytes) {
    socket.register_b_transport(this, &Store::b_transport);
    socket.register_transport_dbg(this, &Store::transport_dbg);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const bool whole = transport_dbg(payload) == payload.get_data_length();
    payload.set_response_status(whole ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
    delay += latency_;
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    const std::uint64_t address = payload.get_address();
    const unsigned length = payload.get_data_length();
    if (address > bytes_.size() || length > bytes_.size() - address) return 0;
    unsigned char* const here = bytes_.data() + address;
    unsigned char* const there = payload.get_data_ptr();
    std::memcpy(payload.is_write() ? here : there, payload.is_write() ? there : here, length);
    return length;
  }

  sc_core::sc_time latency_;
  std::vector<unsigned char> bytes_;
};

std::unique_ptr<ComponentInstance> make_store(const MakeContext& context) {
  const auto parameters = context.component().parameters->to_struct<StoreParameters>();
  return std::make_unique<MemoryInstance<Store>>(
      context.name, sc_core::sc_time::from_value(parameters.latency), parameters.bytes);
}

}  // namespace

ComponentType store_type() {
  ComponentType type =
      make_type(TypeRole::component, "store", "A memory that takes as long for each access.");
  type.ports = {{"memory", "", "memory_socket", "The node whose memory it is."}};
  type.add_level(Level::word, make_store);

  ParameterTable<StoreParameters> table;
  table.time("latency", &StoreParameters::latency)
      .between(0, millisecond)
      .help("Of a transaction.");
  table.bytes("bytes", &StoreParameters::bytes).between(8, 1U << 30U).help("Of the memory.");
  return table.into(std::move(type));
}
