// The messages of a node whose chip carries packets.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw/hypercube/message_packets.hpp"
#include "hw/hypercube/messages.hpp"
#include "hw/hypercube/packet_chip_core.hpp"

namespace weft {

/// Memory of the node as far as its chip sees it: bytes of a message are kept until their last
/// packet has got a buffer, those that arrive until all of their message is there. With
/// `in_sequence` the chip is given a message when the last packet of the one before has a buffer.
class HypercubePacketMessages final : public HypercubeMessages, private HypercubeNode {
 public:
  /// See HypercubeChipCore for what is thrown.
  HypercubePacketMessages(const HypercubeChipParameters& parameters, unsigned node,
                          CycleDriver& driver)
      : chip_(parameters, node, *this, driver) {}
  /// Likewise.
  HypercubePacketMessages(const HypercubeChipParameters& parameters, unsigned node,
                          HypercubeChipCalendar& calendar)
      : chip_(parameters, node, *this, calendar) {}

  HypercubeChipCore& chip() { return chip_; }
  const HypercubeChipCore& chip() const { return chip_; }
  /// Called by the CycleDriver, at ticks; gives when it is to be called next.
  Time evaluate(Time now) { return chip_.step(now); }

  void send(unsigned destination, std::uint16_t type, std::vector<std::uint8_t> bytes,
            Time now) override;
  void tell(HypercubeMessageClient& client) override { client_ = &client; }
  const HypercubeMessageCounters& message_counters() const override { return counters_; }
  bool idle() const override {
    return outgoing_.size() == free_.size() && incoming_.empty() && chip_.empty();
  }

 private:
  struct Outgoing {
    unsigned destination = 0;
    std::uint16_t type = 0;
    std::vector<std::uint8_t> bytes;
    std::uint32_t packets = 0;
    Time queued = 0;
  };

  /// A message of which a part has arrived.
  struct Incoming {
    std::uint8_t first_step = 0;
    HypercubeArrival message;
  };

  void give_next(Time now);
  Incoming& incoming_of(const HypercubePiece& piece);
  HypercubePacketData packet_data(std::uint64_t message, std::uint32_t index, Time now) override;
  void arrived(const HypercubePacket& packet, unsigned port, Time now) override;
  void prefetch_data(std::uint64_t message, std::uint32_t index, bool again) const override;
  void prefetch_arrivals() const override;

  // what each packet uses comes first
  HypercubeArrivals arrivals_;
  std::vector<Incoming> incoming_;   // in no order: they are few
  std::vector<Outgoing> outgoing_;   // by the number that the chip knows them by
  std::vector<std::uint64_t> free_;  // of these numbers
  HypercubeMessageClient* client_ = nullptr;
  HypercubeChipCore chip_;
  HypercubeMessageCounters counters_;
  std::deque<std::uint64_t> waiting_;  // numbers, in the order of `send`; the first is the chip's
};

}  // namespace weft
