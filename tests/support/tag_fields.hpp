// The fields of a packet's tag, for tests that compare all of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "hw/common/packet_tag.hpp"

namespace weft::test {

struct TagField {
  const char* name;
  std::uint64_t value;
};

/// All of the out-of-band protocol and of the trace.
inline std::array<TagField, 10> fields_of(const PacketTag& tag) {
  const OutOfBand& protocol = tag.protocol;
  return {{{"injected", protocol.injected},
           {"channel", protocol.channel},
           {"bytes", protocol.bytes},
           {"hops", protocol.hops},
           {"kind", static_cast<std::uint64_t>(protocol.kind)},
           {"last", protocol.last ? 1U : 0U},
           {"content", protocol.content ? 1U : 0U},
           {"id", tag.trace.id},
           {"sent", tag.trace.sent},
           {"routed", tag.trace.routed}}};
}

inline std::string text(const PacketTag& tag) {
  std::string text;
  for (const TagField& field : fields_of(tag)) {
    text += fmt::format(" {} {}", field.name, static_cast<std::int64_t>(field.value));
  }
  return text;
}

}  // namespace weft::test
