// A processor's end of a link at `stream` level.
#pragma once

#include <cstdint>

#include <systemc>

#include "hw/common/packet_line.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/stream/stream_port.hpp"

namespace weft {

/// Source and sink of streams, for whoever sends and takes whole packets: a packet that is sent
/// flows as the far end lets it; one that comes in is told when its header is in, and when its end
/// is, each a bit later, when it is verified. It asks for a pause when its frames are full; where
/// it has none it never does, as a T9000 takes whatever comes in.
class StreamLine : public PacketLine, private StreamClient {
 public:
  /// `port` is a child of the module that makes this; `frames` are those of its receiver, each for
  /// a packet of any length, or 0.
  StreamLine(const char* name, Time bit_time, PacketClient& client, unsigned port, Wheel& wheel,
             unsigned frames = 0);

  StreamPort& port() { return port_; }
  /// At the start of the simulation, by a module that StartsItsLinks.
  void start() { port_.start(); }

  bool idle() const override { return rest_ == 0; }
  /// When it is idle.
  bool has_room(std::uint32_t) const override { return idle(); }
  void send(PacketTransfer&& packet) override;
  void tell_end(Time end) override;
  void free_frame() override;
  void free_room(std::uint32_t) override {}
  Time bit_time() const override { return port_.bit_time(); }

 private:
  // StreamClient
  void packet_begins(PacketTransfer&& packet, Time now) override;
  void flow_changes(bool flows, Time now) override;
  void packet_ends(Time now) override;
  void block_changes(bool blocked, Time now) override;

  void flow_if_possible(Time now);
  void go_on();
  void end();
  void header_in();
  void tell_of_room();

  PacketClient* client_;
  unsigned number_;
  Wheel* wheel_;
  StreamPort port_;

  // What goes out
  PacketTransfer sending_;
  Time rest_ = 0;  // of it, as a time on the link; 0 for none
  Time since_ = 0;
  Time ended_ = never;  // when the last one did
  Time ready_ = 0;      // what could flow could so since then
  bool begun_ = false;
  bool flows_ = false;
  bool blocked_ = false;
  WheelEntry go_on_;
  WheelEntry end_;

  // What comes in
  unsigned frames_;
  unsigned full_ = 0;  // of them
  PacketTransfer coming_;
  Time header_rest_ = 0;
  Time header_since_ = 0;
  WheelEntry header_;
  WheelEntry room_;
};

}  // namespace weft
