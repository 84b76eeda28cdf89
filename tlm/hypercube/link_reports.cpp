#include "tlm/hypercube/link_reports.hpp"

namespace weft {

void HypercubeLinkReports::report(unsigned source, unsigned destination, Time begin, Time end,
                                  std::uint64_t bytes) {
  counters_.data += bytes;
  ++counters_.ends;
  counters_.carried += end - begin;
  busy_until_ = end;
  if (!packets.begins.bound() && !packets.ends.bound()) return;
  // bit 32, so that none is 0, which stands for no packet
  const std::uint64_t id = std::uint64_t{1} << 32 | std::uint64_t{source} << 16 | destination;
  PacketTag tag;
  tag.trace = {.id = id};
  if (packets.begins.bound()) packets.begins.write({begin, tag});
  if (packets.ends.bound()) packets.ends.write({end, tag, begin, bytes, eop_token});
}

}  // namespace weft
