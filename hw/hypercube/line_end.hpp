// A packet chip's end of a link, on lines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hw/common/time.hpp"
#include "hw/hypercube/line_packets.hpp"
#include "hw/hypercube/link_lines.hpp"
#include "hw/hypercube/packet.hpp"
#include "hw/hypercube/packet_chip_core.hpp"

namespace weft {

/// Who looks on what an end transmits.
class HypercubeLinkObserver {
 public:
  /// A packet begins at `begin`, and its tail leaves at `end`; ps. Told at `begin` at the latest.
  virtual void carries(const HypercubePacket& packet, Time begin, Time end) = 0;

 protected:
  ~HypercubeLinkObserver() = default;
};

/// Both directions of a link, between the core of a chip and the lines. Lines change at ticks and
/// are sampled at the next one:
///
/// | tick  | what the transmitter does                       | what the receiver does           |
/// |-------|-------------------------------------------------|----------------------------------|
/// | t     | drives `wanted` and `first`                     |                                  |
/// | t + 1 |                                                 | sees them; reserves, drives      |
/// |       |                                                 | `grant` and `next` for a tick    |
/// | t + 2 | sees them; lets `wanted` go                     | does not look at `wanted`        |
/// | t + 4 | drives `valid` and the first byte               |                                  |
///
/// A byte is taken at the tick at which it ends, and so the last one of a packet at that of its
/// tail.
class HypercubeLineEnd final : public HypercubeLine {
 public:
  /// `core` must outlive it; it is to be attached there.
  HypercubeLineEnd(HypercubeChipCore& core, unsigned port);

  /// At each tick: first what stands on the lines from the far end, at all links of the chip,
  void sample(const HypercubeForthLevels& forth, Time now);
  /// then what has been granted, at all of them; then the core is evaluated, and
  void sample(const HypercubeBackLevels& back, Time now);
  /// then lines are driven.
  HypercubeForthLevels drive_forth(Time now);
  HypercubeBackLevels drive_back();
  /// It has something to do at the next tick, whatever stands on the lines.
  bool active() const { return receiving_ || blind_ || grant_.has_value() || !sending_.empty(); }

  /// Who is told from now on; null for nobody.
  void tell(HypercubeLinkObserver* observer) { observer_ = observer; }

  // HypercubeLine
  void request(HypercubeRequest request, Time now) override;
  void grant(unsigned next, Time now) override;
  void send(const HypercubePacket& packet, Time begin) override;
  void send_more(const HypercubePacket& packet) override;

 private:
  struct Grant {
    unsigned next = 0;
    Time at = 0;     // when it was said
    Time begin = 0;  // of the packet
  };

  bool decides() const { return (core_->node() >> port_ & 1) == 0; }
  void take(std::uint8_t byte, Time now);

  HypercubeChipCore* core_;
  unsigned port_;
  Time tick_;
  Time byte_time_;
  bool cuts_through_;
  HypercubeLinkObserver* observer_ = nullptr;
  // of what comes in
  std::array<std::uint8_t, hypercube_packet_bytes> bytes_{};
  unsigned taken_ticks_ = 0;          // of the packet that comes in
  bool receiving_ = false;            // `valid` stood there
  std::uint16_t seen_ = 0;            // what stood on `wanted`
  std::optional<unsigned> granting_;  // to be driven
  bool blind_ = false;                // `grant` is driven: the far end does not know of it yet
  // of what goes out
  HypercubeRequest asked_;
  std::optional<Grant> grant_;  // its packet has not begun
  HypercubeLinePackets sending_;
};

}  // namespace weft
