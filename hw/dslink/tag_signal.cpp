#include "hw/dslink/tag_signal.hpp"

#include <ostream>

namespace weft {

std::ostream& operator<<(std::ostream& out, const PacketTag& tag) {
  return out << "packet " << tag.trace.id << " channel " << tag.protocol.channel;
}

void sc_trace(sc_core::sc_trace_file* file, const PacketTag& tag, const std::string& name) {
  sc_core::sc_trace(file, tag.trace.id, name + ".id");
}

}  // namespace weft
