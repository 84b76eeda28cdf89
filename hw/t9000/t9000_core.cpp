#include "hw/t9000/t9000_core.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/common/parameter_error.hpp"
#include "hw/t9000/packet_id.hpp"
#include "hw/t9000/parameter_check.hpp"

namespace weft {

T9000Core::T9000Core(const T9000Parameters& parameters, unsigned processor_number,
                     CycleDriver& driver)
    : driver_(&driver),
      processor_(parameters),
      parameters_(checked(parameters)),
      queues_(parameters),
      next_packet_id_(packet_id::first_of(processor_number)) {
  for (unsigned port = 0; port < parameters_.links; ++port) add_port();
}

void T9000Core::open(unsigned channel, std::uint32_t header, unsigned far_channel) {
  channel_count_ = std::max(channel_count_, channel + 1);
  open(channel, {header, far_channel});
}

T9000Core::Channel& T9000Core::open(unsigned number, const ChannelEnd& far_end) {
  Channel& opened = channels_.find_or_add(number);
  opened.header = far_end.header;
  opened.far_channel = far_end.channel;
  return opened;
}

void T9000Core::open_on_demand(const ChannelDirectory& directory, unsigned channels) {
  directory_ = &directory;
  channel_count_ = std::max(channel_count_, channels);
}

// Null if there is none.
T9000Core::Channel* T9000Core::find_or_open(unsigned number) {
  if (Channel* const found = channels_.find(number); found != nullptr) return found;
  if (directory_ == nullptr) return nullptr;
  Channel& fresh = open(number, directory_->far_end(number));
  fresh.receiver = first_receiver_;
  return &fresh;
}

T9000Core::Channel& T9000Core::opened(unsigned number) {
  if (Channel* const channel = find_or_open(number); channel != nullptr) return *channel;
  throw std::out_of_range("a virtual channel that was not opened");
}

std::uint32_t T9000Core::header_of(unsigned number) const {
  if (const Channel* const channel = channels_.find(number); channel != nullptr) {
    return channel->header;
  }
  throw std::out_of_range("a virtual channel that was not opened");
}

// --- sending

void T9000Core::send(unsigned number, SendRequest& request, Time now) {
  Channel& channel = opened(number);
  request.created = now;
  if (memory_ != nullptr) memory_->place(request);
  if (parameters_.service_time == 0) return begin(channel, request, now, now);
  ++channel.with_extras().beginning;
  ++beginning_;
  add({.begins = &request, .channel = number, .asked = now}, now);
}

void T9000Core::begin(Channel& channel, SendRequest& request, Time asked, Time now) {
  request.next = nullptr;
  if (channel.sending != nullptr) return queue_behind(channel, request);
  channel.sending = &request;
  channel.bytes_left = request.bytes;
  start_packet(channel, asked, now);
}

// The channel sends another message.
void T9000Core::queue_behind(Channel& channel, SendRequest& request) {
  SendRequest*& last = channel.with_extras().last_queued;
  (channel.sending->next == nullptr ? channel.sending : last)->next = &request;
  last = &request;
}

bool T9000Core::sends_on(unsigned number) const {
  const Channel* const channel = channels_.find(number);
  if (channel == nullptr) return false;
  return channel->sending != nullptr ||
         (channel->extras != nullptr && channel->extras->beginning != 0);
}

void T9000Core::start_packet(Channel& channel, Time injected, Time now) {
  if (memory_ != nullptr) memory_->go_on_with(channel.number, *channel.sending);
  Packet& packet = queues_.add(channel.number, PacketKind::data);
  packet.header = channel.header;
  packet.body = channel.sending->body;
  packet.first = channel.sending->bytes - channel.bytes_left;
  packet.first_byte = static_cast<std::uint8_t>(next_packet_id_ + parameters_.header_bytes);
  packet.tag = next_tag(channel, PacketKind::data, injected, channel.sending->created);
  OutOfBand& protocol = packet.tag.protocol;
  protocol.bytes = std::min(channel.bytes_left, parameters_.packet_bytes);
  protocol.last = protocol.bytes == channel.bytes_left;
  protocol.content = static_cast<bool>(packet.body);
  channel.bytes_left -= protocol.bytes;
  ++counters_.packets_sent;
  tell_queued(packet, now);
}

void T9000Core::tell_queued(const Packet& packet, Time now) {
  if (observer_ != nullptr) observer_->packet_queued(packet.tag, now);
}

PacketTag T9000Core::next_tag(const Channel& channel, PacketKind kind, Time injected,
                              Time created) {
  return {
      .protocol = {.injected = injected, .channel = channel.far_channel, .bytes = 0, .kind = kind},
      .trace = {.id = next_packet_id_++, .created = created}};
}

void T9000Core::acknowledgement_in(Channel& channel, Time now) {
  if (channel.sending == nullptr) return;  // an answer to a packet that an error doubled
  SendRequest& request = *channel.sending;
  // A zero-length message has one packet too; its acknowledgement ends it.
  if (channel.bytes_left != 0) return start_packet(channel, now, now);
  if (memory_ != nullptr) memory_->release(request);
  channel.sending = request.next;
  if (channel.sending != nullptr) {
    channel.bytes_left = channel.sending->bytes;
    start_packet(channel, now, now);
  }
  ++counters_.messages_sent;
  add({.sent = &request, .channel = channel.number}, now);
}

// --- receiving

void T9000Core::header_in(Channel& channel, const PacketTag& tag, Time now) {
  if (channel.bytes_in == 0 && !channel.accepting) {
    channel.injected = tag.protocol.kind == PacketKind::unknown ? never : tag.protocol.injected;
  }
  if (channel.accepting || accept(channel)) return acknowledge(channel, now);
  channel.held = true;
  channel.held_complete = false;
  ++counters_.acknowledgements_deferred;
  note(channel);
  channel.ring(now);
}

// Finds a place for the message whose first packet is here.
bool T9000Core::accept(Channel& channel) {
  if (acknowledges() && channel.receiver == nullptr &&
      channel.ready() >= parameters_.receive_buffer) {
    if (any_receivers_.empty()) return false;
    channel.receiver = any_receivers_.front();
    channel.receiver_is_any = true;
    any_receivers_.pop();
  }
  channel.accepting = true;
  return true;
}

void T9000Core::data_in(Channel& channel, const PacketEvent& event, std::span<const std::byte> data,
                        Time now) {
  if (observer_ != nullptr) observer_->packet_in(event.tag, event.bytes, now);
  channel.bytes_in += event.bytes;
  if (!data.empty()) {
    std::vector<std::byte>& kept = channel.with_extras().data;
    kept.insert(kept.end(), data.begin(), data.end());
  }
  if (channel.held) {
    channel.held_complete = true;
    channel.held_last = event.last;
    return;
  }
  packet_complete(channel, event.last, now);
}

void T9000Core::packet_complete(Channel& channel, bool last, Time now) {
  if (!last) return;
  if (channel.spoiled) return drop_message(channel, now);
  const ReceivedMessage message = complete(channel);
  ReceiveRequest* receiver = channel.receiver;
  channel.accepting = false;
  channel.receiver = nullptr;
  if (receiver != nullptr) return add({.receiver = receiver, .message = message}, now);
  if (!any_receivers_.empty()) {
    ReceiveRequest* any = any_receivers_.front();
    any_receivers_.pop();
    return add({.receiver = any, .message = message}, now);
  }
  if (observer_ != nullptr) observer_->message_in(message, now);
  channel.with_extras().ready.push(message);
  note(channel);
  channel.ring(now);
}

ReceivedMessage T9000Core::complete(Channel& channel) {
  ReceivedMessage message{channel.number, channel.bytes_in, channel.injected};
  if (channel.extras != nullptr && !channel.extras->data.empty()) {
    message.body = MessageBody(std::exchange(channel.extras->data, {}));
  }
  forget_message(channel);
  ++counters_.messages_received;
  counters_.bytes_received += message.bytes;
  return message;
}

// What has come in of it, and where that lies.
void T9000Core::forget_message(Channel& channel) {
  channel.injected = never;
  channel.bytes_in = 0;
  if (channel.extras != nullptr) channel.extras->data.clear();
  if (memory_ != nullptr) memory_->forget(channel.number);
}

// The end of a packet that was cut; `last` if it was the last of its message.
void T9000Core::cut_packet_in(Channel& channel, bool last, Time now) {
  if (channel.held) {  // nobody has asked for it, and it was not acknowledged
    channel.held = false;
    forget_message(channel);
    ++counters_.messages_lost;
    return;
  }
  channel.spoiled = true;
  packet_complete(channel, last, now);
}

// Who waits for the message goes on waiting.
void T9000Core::drop_message(Channel& channel, Time now) {
  ++counters_.messages_lost;
  forget_message(channel);
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
  Channel& channel = opened(number);
  if (channel.receiver != nullptr && channel.receiver_is_any) {
    pass_over(channel, request, now);
    return false;
  }
  if (channel.receiver != nullptr) {
    throw std::logic_error("two processes receive from one virtual channel");
  }
  if (take(channel, message, now)) return true;
  channel.receiver = &request;
  channel.receiver_is_any = false;
  if (channel.held) accept_held_into_buffer(channel, now);
  return false;
}

bool T9000Core::is_ready(unsigned number) {
  const Channel& channel = opened(number);
  return channel.held || channel.has_ready();
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
    Channel& channel = known(number);
    channel.in_attention = false;
    if (take(channel, message, now)) {
      if (channel.has_ready() || channel.held) note(channel);
      return true;
    }
    if (channel.held) {
      channel.receiver = &request;
      channel.receiver_is_any = true;
      accept_held_into_buffer(channel, now);
      return false;
    }
  }
  any_receivers_.push(&request);
  return false;
}

