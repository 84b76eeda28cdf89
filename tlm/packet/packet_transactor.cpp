#include "tlm/packet/packet_transactor.hpp"

#include <algorithm>

namespace weft {

PacketTransactor::PacketTransactor(sc_core::sc_module_name name, const DsLinkParameters& parameters,
                                   unsigned header_bytes, std::uint64_t seed, Wheel& wheel)
    : sc_module(name),
      link("link", parameters, parameters.input_buffer, *this, 0, seed, wheel),
      packets("packets", parameters.bit_time, 1, *this, 0),
      header_bytes_(header_bytes),
      wheel_(&wheel),
      free_(WheelEntry::calling<&PacketTransactor::free_frame>(this, Phase::act)) {}

// --- tokens to packets

void PacketTransactor::receive(unsigned, Token token, const PacketTag& tag, Time now) {
  if (packet_begins_) {
    incoming_.push({});
    Incoming& fresh = incoming_.back();
    fresh.packet.tag = tag;
    fresh.packet.header_bytes = static_cast<std::uint8_t>(header_bytes_);
    fresh.packet.bit_time = packets.bit_time();
    fresh.packet.body = bodies_.take();
    fresh.packet.body->restart();
  }
  packet_begins_ = ends_packet(token);
  Incoming& incoming = incoming_.back();
  ++incoming.held;
  if (ends_packet(token) && incoming.header_read < header_bytes_) {
    give_credit(incoming, now);
    incoming_.pop_back();
    return;
  }
  read(incoming, token, now);
  pass_on(now);
}

void PacketTransactor::read(Incoming& incoming, Token token, Time now) {
  PacketTransfer& packet = incoming.packet;
  if (ends_packet(token)) {
    packet.body->finish(token, now);
  } else if (incoming.header_read < header_bytes_) {
    packet.header = (packet.header << 8) | token.value;
    ++incoming.header_read;
  } else {
    packet.body->append(token.value, now);
  }
}

void PacketTransactor::pass_on(Time now) {
  while (!incoming_.empty() && incoming_.front().header_read == header_bytes_) {
    Incoming& first = incoming_.front();
    const bool complete = first.packet.body->complete();
    if (begun_) {
      if (complete) packets.tell_end(now);
    } else {
      if (!packets.has_room(first.packet.tokens())) return;
      begun_ = true;
      first.packet.begin = now - (first.packet.header_in() - first.packet.begin);
      if (complete) first.packet.end = now;
      packets.send(PacketTransfer(first.packet));
    }
    give_credit(first, now);
    if (!complete) return;
    incoming_.pop();
    begun_ = false;
  }
}

void PacketTransactor::give_credit(Incoming& incoming, Time now) {
  for (; incoming.held != 0; --incoming.held) link.core().consumed(now);
}

void PacketTransactor::frame_free(unsigned, Time now) { pass_on(now); }

// --- packets to tokens

void PacketTransactor::packet_begins(unsigned, PacketTransfer&& packet, Time now) {
  outgoing_ = std::move(packet);
  outgoing_.body = outgoing_.content();
  outgoing_.begin = now;
  active_ = true;
  position_ = 0;
  outgoing_.body->read_by(this);
  link.core().offer(now);
}

// The tokens tell.
void PacketTransactor::packet_ends(unsigned, Time, Time) {}

void PacketTransactor::grown(Time now) { link.core().offer(now); }

Time PacketTransactor::next_token(unsigned) const {
  if (!active_) return never;
  if (position_ < header_bytes_) return outgoing_.begin;
  return std::max(outgoing_.begin, outgoing_.body->known_since(position_ - header_bytes_));
}

bool PacketTransactor::transmit(unsigned port, Token& token, PacketTag& tag, Time now) {
  if (next_token(port) >= now) return false;
  const PacketBody& body = *outgoing_.body;
  if (position_ < header_bytes_) {
    if (position_ == 0) tag = outgoing_.tag;
    const unsigned shift = 8 * (header_bytes_ - 1 - position_);
    token = data_token(static_cast<std::uint8_t>(outgoing_.header >> shift));
  } else if (const std::size_t index = position_ - header_bytes_; index < body.size()) {
    token = data_token(body[index]);
  } else {
    token = body.end();
    outgoing_.body->read_by(nullptr);
    active_ = false;
    wheel_->schedule(free_, now + bit_count(token) * link.core().bit_time());
  }
  ++position_;
  return true;
}

void PacketTransactor::free_frame() { packets.free_frame(); }

}  // namespace weft
