// The links of a T9000: packets that go out over them and come in.
#include "hw/t9000/t9000_core.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace weft {

void T9000Core::add_port() {
  ports_.push_back(std::make_unique<Port>(parameters_.header_bytes));
  agenda_.add_port();
}

void T9000Core::link_changed(unsigned number, Time now) {
  if (on_link_change_) on_link_change_(number, now);
  const Time edge = edge_after(now, parameters_.clock);
  port_at(number).news = edge;
  link_news_ = std::min(link_news_, edge);
  driver_->evaluate_at(edge);
}

void T9000Core::hear_of_links(Time now) {
  link_news_ = never;
  for (unsigned number = parameters_.links; number-- != 0;) {
    Port& port = port_at(number);
    if (port.news > now) {
      link_news_ = std::min(link_news_, port.news);
      continue;
    }
    port.news = never;
    port.down = port.link->down(now);
    if (port.down) take_back_packet(number);
  }
}

// What a link that went down has not begun to transmit can go over another.
void T9000Core::take_back_packet(unsigned number) {
  Port& port = port_at(number);
  Packet packet;
  if (port.writer.take_back(packet)) put_back(number, packet);
  if (!port.next) return;
  put_back(number, *std::exchange(port.next, {}));
  if (assembled_ == static_cast<int>(number)) assembled_ = no_port;
}

// With AcknowledgeOn::nothing.
void T9000Core::count_as_sent(unsigned number, Time done, unsigned channel) {
  port_at(number).sent.push_back({done, channel});
  sent_done_ = std::min(sent_done_, done);
}

void T9000Core::complete_sent_packets(Time now) {
  if (now < sent_done_) return;
  sent_done_ = never;
  for (const auto& port : ports_) {
    std::size_t kept = 0;
    for (const SentPacket packet : port->sent) {
      if (packet.done > now) {
        port->sent[kept++] = packet;
        sent_done_ = std::min(sent_done_, packet.done);
      } else {
        acknowledgement_in(known(packet.channel), now);
      }
    }
    port->sent.resize(kept);
  }
}

bool T9000Core::is_free(unsigned number, Time now) const {
  const Port& port = port_at(number);
  const bool may_choose = agenda_.may_choose(number, now);
  if (port.line != nullptr) {
    return parameters_.contention != Contention::full || (may_choose && port.line->idle());
  }
  return may_choose && port.link != nullptr && port.writer.is_free() && port.link->started() &&
         !port.down;
}

// The virtual channel processor, once it is done with a packet, takes the next one for a link that
// is free: the links in turn.
void T9000Core::put_together(Time now) {
  if (assembled_ != no_port && now < assembled_at_) return;
  assembled_ = no_port;
  for (unsigned i = 1; i <= parameters_.links; ++i) {
    const unsigned number = (last_assembled_ + i) % parameters_.links;
    Port& port = port_at(number);
    if (port.next || !is_free(number, now) || waiting_packet(number) == nullptr) continue;
    port.next = take_waiting(number);
    assembled_ = static_cast<int>(number);
    last_assembled_ = number;
    assembled_at_ = now + parameters_.service_time;
    return driver_->evaluate_at(assembled_at_);
  }
}

// Null if there is none, or it is not ready.
const Packet* T9000Core::next_packet(unsigned number) {
  if (parameters_.service_time == 0) {
    return waiting_packet(number);
  }
  const bool ready = port_at(number).next && assembled_ != static_cast<int>(number);
  return ready ? &*port_at(number).next : nullptr;
}

Packet T9000Core::take_next(unsigned number) {
  if (parameters_.service_time == 0) return take_waiting(number);
  return *std::exchange(port_at(number).next, {});
}

// Which links lead somewhere is known once the run has begun.
void T9000Core::deal_channels() {
  dealt_ = true;
  std::vector<unsigned> leading;
  for (unsigned number = 0; number < parameters_.links; ++number) {
    const Port& port = port_at(number);
    const bool leads =
        port.line != nullptr ? port.line->started() : port.link != nullptr && port.link->started();
    if (leads) leading.push_back(number);
  }
  if (!leading.empty() && leading.size() != parameters_.links) queues_.deal_to(leading);
}

// What one link takes may be what kept another one waiting.
void T9000Core::hand_out_packets(Time now) {
  const bool puts_together = parameters_.service_time != 0;
  if (packets_come_from_queue()) prefetch_lines();
  for (bool again = !packets_come_from_queue() || !queues_.empty(); again;) {
    again = false;
    if (memory_ != nullptr) fetch_packets(now);
    if (puts_together) put_together(now);
    for (unsigned links = links_with_packets(); links != 0; links &= links - 1) {
      const auto number = static_cast<unsigned>(std::countr_zero(links));
      while (hand_out(number, now)) again = true;
    }
    if (queues_.empty() && packets_come_from_queue()) break;
  }
  for (unsigned number = 0; blocked_ports_ != 0 && number < parameters_.links; ++number) {
    if (port_at(number).blocked && next_packet(number) == nullptr) set_blocked(number, false, now);
  }
}

