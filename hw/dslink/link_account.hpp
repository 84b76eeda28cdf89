// What is lost on the way from one end of a link to the other.
#pragma once

#include <algorithm>
#include <cstdint>

namespace weft {

/// Of what passes one direction of a link.
struct LinkTraffic {
  std::uint64_t bytes = 0;    ///< Of headers too.
  std::uint64_t packets = 0;  ///< That have begun; those that are an end and no more do not count.

  bool none() const { return bytes == 0 && packets == 0; }
  friend LinkTraffic operator+(const LinkTraffic& one, const LinkTraffic& other) {
    return {one.bytes + other.bytes, one.packets + other.packets};
  }
  friend bool operator==(const LinkTraffic&, const LinkTraffic&) = default;
};

/// What one end knows of both directions, since the start of the run.
struct LinkAccount {
  LinkTraffic taken;            ///< From its client: sent, or dropped behind what an error has cut.
  LinkTraffic received;         ///< By its client.
  LinkTraffic taken_before;     ///< Of `taken`, all before its last start.
  LinkTraffic received_before;  ///< Of `received`, likewise.
  /// What has left the far end since both have started is still to come in.
  bool expects_more = false;
  bool counts_bytes = true;  ///< Else it knows of packets alone.
};

/// What left `from` and will never come in at `to`. A packet is lost if none of it has come in; of
/// one that was cut the rest of its bytes is; without bytes where an end does not count them.
inline LinkTraffic lost_between(const LinkAccount& from, const LinkAccount& to) {
  const LinkTraffic& left = to.expects_more ? from.taken_before : from.taken;
  const LinkTraffic& came = to.expects_more ? to.received_before : to.received;
  const bool counts_bytes = from.counts_bytes && to.counts_bytes;
  return {counts_bytes ? left.bytes - std::min(left.bytes, came.bytes) : 0,
          left.packets - std::min(left.packets, came.packets)};
}

}  // namespace weft
