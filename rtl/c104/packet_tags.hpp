// PacketTags beside the RTL of a switch.
#pragma once

#include <cstddef>
#include <cstdint>
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
  void open(unsigned link) {
    links_[link].head = take(links_[link].in, link, "opened", "come in");
    links_[link].crosses = false;
    ++opened_;
  }
  /// Of the packet at the head.
  const PacketTag& head(unsigned link) const { return links_[link].head; }
  /// `pushed_first`, `pushed_from`: the first token of a packet went from an input to an output.
  void push(unsigned from, unsigned to) {
    if (from >= links_.size()) {
      throw RtlStopped(fmt::format("pushed_from of link {} is {}; expected a link, 0 to {}", to,
                                   from, links_.size() - 1));
    }
    PacketTag tag = links_[from].head;
    links_[from].crosses = true;
    ++crossed_;
    ++tag.protocol.hops;
    links_[to].out.push_back(tag);
  }
  /// `taken_first`: the first token of a packet leaves an output buffer.
  PacketTag take(unsigned link) {
    return take(links_[link].out, link, "taken_first", "gone to this output");
  }
  /// `cleared`: the output buffer is empty. How many packets had none of their tokens taken yet.
  std::size_t clear(unsigned link) {
    const std::size_t lost = links_[link].out.size();
    links_[link].out.clear();
    return lost;
  }

  /// The first token of the packet at the head has gone to an output.
  bool crosses(unsigned link) const { return links_[link].crosses; }
  /// Packets that were at the head of an input, and of these those that went to an output.
  std::uint64_t opened() const { return opened_; }
  std::uint64_t crossed() const { return crossed_; }

 private:
  struct Tags {
    std::deque<PacketTag> in;
    PacketTag head;
    bool crosses = false;
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
  std::uint64_t opened_ = 0;
  std::uint64_t crossed_ = 0;
};

}  // namespace weft::rtl
