// PacketTags beside the RTL of a switch.
#pragma once

#include <deque>
#include <vector>

#include <fmt/format.h>

#include "hw/common/packet_tag.hpp"
#include "rtl/common/verilated_run.hpp"

namespace weft::rtl {

/// The tags of the packets in a switch at `rtl`, which no wire of it carries: for each link those
/// in its input buffer, the one at its head, and those in its output buffer. They follow pins of
/// the RTL (C104Model::Outputs). Throws RtlStopped, with the pin and the link, where those tell of
/// a packet that is not there.
class PacketTags {
 public:
  explicit PacketTags(unsigned links) : links_(links) {}

  /// `received_first`: the first token of a packet came in.
  void receive(unsigned link, const PacketTag& tag) { links_[link].in.push_back(tag); }
  /// `opened`: the next packet of the input buffer is at its head.
  void open(unsigned link) { links_[link].head = take(links_[link].in, link, "opened", "come in"); }
  /// Of the packet at the head.
  const PacketTag& head(unsigned link) const { return links_[link].head; }
  /// `pushed_first`, `pushed_from`: the first token of a packet went from an input to an output.
  void push(unsigned from, unsigned to) {
    if (from >= links_.size()) {
      throw RtlStopped(fmt::format("pushed_from of link {} is {}; expected a link, 0 to {}", to,
                                   from, links_.size() - 1));
    }
    PacketTag tag = links_[from].head;
    ++tag.protocol.hops;
    links_[to].out.push_back(tag);
  }
  /// `taken_first`: the first token of a packet leaves an output buffer.
  PacketTag take(unsigned link) {
    return take(links_[link].out, link, "taken_first", "gone to this output");
  }
  /// `cleared`: the output buffer is empty.
  void clear(unsigned link) { links_[link].out.clear(); }

 private:
  struct Tags {
    std::deque<PacketTag> in;
    PacketTag head;
    std::deque<PacketTag> out;
  };

  static PacketTag take(std::deque<PacketTag>& from, unsigned link, const char* pin,
                        const char* done) {
    if (from.empty()) {
      throw RtlStopped(fmt::format("{} of link {} is high, but no packet has {} that is not gone",
                                   pin, link, done));
    }
    const PacketTag tag = from.front();
    from.pop_front();
    return tag;
  }

  std::vector<Tags> links_;
};

}  // namespace weft::rtl