// Takes a message that is complete: one that was buffered, or one whose single held packet is all.
bool T9000Core::take(Channel& channel, ReceivedMessage& message, Time now) {
  if (channel.has_ready()) {
    message = channel.extras->ready.take();
    if (channel.held && accept(channel)) accept_held_into_buffer(channel, now);
    return true;
  }
  if (!channel.held || !channel.held_complete || !channel.held_last) return false;
  channel.held = false;
  message = complete(channel);
  if (observer_ != nullptr) observer_->message_in(message, now);
  acknowledge(channel, now);
  return true;
}

// The held packet has found its place.
void T9000Core::accept_held_into_buffer(Channel& channel, Time now) {
  channel.held = false;
  channel.accepting = true;
  acknowledge(channel, now);
  if (channel.held_complete) packet_complete(channel, channel.held_last, now);
}

void T9000Core::note(Channel& channel) {
  if (channel.in_attention) return;
  channel.in_attention = true;
  attention_.push(channel.number);
}

// --- acknowledgements

void T9000Core::acknowledge(Channel& channel, Time now) {
  if (!acknowledges()) return;
  if (parameters_.acknowledgement_delay == 0) return queue_acknowledgement(channel, now);
  delayed_.push({now + parameters_.acknowledgement_delay, channel.number});
}

