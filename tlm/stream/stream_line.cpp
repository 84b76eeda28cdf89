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
      port_(name, bit_time, static_cast<StreamClient&>(*this)),
      go_on_(WheelEntry::calling<&StreamLine::go_on>(this, Phase::act)),
      end_(WheelEntry::calling<&StreamLine::end>(this, Phase::select)),
      frames_(frames),
      header_(WheelEntry::calling<&StreamLine::header_in>(this, Phase::act)),
      room_(WheelEntry::calling<&StreamLine::tell_of_room>(this, Phase::act)) {}

// --- what goes out

void StreamLine::send(PacketTransfer&& packet) {
  const Time now = packet.begin;
  sending_ = std::move(packet);
  rest_ = sending_.bits() * bit_time();
  begun_ = false;
  // chosen at the edge at which the packet before it ends, it follows at once
  ready_ = now == ended_ ? now - 1 : now;
  flow_if_possible(now);
}

void StreamLine::tell_end(Time) {
  throw std::logic_error("a packet of unknown length at the source of a stream");
}

void StreamLine::flow_if_possible(Time now) {
  if (blocked_ || flows_ || rest_ == 0) return;
  const Time at = port_.earliest(ready_, now);
  if (at > now) return wheel_->schedule(go_on_, at);
  flows_ = true;
  since_ = now;
  wheel_->schedule(end_, now + rest_);
  if (begun_) return port_.flow(true, now);
  begun_ = true;
  sending_.begin = now;
  sending_.tag.trace.leaves_processor(now);
  port_.begin(std::move(sending_), now);
}

void StreamLine::go_on() { flow_if_possible(wheel_->now()); }

void StreamLine::end() {
  const Time now = wheel_->now();
  rest_ = 0;
  flows_ = false;
  ended_ = now;
  port_.end(now);
  client_->frame_free(number_, now);
}

// What ends now needs no pause.
void StreamLine::block_changes(bool blocked, Time now) {
  blocked_ = blocked;
  if (!blocked) {
    ready_ = port_.granted();
    return flow_if_possible(now);
  }
  if (!flows_ || end_.time() == now) return;
  rest_ -= now - since_;
  flows_ = false;
  wheel_->cancel(end_);
  port_.flow(false, now);
}

// --- what comes in

void StreamLine::packet_begins(PacketTransfer&& packet, Time now) {
  coming_ = std::move(packet);
  header_rest_ = coming_.header_in() - coming_.begin + bit_time();
  header_since_ = now;
  wheel_->schedule(header_, now + header_rest_);
}

void StreamLine::flow_changes(bool flows, Time now) {
  if (header_rest_ == 0 || header_.time() == now) return;
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
  client_->packet_begins(number_, std::move(coming_), now);
}

void StreamLine::packet_ends(Time now) {
  if (frames_ != 0 && ++full_ == frames_) port_.block(now);
  client_->packet_ends(number_, now + bit_time() + taken_up, now);
}

// A pause ends once it is known what this end transmits then.
void StreamLine::free_frame() {
  if (frames_ != 0 && full_-- == frames_) wheel_->schedule(room_, kernel_time() + 1);
}

void StreamLine::tell_of_room() {
  if (full_ == frames_) return;
  const Time now = wheel_->now();
  port_.unblock(now - 1, now);
}

}  // namespace weft
