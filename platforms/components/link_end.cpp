#include "platforms/components/link_end.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "hw/link_end/parameter_check.hpp"
#include "hw/link_end/parameters.hpp"
#include "platforms/checks/placed_component.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/link_observables.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {
namespace {

/// As they stand in a netlist.
struct LinkEndValues : LinkEndParameters {
  LinkEndFormat format = LinkEndFormat::bytes;
  std::uint32_t packet_bytes = 32;  // of LinkEndFormat::bytes; 0 for one packet of all
};

std::optional<std::uint8_t> byte_of(std::string_view word) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
  const bool whole = word.size() == 2 && error == std::errc() && end == word.data() + word.size();
  return whole ? std::optional(static_cast<std::uint8_t>(value)) : std::nullopt;
}

std::vector<LinkEndPacket> packets_of_text(const Node& name) {
  constexpr const char* expected =
      "expected bytes such as 0f, then EOP or EOM at the end of each packet";
  std::vector<LinkEndPacket> packets;
  LinkEndPacket packet;
  const InputLines lines(name, "a readable text file of packets");
  Place last = lines.place();
  for (const InputLines::Line& line : lines) {
    for (std::size_t i = 0; i < line.words.size(); ++i) {
      const std::string& word = line.words[i];
      last = line.place_of(i);
      if (word == name_of(TokenKind::eop) || word == name_of(TokenKind::eom)) {
        packet.end = word == name_of(TokenKind::eop) ? eop_token : eom_token;
        packets.push_back(std::move(packet));
        packet = {};
      } else if (const auto byte = byte_of(word)) {
        packet.bytes.push_back(*byte);
      } else {
        throw InputError(last, fmt::format("'{}' in a file of packets", word), expected);
      }
    }
  }
  if (!packet.bytes.empty()) throw InputError(last, "a packet without an end", expected);
  return packets;
}

std::vector<LinkEndPacket> packets_of_bytes(const Node& name, std::size_t packet_bytes) {
  const std::string text =
      read_input_file(file_beside(name), name.place, "a readable file of bytes");
  std::vector<LinkEndPacket> packets;
  const std::size_t most = packet_bytes == 0 ? text.size() : packet_bytes;
  for (std::size_t at = 0; at < text.size(); at += most) {
    const std::string_view part = std::string_view(text).substr(at, most);
    packets.push_back({{part.begin(), part.end()}, eop_token});
  }
  if (!packets.empty()) packets.back().end = eom_token;
  return packets;
}

}  // namespace

std::vector<LinkEndPacket> packets_to_send(const Component& component) {
  const ParameterValues& values = *component.parameters;
  const std::string& file = values.text("send");
  if (file.empty()) return {};
  const Node name{Node::Kind::scalar, file, {}, {}, values.place("send")};
  const auto files = values.to_struct<LinkEndValues>();
  return files.format == LinkEndFormat::packets ? packets_of_text(name)
                                                : packets_of_bytes(name, files.packet_bytes);
}

LinkEndParameters link_end_parameters(const Component& component) {
  return component.parameters->to_struct<LinkEndValues>();
}

LinkEndFormat link_end_format(const Component& component) {
  return component.parameters->to_struct<LinkEndValues>().format;
}

void check_link_end(const PlacedComponent& placed) { packets_to_send(placed.component()); }

ComponentType link_end_type() {
  ComponentType type =
      make_type(TypeRole::component, "link_end",
                "A bare end of a DS-Link: sends the bytes of a file, writes those that come in.");
  type.levels = {Level::rtl, Level::signal, Level::token, Level::stream, Level::packet};
  type.ports = {{"link0", "", "dslink", "The DS-Link."}};
  type.observables = link_observables("link0.");
  type.check = check_values<LinkEndValues>;
  type.check_placed = check_link_end;

  using V = LinkEndValues;
  constexpr std::uint32_t V::*send_stall_every = &V::send_stall_every;  // not of its base
  constexpr std::uint32_t V::*receive_stall_every = &V::receive_stall_every;
  ParameterTable<V> table;
  table.text("send").default_note("nothing").help(
      "File with what it sends, beside the file that names it.");
  table.text("received")
      .default_note("none")
      .help("File for what comes in, beside the file that names it; each run writes it anew.");
  table
      .choice("format", &V::format,
              {{"bytes", LinkEndFormat::bytes}, {"packets", LinkEndFormat::packets}})
      .help(
          "Of these files: bytes alone; or text, bytes of two hexadecimal digits and at the end of "
          "each packet EOP or EOM.");
  table.bytes("packet_bytes", &V::packet_bytes)
      .help("format bytes: of a packet, the last of which ends with an EOM; 0 for one of all.");
  table.time("send_stall", &V::send_stall)
      .between(0, second)
      .help("Mean of the pauses that it makes in sending, exponential; 0 ns for none.");
  table.tokens("send_stall_every", send_stall_every)
      .at_least(1)
      .help("Mean of the tokens between two of them.");
  table.time("receive_stall", &V::receive_stall)
      .between(0, second)
      .help("The same of pauses in taking tokens out of the input buffer.");
  table.tokens("receive_stall_every", receive_stall_every)
      .at_least(1)
      .help("Mean of the tokens between two of these.");
  return table.into(std::move(type));
}

}  // namespace weft