// Those for which packets wait.
inline void T9000Core::prefetch_lines() const {
  for (unsigned links = queues_.links(); links != 0; links &= links - 1) {
    const PacketLine* const line = port_at(static_cast<unsigned>(std::countr_zero(links))).line;
    if (line != nullptr) line->prefetch_to_send();
  }
}

// A bit for each link that has a packet which waits, or may have one that does elsewhere.
unsigned T9000Core::links_with_packets() const {
  return packets_come_from_queue() ? queues_.links() : (1U << parameters_.links) - 1;
}

// Only called as it changes.
void T9000Core::set_blocked(unsigned number, bool blocked, Time now) {
  port_at(number).blocked = blocked;
  blocked_ports_ += blocked ? 1U : -1U;
  port_at(number).line->set_blocked(blocked, now);
}

// False if no packet has gone.
bool T9000Core::hand_out(unsigned number, Time now) {
  const bool full = parameters_.contention == Contention::full;
  if (full && !agenda_.may_choose(number, now)) return false;
  const Packet* const next = is_free(number, now) ? next_packet(number) : nullptr;
  if (next == nullptr) return false;
  Port& port = port_at(number);
  if (port.line == nullptr) {
    port.writer.give(take_next(number), now);
    port.link->offer(now);
    return true;
  }
  const bool room = !full || port.line->has_room(parameters_.header_bytes + next->bytes() + 1);
  if (port.blocked == room) set_blocked(number, !room, now);
  if (!room) return false;
  send_on_line(number, take_next(number), now);
  return true;
}

// --- packet lines

void T9000Core::send_on_line(unsigned number, const Packet& packet, Time now) {
  Port& port = port_at(number);
  PacketTransfer transfer;
  transfer.tag = packet.tag;
  transfer.tag.trace.leaves_processor(now);
  transfer.header = packet.header;
  transfer.header_bytes = static_cast<std::uint8_t>(parameters_.header_bytes);
  if (packet.body) {
    transfer.body = bodies_.take();
    transfer.body->fill(packet.data(), packet.end(), now);
  } else {
    transfer.first_byte = packet.first_byte;
    transfer.ends_message = packet.tag.protocol.last;
  }
  transfer.body_bytes = packet.bytes();
  transfer.begin = now;
  transfer.bit_time = port.line->bit_time();
  transfer.end = now + transfer.bits() * transfer.bit_time;
  agenda_.set_choose(number, transfer.end);
  if (!acknowledges()) count_as_sent(number, transfer.end, packet.channel);
  port.line->send(std::move(transfer));
}

void T9000Core::packet_begins(unsigned number, PacketTransfer&& packet, Time now) {
  channels_.prefetch(channel_of(packet.header, packet.tag));  // which its header will ask for
  const unsigned reader = idle_reader(number);
  const Time header_in = edge_from(std::max(now, packet.header_in()), parameters_.clock);
  port_at(reader).reader.begin(packet.header, packet.tag, header_in);
  note_event(reader);
  driver_->evaluate_at(header_in);
  port_at(reader).reads = port_at(number).line;
  port_at(number).arriving_at = reader;
  if (packet.end != never) return end_arrives(number, packet, packet.end, now);
  port_at(number).arriving = std::move(packet);
}

void T9000Core::packet_ends(unsigned number, Time end, Time now) {
  PacketTransfer& packet = port_at(number).arriving;
  end_arrives(number, packet, end, now);
  packet.body.reset();
}

void T9000Core::end_arrives(unsigned number, const PacketTransfer& packet, Time end, Time now) {
  const unsigned at = port_at(number).arriving_at;
  PacketReader& reader = port_at(at).reader;
  const Time end_in = edge_from(std::max(now, end), parameters_.clock);
  const bool last = packet.end_token().kind == TokenKind::eom;
  const PacketBodyPtr body = reader.keeps_data() ? packet.content() : nullptr;
  reader.end(packet.data_bytes(), body ? body->bytes() : std::span<const std::uint8_t>(), last,
             end_in);
  note_event(at);
  driver_->evaluate_at(end_in);
}

void T9000Core::packet_cut(unsigned number, Time) {
  port_at(port_at(number).arriving_at).reader.cut();
}

// Packets that overlap on a line are read side by side.
unsigned T9000Core::idle_reader(unsigned number) {
  if (port_at(number).reads == nullptr) return number;
  for (unsigned other = parameters_.links; other < ports_.size(); ++other) {
    if (port_at(other).reads == nullptr) return other;
  }
  add_port();
  return static_cast<unsigned>(ports_.size() - 1);
}

// What waits may wait for a line that was not idle.
void T9000Core::frame_free(unsigned number, Time when) {
  if (packets_come_from_queue() && queues_.empty()) return;
  if (port_at(number).blocked) agenda_.set_room(number, when);
  driver_->evaluate_at(when);
}

// --- DS-Links

