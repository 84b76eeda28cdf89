#include "hw/c104/control_message.hpp"

namespace weft {

namespace {

constexpr std::uint8_t handshake_bit = 0x80;
constexpr std::uint8_t error_code = 0xff;
constexpr std::size_t word_bytes = 4;

using Bytes = std::vector<std::uint8_t>;

void put_word(Bytes& bytes, std::uint32_t word) {
  for (unsigned i = 0; i < word_bytes; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  }
}

std::uint32_t word_at(const Bytes& bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < word_bytes; ++i) {
    word |= static_cast<std::uint32_t>(bytes[at + i]) << (8 * i);
  }
  return word;
}

bool is_command(std::uint8_t code) {
  return code >= static_cast<std::uint8_t>(ControlCommand::start) &&
         code <= static_cast<std::uint8_t>(ControlCommand::stop);
}

// Behind the first byte.
std::size_t bytes_behind(ControlCommand command) {
  switch (command) {
    case ControlCommand::start: return 1;
    case ControlCommand::peek: return word_bytes;
    case ControlCommand::poke:
    case ControlCommand::boot: return 2 * word_bytes;
    default: return 0;
  }
}

bool has_its_bytes(ControlCommand command, std::size_t bytes) {
  if (command == ControlCommand::boot_data) return bytes >= 1 && bytes <= most_boot_bytes;
  return bytes == bytes_behind(command);
}

bool brings_value(const ControlAnswer& answer) {
  return answer.status == ControlStatus::done &&
         (answer.command == ControlCommand::identify || answer.command == ControlCommand::peek);
}

}  // namespace

std::string_view name_of(ControlCommand command) {
  switch (command) {
    case ControlCommand::start: return "start";
    case ControlCommand::identify: return "identify";
    case ControlCommand::peek: return "peek";
    case ControlCommand::poke: return "poke";
    case ControlCommand::reset: return "reset";
    case ControlCommand::recover: return "recover";
    case ControlCommand::boot: return "boot";
    case ControlCommand::boot_data: return "boot_data";
    case ControlCommand::run: return "run";
    case ControlCommand::stop: return "stop";
  }
  return "";
}

std::string_view name_of(ControlStatus status) {
  switch (status) {
    case ControlStatus::done: return "done";
    case ControlStatus::no_register: return "no such register";
    case ControlStatus::refused: return "refused";
    case ControlStatus::unknown: return "no such command";
  }
  return "";
}

Bytes bytes_of(const ControlRequest& request) {
  Bytes bytes{static_cast<std::uint8_t>(request.command)};
  switch (request.command) {
    case ControlCommand::start: bytes.push_back(static_cast<std::uint8_t>(request.value)); break;
    case ControlCommand::peek: put_word(bytes, request.address); break;
    case ControlCommand::boot_data:
      for (const std::uint8_t byte : request.data) bytes.push_back(byte);
      break;
    case ControlCommand::boot:
    case ControlCommand::poke:
      put_word(bytes, request.address);
      put_word(bytes, request.value);
      break;
    default: break;
  }
  return bytes;
}

Bytes bytes_of(const ControlAnswer& answer) {
  if (answer.kind == ControlAnswer::Kind::error) {
    return {error_code, static_cast<std::uint8_t>(answer.value), answer.error};
  }
  Bytes bytes{static_cast<std::uint8_t>(handshake_bit | static_cast<unsigned>(answer.command)),
              static_cast<std::uint8_t>(answer.status)};
  if (brings_value(answer)) put_word(bytes, answer.value);
  return bytes;
}

std::optional<ControlRequest> request_of(const Bytes& bytes) {
  if (bytes.empty() || !is_command(bytes[0])) return {};
  ControlRequest request;
  request.command = static_cast<ControlCommand>(bytes[0]);
  if (!has_its_bytes(request.command, bytes.size() - 1)) return {};
  switch (request.command) {
    case ControlCommand::start: request.value = bytes[1]; break;
    case ControlCommand::boot_data: request.data.assign(bytes.begin() + 1, bytes.end()); break;
    case ControlCommand::boot:
    case ControlCommand::poke: request.value = word_at(bytes, 1 + word_bytes); [[fallthrough]];
    case ControlCommand::peek: request.address = word_at(bytes, 1); break;
    default: break;
  }
  return request;
}

std::optional<ControlAnswer> answer_of(const Bytes& bytes) {
  ControlAnswer answer;
  if (bytes.size() == 3 && bytes[0] == error_code) {
    answer.kind = ControlAnswer::Kind::error;
    answer.value = bytes[1];
    answer.error = bytes[2];
    return answer;
  }
  if (bytes.size() < 2 || (bytes[0] & handshake_bit) == 0) return {};
  const auto code = static_cast<std::uint8_t>(bytes[0] & ~handshake_bit);
  // of bytes that are no command, the handshake has none either
  if ((code != 0 && !is_command(code)) ||
      bytes[1] > static_cast<std::uint8_t>(ControlStatus::unknown)) {
    return {};
  }
  answer.command = static_cast<ControlCommand>(code);
  answer.status = static_cast<ControlStatus>(bytes[1]);
  if (bytes.size() != (brings_value(answer) ? 2 + word_bytes : 2)) return {};
  if (brings_value(answer)) answer.value = word_at(bytes, 2);
  return answer;
}

}  // namespace weft
