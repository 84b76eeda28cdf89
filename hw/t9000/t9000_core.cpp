#include "hw/t9000/t9000_core.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace weft {

T9000Core::T9000Core(const T9000Parameters& parameters, unsigned processor_number,
                     CycleDriver& driver)
    : parameters_(parameters),
      next_packet_id_((std::uint64_t{processor_number} + 1) << 40),
      driver_(&driver),
      processor_(parameters.time_slice) {
  for (unsigned port = 0; port < parameters_.links; ++port) {
    ports_.emplace_back(parameters_.header_bytes);
  }
}

void T9000Core::open(unsigned channel, std::uint32_t header, unsigned far_channel) {
  channel_count_ = std::max(channel_count_, channel + 1);
  channels_[channel].header = header;
  channels_[channel].far_channel = far_channel;
}

void T9000Core::open_on_demand(ChannelDirectory& directory, unsigned channels) {
  directory_ = &directory;
  channel_count_ = std::max(channel_count_, channels);
}

void T9000Core::open_if_new(unsigned number) {
  if (directory_ == nullptr || channels_.count(number) != 0) return;
  directory_->open_channel(number);
  channels_[number].receiver = first_receiver_;
}

// --- sending

void T9000Core::send(unsigned number, SendRequest& request, Time now) {
  open_if_new(number);
  Channel& channel = channels_[number];
  request.next = nullptr;
  if (channel.sending != nullptr) {
    channel.last_queued->next = &request;
    channel.last_queued = &request;
    return;
  }
  channel.sending = channel.last_queued = &request;
  channel.bytes_left = request.bytes;
  start_packet(number, now);
}

void T9000Core::start_packet(unsigned number, Time now) {
  Channel& channel = channels_[number];
  Packet packet;
  packet.bytes = std::min(channel.bytes_left, parameters_.packet_bytes);
  packet.last = packet.bytes == channel.bytes_left;
  packet.header = channel.header;
  packet.channel = number;
  packet.tag = {now, next_packet_id_++, channel.far_channel, 0, false, packet.last, packet.bytes};
  channel.bytes_left -= packet.bytes;
  ++counters_.packets_sent;
  put_out(packet, now);
}

void T9000Core::acknowledgement_in(unsigned number, Time now) {
  Channel& channel = channels_[number];
  if (channel.sending == nullptr) return;  // an answer to a packet that an error doubled
  SendRequest& request = *channel.sending;
  // A zero-length message has one packet too; its acknowledgement ends it.
  if (channel.bytes_left != 0) return start_packet(number, now);
  channel.sending = request.next;
  if (channel.sending != nullptr) {
    channel.bytes_left = channel.sending->bytes;
    start_packet(number, now);
  }
  ++counters_.messages_sent;
  wake_sender(request, now);
}

// --- receiving

void T9000Core::header_in(unsigned number, const PacketTag& tag, Time now) {
  Channel& channel = channels_[number];
  if (channel.message.bytes == 0 && !channel.accepting) {
    channel.message = {number, 0, tag.id != 0 ? tag.injected : never};
  }
  if (channel.accepting || accept(channel)) return acknowledge(number, now);
  channel.held = true;
  channel.held_complete = false;
  ++counters_.acknowledgements_deferred;
  note(number);
}

// Finds a place for the message whose first packet is here.
bool T9000Core::accept(Channel& channel) {
  if (acknowledges() && channel.receiver == nullptr &&
      channel.ready.size() >= parameters_.receive_buffer) {
    if (any_receivers_.empty()) return false;
    channel.receiver = any_receivers_.front();
    channel.receiver_is_any = true;
    any_receivers_.pop();
  }
  channel.accepting = true;
  return true;
}

void T9000Core::data_in(unsigned number, const PacketEvent& event, Time now) {
  Channel& channel = channels_[number];
  if (observer_ != nullptr) observer_->packet_in(event.tag, event.bytes, now);
  channel.message.bytes += event.bytes;
  if (channel.held) {
    channel.held_complete = true;
    channel.held_last = event.last;
    return;
  }
  packet_complete(number, event.last, now);
}

