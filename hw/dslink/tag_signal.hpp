// What an sc_signal of PacketTags asks for: how one is printed and traced.
#pragma once

#include <iosfwd>
#include <string>

#include <systemc>

#include "hw/common/packet_tag.hpp"

namespace weft {

std::ostream& operator<<(std::ostream& out, const PacketTag& tag);
void sc_trace(sc_core::sc_trace_file* file, const PacketTag& tag, const std::string& name);

}  // namespace weft
