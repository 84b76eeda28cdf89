#include "hw/iwarp/memory_socket.hpp"

#include <array>
#include <cstring>

namespace weft {

MemoryAnswer MemorySocket::read(std::uint32_t address) {
  if (!bound()) return own_.read(address);
  std::array<unsigned char, 8> bytes{};
  MemoryAnswer answer = transport(tlm::TLM_READ_COMMAND, address, 8, bytes.data());
  std::memcpy(&answer.data, bytes.data(), bytes.size());
  return answer;
}

MemoryAnswer MemorySocket::write(std::uint32_t address, std::uint64_t data, unsigned words) {
  if (!bound()) return own_.write(address, data, words);
  std::array<unsigned char, 8> bytes{};
  std::memcpy(bytes.data(), &data, bytes.size());
  const unsigned first = words == 2 ? 4 : 0;
  return transport(tlm::TLM_WRITE_COMMAND, address + first, words == 3 ? 8 : 4,
                   bytes.data() + first);
}

MemoryAnswer MemorySocket::transport(tlm::tlm_command command, std::uint32_t address,
                                     unsigned bytes, unsigned char* data) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay;
  socket->b_transport(payload, delay);
  MemoryAnswer answer;
  answer.good = payload.is_response_ok();
  const Time clocks = (delay.value() + clock_ - 1) / clock_;
  answer.extra_clocks = clocks > 1 ? static_cast<unsigned>(clocks - 1) : 0;
  return answer;
}

}  // namespace weft
