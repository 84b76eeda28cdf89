// The register interface of rtl/iwarp/iwarp.v: addresses, and the bits of what is read.
#pragma once

#include <cstdint>

namespace weft::rtl {

/// Most writes in one clock of the component: WRITES of iwarp.v. The computation agent makes up to
/// four, to and from its gates; so does the memory bus, a double word that has been read and one
/// that is stored; and at each of the four input busses a spooling gate may end, which takes the
/// end marker and posts an event.
inline constexpr unsigned agent_writes = 16;

/// Groups of registers, bits 11-8 of an address; docs/rtl.md has the map.
enum class WriteGroup : std::uint8_t {
  push,          ///< tag << 5 | channel: the word's value.
  take,          ///< channel.
  request,       ///< channel: pool << 4 | bus.
  join,          ///< channel: output channel.
  restore,       ///< channel.
  match_value,   ///< For the next match_load.
  match_mask,    ///< For the next match_load.
  match_load,    ///< entry: guard << 2 | messages << 1 | pathways; 0 clears it.
  event_enable,  ///< kind: channels, one bit each.
  event_clear,   ///< kind: channel.
  event_post,    ///< kind: channel.
  freeze,        ///< 1 freezes, 0 wakes.
};

enum class ReadGroup : std::uint8_t {
  value,    ///< position << 5 | channel: of a word in the queue.
  tag,      ///< The same: its tag.
  channel,  ///< channel: see ChannelStatus.
  output,   ///< output channel: see OutputStatus.
  events,   ///< kind: channels, one bit each.
  status,   ///< bit 0: frozen.
};

constexpr unsigned address_of(WriteGroup group, unsigned index = 0) {
  return static_cast<unsigned>(group) << 8 | index;
}
constexpr unsigned address_of(ReadGroup group, unsigned index = 0) {
  return static_cast<unsigned>(group) << 8 | index;
}

/// A logical input channel: bits 0-7 words in its queue, 8-12 default output, 13 it has one, 14-18
/// output that it is linked to, 19 it is linked, 20-22 mode, 23 a gate finds a word, 24-25 bus and
/// 26-29 pool of its last request.
struct ChannelStatus {
  explicit ChannelStatus(std::uint32_t bits) : bits_(bits) {}
  unsigned level() const { return bits_ & 0xff; }
  int default_output() const { return channel(8, 13); }
  int output() const { return channel(14, 19); }
  unsigned mode() const { return bits_ >> 20 & 7; }
  bool readable() const { return (bits_ >> 23 & 1) != 0; }
  unsigned requested_bus() const { return bits_ >> 24 & 3; }
  unsigned requested_pool() const { return bits_ >> 26 & 15; }

 private:
  int channel(unsigned lowest, unsigned valid) const {
    return (bits_ >> valid & 1) != 0 ? static_cast<int>(bits_ >> lowest & 31) : -1;
  }
  std::uint32_t bits_;
};

/// A logical output channel: bits 0-4 input that feeds it, 5 it is fed, 6 that input's queue is
/// empty, 7 it carries a pathway that neither begins nor is joined here, 8-15 free slots at the far
/// end, 16 a pathway holds it.
struct OutputStatus {
  explicit OutputStatus(std::uint32_t bits) : bits_(bits) {}
  int input() const { return (bits_ >> 5 & 1) != 0 ? static_cast<int>(bits_ & 31) : -1; }
  bool drained() const { return (bits_ >> 6 & 1) != 0; }
  bool passes_through() const { return (bits_ >> 7 & 1) != 0; }
  unsigned free_slots() const { return bits_ >> 8 & 0xff; }
  bool reserved() const { return (bits_ >> 16 & 1) != 0; }

 private:
  std::uint32_t bits_;
};

}  // namespace weft::rtl
