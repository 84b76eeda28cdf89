// What is said over the control links of C104s.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace weft {

/// What a control unit is told to do; the first byte of a message. The commands are the C104's
/// (facts.md C104 [M]); how they stand in bytes was not found [NF] and is Weft's own. All words are
/// of four bytes, the least significant first.
enum class ControlCommand : std::uint8_t {
  start = 1,  ///< Begins its virtual channel: one byte, the header of what it sends back.
  identify,   ///< Asks for the register `device`.
  peek,       ///< Asks for a register: its address.
  poke,       ///< Writes a register: its address and the value.
  reset,      ///< Halts all links, and empties all tables; the control links go on.
  recover,    ///< An error was seen: the next one may be told.
};

/// How a command has ended.
enum class ControlStatus : std::uint8_t {
  done,
  no_register,  ///< There is none at that address.
  refused,      ///< The register cannot be written, or cannot hold that value.
  unknown,      ///< No command, or one without all of its bytes.
};

/// A command with what belongs to it.
struct ControlRequest {
  ControlCommand command = ControlCommand::identify;
  std::uint32_t address = 0;  ///< Of peek and poke.
  std::uint32_t value = 0;    ///< Of poke; of start the header for what comes back.

  friend bool operator==(const ControlRequest&, const ControlRequest&) = default;
};

/// What a control unit sends: the handshake of a command, or an error of one of its switch's links.
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