void T9000Core::queue_acknowledgement(const Channel& channel, Time now) {
  Packet& packet = queues_.add(channel.number, PacketKind::acknowledgement);
  packet.header = channel.header;
  packet.tag = next_tag(channel, PacketKind::acknowledgement, now, never);
  ++counters_.acknowledgements_sent;
  tell_queued(packet, now);
}

void T9000Core::start_processor(Time now) {
  const Time edge = edge_after(now, parameters_.clock);
  processor_.go_on(edge);
  driver_->evaluate_at(edge);
}

// --- what takes its time

void T9000Core::add(const Task& task, Time now) {
  if (parameters_.service_time == 0) return carry_out(task, now);
  driver_->evaluate_at(tasks_.add(task, parameters_.service_time, now));
}

void T9000Core::wake(Resumable& process, Priority priority, Time now) {
  if (parameters_.service_time == 0) return processor_.wake(process, priority, now);
  add({.process = &process, .priority = priority}, now);
}

void T9000Core::serve(Time now) {
  while (tasks_.next() <= now) carry_out(tasks_.take(), now);
}

void T9000Core::carry_out(const Task& task, Time now) {
  if (task.begins != nullptr) {
    Channel& channel = known(task.channel);
    --channel.extras->beginning;
    --beginning_;
    begin(channel, *task.begins, task.asked, now);
  } else if (task.sent != nullptr) {
    if (observer_ != nullptr) observer_->message_sent(task.channel, task.sent->bytes, now);
    task.sent->sent(now);
  } else if (task.process != nullptr) {
    processor_.wake(*task.process, task.priority, now);
  } else {
    if (observer_ != nullptr) observer_->message_in(task.message, now);
    task.receiver->received(task.message, now);
  }
}

Time T9000Core::next_service() const {
  return assembled_ == no_port ? tasks_.next() : std::min(assembled_at_, tasks_.next());
}

std::size_t T9000Core::queued_data() const {
  std::size_t packets = queues_.data() + beginning_;
  if (memory_ != nullptr) packets += memory_->packets();
  for (const auto& at : ports_) {
    const Port& port = *at;
    if (port.next && !port.next->tag.protocol.acknowledgement()) ++packets;
  }
  return packets;
}

void T9000Core::evaluate(Time now) {
  if (!dealt_) deal_channels();
  if (memory_ != nullptr) memory_->finish(now);
  serve_ports(now);
  while (!delayed_.empty() && delayed_.front().due <= now) {
    queue_acknowledgement(known(delayed_.front().channel), now);
    delayed_.pop();
  }
  serve(now);
  if (processor_.next() <= now) processor_.run(now);
  if (now > passed_over_) offer_held(now);
  if (now >= link_news_) hear_of_links(now);
  complete_sent_packets(now);
  hand_out_packets(now);
  if (memory_ != nullptr) memory_->begin(now);
  agenda_.pass(now);
  Time next = std::min(processor_.next(), next_of_channels(now));
  if (has_to_choose()) next = std::min(next, agenda_.next_choose(now));
  if (next != never) driver_->evaluate_at(next);
}

// When there is something to do that nobody else brings about, but for the choice of packets.
Time T9000Core::next_of_channels(Time now) const {
  Time next = std::min({agenda_.next(now), next_service(), link_news_, sent_done_});
  if (!delayed_.empty()) next = std::min(next, delayed_.front().due);
  if (memory_ != nullptr) next = std::min(next, memory_->next());
  if (passed_over_ != never) next = std::min(next, edge_after(passed_over_, parameters_.clock));
  return next;
}

}  // namespace weft