void T9000Core::packet_complete(unsigned number, bool last, Time now) {
  if (!last) return;
  Channel& channel = channels_[number];
  if (channel.spoiled) return drop_message(number, now);
  const ReceivedMessage message = channel.message;
  ReceiveRequest* receiver = channel.receiver;
  channel.message = {};
  channel.accepting = false;
  channel.receiver = nullptr;
  ++counters_.messages_received;
  counters_.bytes_received += message.bytes;
  if (receiver != nullptr) return hand_over(*receiver, message, now);
  if (!any_receivers_.empty()) {
    ReceiveRequest* any = any_receivers_.front();
    any_receivers_.pop();
    return hand_over(*any, message, now);
  }
  if (observer_ != nullptr) observer_->message_in(message, now);
  channel.ready.push_back(message);
  note(number);
}

// The end of a packet that was cut; `last` if it was the last of its message.
void T9000Core::cut_packet_in(unsigned number, bool last, Time now) {
  Channel& channel = channels_[number];
  if (channel.held) {  // nobody has asked for it, and it was not acknowledged
    channel.held = false;
    channel.message = {};
    ++counters_.messages_lost;
    return;
  }
  channel.spoiled = true;
  packet_complete(number, last, now);
}

// Who waits for the message goes on waiting.
void T9000Core::drop_message(unsigned number, Time now) {
  Channel& channel = channels_[number];
  ++counters_.messages_lost;
  channel.message = {};
  channel.accepting = false;
  channel.spoiled = false;
  if (channel.receiver == nullptr || !channel.receiver_is_any) return;
  ReceiveRequest& any = *channel.receiver;
  channel.receiver = nullptr;
  ReceivedMessage message;
  if (receive_any(any, message, now)) any.received(message, now);
}

bool T9000Core::receive(unsigned number, ReceiveRequest& request, ReceivedMessage& message,
                        Time now) {
  open_if_new(number);
  Channel& channel = channels_[number];
  if (channel.receiver != nullptr && channel.receiver_is_any) {
    pass_over(channel, request, now);
    return false;
  }
  if (channel.receiver != nullptr) {
    throw std::logic_error("two processes receive from one virtual channel");
  }
  if (take(channel, number, message, now)) return true;
  channel.receiver = &request;
  channel.receiver_is_any = false;
  if (channel.held) accept_held_into_buffer(number, now);
  return false;
}

// A message that is coming in for whoever takes any goes to the one who asks for it by its channel.
void T9000Core::pass_over(Channel& channel, ReceiveRequest& request, Time now) {
  ReceiveRequest& any = *std::exchange(channel.receiver, &request);
  channel.receiver_is_any = false;
  any_receivers_.push(&any);
  passed_over_ = now;
  driver_->evaluate_at(edge_after(now, parameters_.clock));
}

// What is held goes to who was passed over an edge later: by then those who ask by name have asked.
void T9000Core::offer_held(Time now) {
  passed_over_ = never;
  if (any_receivers_.empty()) return;
  ReceiveRequest& any = *any_receivers_.front();
  any_receivers_.pop();
  ReceivedMessage other;
  if (receive_any(any, other, now)) any.received(other, now);
}

bool T9000Core::receive_any(ReceiveRequest& request, ReceivedMessage& message, Time now) {
  while (!attention_.empty()) {
    const unsigned number = attention_.front();
    attention_.pop();
    Channel& channel = channels_[number];
    channel.in_attention = false;
    if (take(channel, number, message, now)) {
      if (!channel.ready.empty() || channel.held) note(number);
      return true;
    }
    if (channel.held) {
      channel.receiver = &request;
      channel.receiver_is_any = true;
      accept_held_into_buffer(number, now);
      return false;
    }
  }
  any_receivers_.push(&request);
  return false;
}

// Takes a message that is complete: one that was buffered, or one whose single held packet is all.
bool T9000Core::take(Channel& channel, unsigned number, ReceivedMessage& message, Time now) {
  if (!channel.ready.empty()) {
    message = channel.ready.front();
    channel.ready.erase(channel.ready.begin());
    if (channel.held && accept(channel)) accept_held_into_buffer(number, now);
    return true;
  }
  if (!channel.held || !channel.held_complete || !channel.held_last) return false;
  channel.held = false;
  message = channel.message;
  channel.message = {};
  ++counters_.messages_received;
  counters_.bytes_received += message.bytes;
  if (observer_ != nullptr) observer_->message_in(message, now);
  acknowledge(number, now);
  return true;
}

// The held packet has found its place.
void T9000Core::accept_held_into_buffer(unsigned number, Time now) {
  Channel& channel = channels_[number];
  channel.held = false;
  channel.accepting = true;
  acknowledge(number, now);
  if (channel.held_complete) packet_complete(number, channel.held_last, now);
}

