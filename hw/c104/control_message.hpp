// What is said over the control links of C104s and T9000s.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace weft {

/// What a control unit is told to do; the first byte of a message. The commands are those of the
/// C104 and the T9000 (facts.md C104 [M]); how they stand in bytes was not found [NF] and is Weft's
/// own. All words are of four bytes, the least significant first.
enum class ControlCommand : std::uint8_t {
  start = 1,  ///< Begins its virtual channel: one byte, the header of what it sends back.
  identify,   ///< Asks what the device is.
  peek,       ///< Asks for a register, or a word of memory: its address.
  poke,       ///< Writes one: its address and the value.
  reset,      ///< Takes the configuration and what was loaded away; the control links go on.
  recover,    ///< An error was seen: the next one may be told.
  // of a T9000 alone
  boot,       ///< The bytes of `boot_data` are to go there: an address, and how many.
  boot_data,  ///< One to `most_boot_bytes` of them, behind those before.
  run,        ///< The program begins, or goes on after a `stop`.
  stop,       ///< The processor stops, and keeps what it was at.
};

/// Bytes of a `boot_data`.
inline constexpr std::size_t most_boot_bytes = 16;

/// How a command has ended.
enum class ControlStatus : std::uint8_t {
  done,
  no_register,  ///< There is none at that address.
  refused,      ///< It cannot be written, cannot hold that value, or it is not the time for it.
  unknown,      ///< No command, or one without all of its bytes.
};

/// A command with what belongs to it.
struct ControlRequest {
  ControlCommand command = ControlCommand::identify;
  std::uint32_t address = 0;  ///< Of peek, poke and boot.
  std::uint32_t value = 0;    ///< Of poke; of start the header for what comes back; of boot bytes.
  std::vector<std::uint8_t> data{};  ///< Of boot_data.

  friend bool operator==(const ControlRequest&, const ControlRequest&) = default;
};

/// What a control unit sends: the handshake of a command, or an error of one of its device's links.
struct ControlAnswer {
  enum class Kind : std::uint8_t { handshake, error };

  Kind kind = Kind::handshake;
  ControlCommand command = ControlCommand::identify;  ///< That it ends.
  ControlStatus status = ControlStatus::done;
  std::uint32_t value = 0;  ///< Of identify and peek; of an error the link.
  std::uint8_t error = 0;   ///< Of an error: LinkError.

  friend bool operator==(const ControlAnswer&, const ControlAnswer&) = default;
};

/// "poke".
std::string_view name_of(ControlCommand command);
/// "no such register".
std::string_view name_of(ControlStatus status);

/// As they stand in a packet, behind its header.
std::vector<std::uint8_t> bytes_of(const ControlRequest& request);
std::vector<std::uint8_t> bytes_of(const ControlAnswer& answer);
/// Nothing for bytes that mean nothing.
std::optional<ControlRequest> request_of(const std::vector<std::uint8_t>& bytes);
std::optional<ControlAnswer> answer_of(const std::vector<std::uint8_t>& bytes);

}  // namespace weft