void T9000Core::receive(unsigned number, Token token, const PacketTag& tag, Time now) {
  Port& port = port_at(number);
  const Time due = edge_after(now, parameters_.clock);
  port.link->consumed(due);
  const bool closed = token.kind == TokenKind::eom && port.link->down(never);
  port.reader.token(token, tag, due, closed);
  note_event(number);
  if (agenda_.event(number) == due) driver_->evaluate_at(due);
}

bool T9000Core::transmit(unsigned number, Token& token, PacketTag& tag, Time now) {
  Port& port = port_at(number);
  if (!port.writer.next(token, tag, now)) return false;
  if (port.writer.is_free()) {
    // The next packet is chosen at the last edge that is early enough for it to follow at once.
    const Time free = now + bit_count(token) * port.link->bit_time();
    const Time choose = std::max((free - 1) / parameters_.clock * parameters_.clock,
                                 edge_after(now, parameters_.clock));
    agenda_.set_choose(number, choose);
    if (!acknowledges()) count_as_sent(number, choose, port.writer.channel());
    driver_->evaluate_at(choose);
  }
  return true;
}

// That a packet comes in on; a number that no channel has if its header is none of this processor.
unsigned T9000Core::channel_of(std::uint32_t header, const PacketTag& tag) const {
  if (header < parameters_.min_header || header > parameters_.max_header) return channel_count_;
  return parameters_.addressing == Addressing::channel ? header - parameters_.min_header
                                                       : tag.protocol.channel;
}

// Null for none.
T9000Core::Channel* T9000Core::find_channel(const PacketEvent& event) {
  const unsigned number = channel_of(event.header, event.tag);
  return number < channel_count_ ? find_or_open(number) : nullptr;
}

// Packets of a channel are taken in the order of their headers: over a fat link the next one may
// be here before the end of the one before it, and waits for that.
void T9000Core::serve_ports(Time now) {
  for (bool served = true; served && agenda_.has_event(now);) {
    served = false;
    for (unsigned number = 0; number < agenda_.ports(); ++number) {
      while (agenda_.event(number) <= now && serve_port(number, now)) served = true;
    }
  }
}

// It is known of the packet that it is data, and it is time to acknowledge that.
bool T9000Core::tells_data(const PacketEvent& event) const {
  if (event.kind == PacketEvent::Kind::end) return true;
  if (parameters_.acknowledge_on == AcknowledgeOn::end) return false;
  return event.kind != PacketEvent::Kind::header ||
         (parameters_.acknowledge_on == AcknowledgeOn::header &&
          event.tag.protocol.kind == PacketKind::data);
}

// False if the event has to wait.
bool T9000Core::serve_port(unsigned number, Time now) {
  Port& port = port_at(number);
  const PacketEvent event = port.reader.front();
  const bool is_header = event.kind == PacketEvent::Kind::header;
  const bool is_end = event.kind == PacketEvent::Kind::end;
  const bool cut = is_end && event.cut();
  if (is_header) {
    port.announced = false;
    port.channel = find_channel(event);
    if (port.channel == nullptr) ++counters_.header_errors;
  }
  if (is_end && port.reads != nullptr) std::exchange(port.reads, nullptr)->free_frame();
  // A header alone tells an acknowledgement or a data packet only by its tag; without one the next
  // token does.
  const OutOfBand& told_beside = event.tag.protocol;
  const bool counted = told_beside.kind != PacketKind::unknown &&
                       parameters_.acknowledged_on == AcknowledgedOn::header;
  if (port.channel != nullptr && is_header && told_beside.acknowledgement() && counted) {
    port.reader.pop();
    note_event(number);
    if (acknowledges()) acknowledgement_in(*port.channel, now);
    return true;
  }
  const bool acknowledgement = is_end && event.bytes == 0 && !event.last && !port.announced;
  const bool told = tells_data(event);
  const bool announces =
      port.channel != nullptr && told && !acknowledgement && !port.announced && !cut;
  if (announces && port.channel->port != no_port) return false;
  port.reader.pop();
  note_event(number);
  if (port.channel == nullptr) return true;
  if (cut) {
    end_cut_packet(port, event, now);
  } else if (acknowledgement) {
    if (observer_ != nullptr) observer_->packet_in(event.tag, 0, now);
    if (acknowledges() && !counted) acknowledgement_in(*port.channel, now);
  } else {
    if (announces) announce(number, event, now);
    if (is_end) end_in(*port.channel, event, port.reader.popped_data(), now);
  }
  return true;
}

void T9000Core::announce(unsigned number, const PacketEvent& event, Time now) {
  Port& port = port_at(number);
  port.announced = true;
  port.channel->port = static_cast<int>(number);
  header_in(*port.channel, event.tag, now);
}

void T9000Core::end_cut_packet(const Port& port, const PacketEvent& event, Time now) {
  ++counters_.packets_cut;
  // not acknowledged, so no other packet of its message will come
  const bool data = parameters_.acknowledge_on == AcknowledgeOn::end && event.bytes != 0;
  if (data) drop_message(*port.channel, now);
  if (!port.announced) return;
  port.channel->port = no_port;
  cut_packet_in(*port.channel, event.tag.protocol.last, now);
}

}  // namespace weft