void T9000Core::note(unsigned number) {
  if (channels_[number].in_attention) return;
  channels_[number].in_attention = true;
  attention_.push(number);
}

// --- acknowledgements and links

void T9000Core::acknowledge(unsigned number, Time now) {
  if (!acknowledges()) return;
  if (parameters_.acknowledgement_delay == 0) return queue_acknowledgement(number, now);
  delayed_.push({now + parameters_.acknowledgement_delay, number});
}

void T9000Core::queue_acknowledgement(unsigned number, Time now) {
  const Channel& channel = channels_[number];
  Packet packet;
  packet.header = channel.header;
  packet.tag = {now, next_packet_id_++, channel.far_channel, 0, true, false, 0};
  ++counters_.acknowledgements_sent;
  put_out(packet, now);
}

// --- what takes its time

void T9000Core::put_out(const Packet& packet, Time now) {
  if (parameters_.service_time == 0) return queue(packet);
  put_out_until_ = std::max(put_out_until_, now) + parameters_.service_time;
  put_outs_.push({put_out_until_, packet});
  driver_->evaluate_at(put_out_until_);
}

void T9000Core::wake_sender(SendRequest& sender, Time now) {
  if (parameters_.service_time == 0) return sender.sent(now);
  wake_later({0, &sender, nullptr, {}}, now);
}

void T9000Core::hand_over(ReceiveRequest& receiver, const ReceivedMessage& message, Time now) {
  if (parameters_.service_time != 0) return wake_later({0, nullptr, &receiver, message}, now);
  if (observer_ != nullptr) observer_->message_in(message, now);
  receiver.received(message, now);
}

void T9000Core::wake_later(WakeUp process, Time now) {
  woken_until_ = std::max(woken_until_, now) + parameters_.service_time;
  process.due = woken_until_;
  wake_ups_.push(process);
  driver_->evaluate_at(woken_until_);
}

void T9000Core::serve(Time now) {
  for (; !put_outs_.empty() && put_outs_.front().due <= now; put_outs_.pop()) {
    queue(put_outs_.front().packet);
  }
  while (!wake_ups_.empty() && wake_ups_.front().due <= now) {
    const WakeUp process = wake_ups_.front();
    wake_ups_.pop();
    if (process.sender != nullptr) {
      process.sender->sent(now);
      continue;
    }
    if (observer_ != nullptr) observer_->message_in(process.message, now);
    process.receiver->received(process.message, now);
  }
}

Time T9000Core::next_service() const {
  return std::min(put_outs_.empty() ? never : put_outs_.front().due,
                  wake_ups_.empty() ? never : wake_ups_.front().due);
}

void T9000Core::queue(Packet packet) {
  const bool first = packet.tag.acknowledgement && parameters_.acknowledgement_priority;
  if (parameters_.link_choice == LinkChoice::any_free) {
    (first ? acknowledgements_ : data_).push(packet);
    return;
  }
  Port& port = ports_[packet.tag.channel % parameters_.links];
  (first ? port.acknowledgements : port.data).push(packet);
}

Ring<Packet>& T9000Core::next_queue(unsigned number) {
  Port& port = ports_[number];
  const bool shared = parameters_.link_choice == LinkChoice::any_free;
  Ring<Packet>& urgent = shared ? acknowledgements_ : port.acknowledgements;
  Ring<Packet>& normal = shared ? data_ : port.data;
  return urgent.empty() ? normal : urgent;
}

bool T9000Core::next_packet(unsigned number, Packet& packet) {
  Ring<Packet>& from = next_queue(number);
  if (from.empty()) return false;
  packet = from.front();
  from.pop();
  return true;
}

std::size_t T9000Core::queued_data() const {
  std::size_t packets = data_.size();
  for (const Port& port : ports_) packets += port.data.size();
  return packets;
}

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
  if (!port.writer.take_back(packet)) return;
  const bool shared = parameters_.link_choice == LinkChoice::any_free;
  const bool first = packet.tag.acknowledgement && parameters_.acknowledgement_priority;
  if (first) {
    (shared ? acknowledgements_ : port.acknowledgements).push_front(packet);
  } else {
    (shared ? data_ : port.data).push_front(packet);
  }
}

// With AcknowledgeOn::nothing.
void T9000Core::complete_sent_packets(Time now) {
  for (Port& port : ports_) {
    if (!port.sent || now < port.choose) continue;
    port.sent = false;
    acknowledgement_in(port.line != nullptr ? port.sending : port.writer.channel(), now);
  }
}

