#include "tlm/stream/stream_line.hpp"

#include <stdexcept>
#include <utility>

#include "hw/common/kernel_time.hpp"

namespace weft {

namespace {

constexpr Time taken_up = 1;  // at the first edge of a clock after it is verified, not with it

}  // namespace

StreamLine::StreamLine(const char* name, Time bit_time, PacketClient& client, unsigned port,
                       Wheel& wheel, unsigned frames)
    : client_(&client),
      number_(port),
      wheel_(&wheel),
      port_(name, bit_time, static_cast<StreamClient&>(*this), port),
      step_(WheelEntry::calling<&StreamLine::step>(this, Phase::act)),
      frames_(frames),
      header_(WheelEntry::calling<&StreamLine::header_in>(this, Phase::act)) {}

// --- what goes out

void StreamLine::send(PacketTransfer&& packet) {
  sending_ = std::move(packet);
  rest_ = sending_.bits() * bit_time();
  begun_ = false;
  // chosen at the edge at which the packet before it ends, it follows at once
  ready_ = sending_.begin == ended_ ? sending_.begin - 1 : sending_.begin;
  step();
}

void StreamLine::tell_end(Time) {
  throw std::logic_error("a packet of unknown length at the source of a stream");
}

void StreamLine::advance(Time now) {
  if (flows_) rest_ -= now - since_;
  since_ = now;
}

void StreamLine::step() {
  const Time now = kernel_time();
  advance(now);
  if (rest_ == 0) {
    flows_ = false;
    ended_ = now;
    port_.end(now);
    return client_->frame_free(number_, now);
  }
  if (!blocked_ && !flows_) {
    const Time at = port_.earliest(ready_);
    if (at > now) return wheel_->schedule(step_, at);
  }
  if (flows_ == blocked_) {
    flows_ = !blocked_;
    if (begun_) {
      port_.flow(flows_, now);
    } else {
      begun_ = true;
      sending_.begin = now;
      sending_.tag.trace.leaves_processor(now);
      port_.begin(sending_);
    }
  }
  if (flows_) wheel_->schedule(step_, now + rest_);
}

void StreamLine::block_changes(unsigned, bool blocked, Time now) {
  advance(now);
  blocked_ = blocked;
  if (!blocked) ready_ = port_.granted();
  if (rest_ != 0) wheel_->schedule(step_, now);
}

// --- what comes in

void StreamLine::packet_begins(unsigned, const PacketTransfer& packet, Time now) {
  coming_ = packet;
  header_rest_ = packet.header_in() - packet.begin + bit_time();
  header_since_ = now;
  wheel_->schedule(header_, now + header_rest_);
}

void StreamLine::flow_changes(unsigned, bool flows, Time now) {
  if (header_rest_ == 0) return;
  if (flows) {
    header_since_ = now;
    wheel_->schedule(header_, now + header_rest_);
  } else {
    header_rest_ -= now - header_since_;
    wheel_->cancel(header_);
  }
}

void StreamLine::header_in() {
  header_rest_ = 0;
  const Time now = wheel_->now();
  coming_.begin = now + taken_up - (coming_.header_in() - coming_.begin);
  coming_.end = never;
  client_->packet_begins(number_, PacketTransfer(coming_), now);
}

void StreamLine::packet_ends(unsigned, Time now) {
  if (frames_ != 0 && ++full_ == frames_) port_.block(true);
  client_->packet_ends(number_, now + bit_time() + taken_up, now);
}

void StreamLine::free_frame() {
  if (frames_ != 0 && full_-- == frames_) port_.block(false);
}

}  // namespace weft
