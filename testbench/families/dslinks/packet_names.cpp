#include "testbench/families/dslinks/packet_names.hpp"

#include <fmt/format.h>

#include <iterator>

#include "hw/common/node_pair_id.hpp"
#include "hw/t9000/packet_id.hpp"

namespace weft {

void PacketNames::note(const PacketTag& tag) {
  if (tag.trace.id != 0) ways_[tag.trace.id].acknowledgement = tag.protocol.acknowledgement();
}

void PacketNames::write(const Event& event) {
  const PacketArrival& packet = *std::get<const PacketArrival*>(event.report);
  const auto shown = ways_.find(packet.tag.trace.id);
  if (shown != ways_.end()) shown->second.to = event.place->index;
}

std::string PacketNames::text() const {
  std::string text = fmt::format("{:016X} ?gray20?-\n", 0);
  for (const auto& [id, way] : ways_) {
    if (node_pair_id::is_one(id)) {
      fmt::format_to(std::back_inserter(text), "{:016X} {} -> {}\n", id,
                     node_pair_id::source_of(id), node_pair_id::destination_of(id));
      continue;
    }
    fmt::format_to(std::back_inserter(text), "{:016X} {} -> {} {}#{}\n", id,
                   packet_id::sender_of(id), way.to ? fmt::format("{}", *way.to) : "?",
                   way.acknowledgement ? "ack " : "", packet_id::number_of(id));
  }
  return text;
}

}  // namespace weft
