#include "tlm/hypercube/link_reports.hpp"

#include <algorithm>

#include "hw/common/node_pair_id.hpp"

namespace weft {

namespace {

PacketTag tag_of(unsigned source, unsigned destination) {
  PacketTag tag;
  tag.trace = {.id = node_pair_id::of(source, destination)};
  return tag;
}

}  // namespace

void HypercubeLinkReports::report_begin(unsigned source, unsigned destination, Time begin) {
  ++counters_.ends;
  busy_until_ = std::max(busy_until_, begin);
  if (packets.begins.bound()) packets.begins.write({begin, tag_of(source, destination)});
}

void HypercubeLinkReports::report_end(unsigned source, unsigned destination, Time begin, Time end,
                                      std::uint64_t bytes) {
  counters_.data += bytes;
  counters_.carried += end - begin;
  busy_until_ = end;
  if (packets.ends.bound()) {
    packets.ends.write({end, tag_of(source, destination), begin, bytes, eop_token});
  }
}

}  // namespace weft
