// The links of a T9000: packets that go out over them and come in.
#include "hw/t9000/t9000_core.hpp"

#include <algorithm>
#include <utility>

namespace weft {

void T9000Core::link_changed(unsigned number, Time now) {
  const Time edge = edge_after(now, parameters_.clock);
  ports_[number].news = edge;
  link_news_ = std::min(link_news_, edge);
  driver_->evaluate_at(edge);
}

void T9000Core::hear_of_links(Time now) {
  link_news_ = never;
  for (auto port = ports_.rbegin(); port != ports_.rend(); ++port) {
    if (port->news > now) {
      link_news_ = std::min(link_news_, port->news);
      continue;
    }
    port->news = never;
    port->down = port->link->down(now);
    if (port->down) take_back_packet(*port);
  }
}

// What a link that went down has not begun to transmit can go over another.
void T9000Core::take_back_packet(Port& port) {
  Packet packet;
  if (port.writer.take_back(packet)) queues_.push_front(packet);
  if (port.put_together) give_up_next(port);
}

void T9000Core::give_up_next(Port& port) {
  queues_.push_front(*port.next);
  port.next.reset();
  port.put_together = false;
}

void T9000Core::packet_is_together(Port& port) {
  port.put_together = true;
  if (port.down) give_up_next(port);
}

// What a link that is free sends next; null if there is nothing, or it is being put together.
const Packet* T9000Core::next_packet(unsigned number, Time now) {
  Port& port = ports_[number];
  if (port.put_together) return &*port.next;
  if (port.next.has_value() || queues_.empty(number)) return nullptr;
  if (parameters_.service_time == 0) return &queues_.front(number);
  port.next = queues_.front(number);
  queues_.pop(number);
  driver_->evaluate_at(put_togethers_.add(number, parameters_.service_time, now));
  return nullptr;
}

void T9000Core::pop_next(unsigned number) {
  Port& port = ports_[number];
  if (!port.put_together) return queues_.pop(number);
  port.next.reset();
  port.put_together = false;
}

// With AcknowledgeOn::nothing.
void T9000Core::complete_sent_packets(Time now) {
  for (Port& port : ports_) {
    const auto done =
        std::stable_partition(port.sent.begin(), port.sent.end(),
                              [now](const SentPacket& packet) { return packet.done > now; });
    for (auto packet = done; packet != port.sent.end(); ++packet) {
      acknowledgement_in(packet->channel, now);
    }
    port.sent.erase(done, port.sent.end());
  }
}

void T9000Core::hand_out_packets(Time now) {
  for (unsigned number = 0; number < ports_.size(); ++number) {
    Port& port = ports_[number];
    if (port.line != nullptr) hand_to_line(number, now);
    if (port.link == nullptr || !port.writer.is_free() || now < port.choose) continue;
    if (!port.link->started() || port.down) continue;
    const Packet* const packet = next_packet(number, now);
    if (packet == nullptr) continue;
    port.writer.give(*packet, now);
    pop_next(number);
    port.link->offer(now);
  }
  for (unsigned number = 0; number < parameters_.links; ++number) {
    const Port& port = ports_[number];
    if (port.line != nullptr && !has_packet(number)) port.line->set_blocked(false, now);
  }
}

bool T9000Core::has_packet(unsigned number) const {
  return parameters_.service_time == 0 ? !queues_.empty(number) : ports_[number].put_together;
}

// --- packet lines

void T9000Core::hand_to_line(unsigned number, Time now) {
  Port& port = ports_[number];
  const bool full = parameters_.contention == Contention::full;
  while (!full || now >= port.choose) {
    const Packet* const next = next_packet(number, now);
    if (next == nullptr) return;
    const Packet packet = *next;
    if (full && !port.line->has_room(parameters_.header_bytes + packet.bytes + 1)) {
      return port.line->set_blocked(true, now);
    }
    port.line->set_blocked(false, now);
    pop_next(number);
    send_on_line(port, packet, now);
  }
}

void T9000Core::send_on_line(Port& port, const Packet& packet, Time now) {
  PacketTransfer transfer;
  transfer.tag = packet.tag;
  transfer.tag.sent = now;
  transfer.header = packet.header;
  transfer.header_bytes = parameters_.header_bytes;
  transfer.body = bodies_.take();
  transfer.body->fill(static_cast<std::uint8_t>(packet.tag.id + parameters_.header_bytes),
                      packet.bytes, packet.last ? eom_token : eop_token, now);
  transfer.begin = now;
  transfer.bit_time = port.line->bit_time();
  transfer.end = now + transfer.bits() * transfer.bit_time;
  port.choose = transfer.end;
  if (!acknowledges()) port.sent.push_back({transfer.end, packet.channel});
  port.line->send(transfer);
}

void T9000Core::packet_begins(unsigned number, const PacketTransfer& packet, Time now) {
  const unsigned reader = idle_reader(number);
  const Time header_in = edge_from(std::max(now, packet.header_in()), parameters_.clock);
  ports_[reader].reader.begin(packet.header, packet.tag, header_in);
  driver_->evaluate_at(header_in);
  ports_[reader].reads = ports_[number].line;
  ports_[number].arriving = packet.body;
  ports_[number].arriving_at = reader;
  if (packet.end != never) packet_ends(number, packet.end, now);
}

void T9000Core::packet_ends(unsigned number, Time end, Time now) {
  Port& port = ports_[number];
  const std::shared_ptr<PacketBody> body = std::exchange(port.arriving, nullptr);
  const Time end_in = edge_from(std::max(now, end), parameters_.clock);
  ports_[port.arriving_at].reader.end(static_cast<unsigned>(body->size()),
                                      body->end().kind == TokenKind::eom, end_in);
  driver_->evaluate_at(end_in);
}

// Packets that overlap on a line are read side by side.
unsigned T9000Core::idle_reader(unsigned number) {
  if (ports_[number].reads == nullptr) return number;
  for (unsigned other = parameters_.links; other < ports_.size(); ++other) {
    if (ports_[other].reads == nullptr) return other;
  }
  ports_.emplace_back(parameters_.header_bytes);
  return static_cast<unsigned>(ports_.size() - 1);
}

void T9000Core::frame_free(unsigned, Time now) { driver_->evaluate_at(now); }

// --- DS-Links

void T9000Core::receive(unsigned number, Token token, const PacketTag& tag, Time now) {
  Port& port = ports_[number];
  const Time due = edge_after(now, parameters_.clock);
  port.link->consumed(due);
  port.reader.token(token, tag, due);
  if (port.reader.next_due() == due) driver_->evaluate_at(due);
}

bool T9000Core::transmit(unsigned number, Token& token, PacketTag& tag, Time now) {
  Port& port = ports_[number];
  if (!port.writer.next(token, tag, now)) return false;
  if (port.writer.is_free()) {
    // The next packet is chosen at the last edge that is early enough for it to follow at once.
    const Time free = now + bit_count(token) * port.link->bit_time();
    port.choose = std::max((free - 1) / parameters_.clock * parameters_.clock,
                           edge_after(now, parameters_.clock));
    if (!acknowledges()) port.sent.push_back({port.choose, port.writer.channel()});
    driver_->evaluate_at(port.choose);
  }
  return true;
}

bool T9000Core::find_channel(const PacketEvent& event, unsigned& channel) {
  if (event.header < parameters_.min_header || event.header > parameters_.max_header) return false;
  channel = parameters_.addressing == Addressing::channel ? event.header - parameters_.min_header
                                                          : event.tag.channel;
  if (channel >= channel_count_) return false;
  open_if_new(channel);
  return channels_.count(channel) != 0;
}

// Packets of a channel are taken in the order of their headers: over a fat link the next one may
// be here before the end of the one before it, and waits for that.
void T9000Core::serve_ports(Time now) {
  for (bool served = true; served;) {
    served = false;
    for (unsigned number = 0; number < ports_.size(); ++number) {
      while (ports_[number].reader.has_event(now) && serve_port(number, now)) served = true;
    }
  }
}

// It is known of the packet that it is data, and it is time to acknowledge that.
bool T9000Core::tells_data(const PacketEvent& event) const {
  if (event.kind == PacketEvent::Kind::end) return true;
  if (parameters_.acknowledge_on == AcknowledgeOn::end) return false;
  return event.kind != PacketEvent::Kind::header ||
         (parameters_.acknowledge_on == AcknowledgeOn::header && event.tag.id != 0 &&
          !event.tag.acknowledgement);
}

// False if the event has to wait.
bool T9000Core::serve_port(unsigned number, Time now) {
  Port& port = ports_[number];
  const PacketEvent event = port.reader.front();
  const bool is_header = event.kind == PacketEvent::Kind::header;
  const bool is_end = event.kind == PacketEvent::Kind::end;
  const bool cut = is_end && event.cut();
  if (is_header) {
    port.announced = false;
    port.known = find_channel(event, port.channel);
    if (!port.known) ++counters_.header_errors;
  }
  if (is_end && port.reads != nullptr) std::exchange(port.reads, nullptr)->free_frame();
  // A header alone tells an acknowledgement or a data packet only by its tag; without one the next
  // token does.
  const bool counted = event.tag.id != 0 && parameters_.acknowledged_on == AcknowledgedOn::header;
  if (port.known && is_header && event.tag.acknowledgement && counted) {
    port.reader.pop();
    if (acknowledges()) acknowledgement_in(port.channel, now);
    return true;
  }
  const bool acknowledgement = is_end && event.bytes == 0 && !event.last && !port.announced;
  const bool told = tells_data(event);
  const bool announces = port.known && told && !acknowledgement && !port.announced && !cut;
  if (announces && channels_[port.channel].port != no_port) return false;
  port.reader.pop();
  if (!port.known) return true;
  if (cut) {
    end_cut_packet(port, event, now);
  } else if (acknowledgement) {
    if (observer_ != nullptr) observer_->packet_in(event.tag, 0, now);
    if (acknowledges() && !counted) acknowledgement_in(port.channel, now);
  } else {
    if (announces) announce(number, event, now);
    if (is_end) {
      channels_[port.channel].port = no_port;
      data_in(port.channel, event, now);
    }
  }
  return true;
}

void T9000Core::announce(unsigned number, const PacketEvent& event, Time now) {
  Port& port = ports_[number];
  port.announced = true;
  channels_[port.channel].port = static_cast<int>(number);
  header_in(port.channel, event.tag, now);
}

void T9000Core::end_cut_packet(const Port& port, const PacketEvent& event, Time now) {
  ++counters_.packets_cut;
  if (!port.announced) return;
  channels_[port.channel].port = no_port;
  cut_packet_in(port.channel, event.tag.last, now);
}

}  // namespace weft
