#include "tlm/hypercube/link_reports.hpp"

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
  count_begin(begin);
  if (packets.begins.bound()) tell_begin(source, destination, begin);
}

void HypercubeLinkReports::report_end(unsigned source, unsigned destination, Time begin, Time end,
                                      std::uint64_t bytes) {
  count_end(begin, end, bytes);
  if (packets.ends.bound()) tell_end(source, destination, begin, end, bytes);
}

void HypercubeLinkReports::tell_begin(unsigned source, unsigned destination, Time begin) {
  packets.begins.write({begin, tag_of(source, destination)});
}

void HypercubeLinkReports::tell_end(unsigned source, unsigned destination, Time begin, Time end,
                                    std::uint64_t bytes) {
  packets.ends.write({end, tag_of(source, destination), begin, bytes, eop_token});
}

}  // namespace weft