void T9000Core::hand_out_packets(Time now) {
  Packet packet;
  for (unsigned number = 0; number < ports_.size(); ++number) {
    Port& port = ports_[number];
    if (port.line != nullptr) hand_to_line(number, now);
    if (port.link == nullptr || !port.writer.is_free() || now < port.choose) continue;
    if (!port.link->started() || port.down) continue;
    if (!next_packet(number, packet)) continue;
    port.writer.give(packet, now);
    port.link->offer(now);
  }
}

// --- packet lines

void T9000Core::hand_to_line(unsigned number, Time now) {
  Port& port = ports_[number];
  const bool full = parameters_.contention == Contention::full;
  for (Ring<Packet>* queue = &next_queue(number); !queue->empty(); queue = &next_queue(number)) {
    const Packet packet = queue->front();
    if (full &&
        (now < port.choose || !port.line->has_room(parameters_.header_bytes + packet.bytes + 1))) {
      return;
    }
    queue->pop();
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
  port.sending = packet.channel;
  port.sent = !acknowledges();
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
    port.sent = !acknowledges();
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
  return true;
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

// False if the event has to wait.
bool T9000Core::serve_port(unsigned number, Time now) {
  Port& port = ports_[number];
  const PacketEvent event = port.reader.front();
  if (event.kind == PacketEvent::Kind::header) {
    port.announced = false;
    port.known = find_channel(event, port.channel);
    if (!port.known) ++counters_.header_errors;
  }
  const bool is_end = event.kind == PacketEvent::Kind::end;
  if (is_end && port.reads != nullptr) std::exchange(port.reads, nullptr)->free_frame();
  const bool acknowledgement = is_end && event.bytes == 0 && !event.last && !port.announced;
  // A header alone tells a data packet only by its tag; without one the next token does.
  const bool told = event.kind != PacketEvent::Kind::header ||
                    (parameters_.acknowledge_on == AcknowledgeOn::header && event.tag.id != 0 &&
                     !event.tag.acknowledgement);
  const bool cut = is_end && event.cut();
  if (port.known && event.kind == PacketEvent::Kind::header && event.tag.id != 0 &&
      event.tag.acknowledgement && parameters_.acknowledged_on == AcknowledgedOn::header) {
    port.reader.pop();
    if (acknowledges()) acknowledgement_in(port.channel, now);
    return true;
  }
  const bool announces = port.known && told && !acknowledgement && !port.announced && !cut;
  if (announces && channels_[port.channel].port != no_port) return false;
  port.reader.pop();
  if (!port.known) return true;
  if (cut) {
    ++counters_.packets_cut;
    if (!port.announced) return true;
    channels_[port.channel].port = no_port;
    cut_packet_in(port.channel, event.tag.last, now);
    return true;
  }
  if (acknowledgement) {
    if (observer_ != nullptr) observer_->packet_in(event.tag, 0, now);
    const bool counted = event.tag.id != 0 && parameters_.acknowledged_on == AcknowledgedOn::header;
    if (acknowledges() && !counted) acknowledgement_in(port.channel, now);
    return true;
  }
  if (announces) {
    port.announced = true;
    channels_[port.channel].port = static_cast<int>(number);
    header_in(port.channel, event.tag, now);
  }
  if (is_end) {
    channels_[port.channel].port = no_port;
    data_in(port.channel, event, now);
  }
  return true;
}

void T9000Core::evaluate(Time now) {
  serve_ports(now);
  while (!delayed_.empty() && delayed_.front().due <= now) {
    queue_acknowledgement(delayed_.front().channel, now);
    delayed_.pop();
  }
  serve(now);
  if (processor_.next() <= now) processor_.run(now);
  if (now > passed_over_) offer_held(now);
  if (now >= link_news_) hear_of_links(now);
  complete_sent_packets(now);
  hand_out_packets(now);

  Time next = processor_.next();
  if (!delayed_.empty()) next = std::min(next, delayed_.front().due);
  next = std::min({next, next_service(), link_news_});
  if (passed_over_ != never) next = std::min(next, edge_after(passed_over_, parameters_.clock));
  for (const Port& port : ports_) {
    if (!port.reader.has_event(now)) next = std::min(next, port.reader.next_due());
    if (port.choose > now) next = std::min(next, port.choose);
  }
  if (next != never) driver_->evaluate_at(next);
}

}  // namespace weft
