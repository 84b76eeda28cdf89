// The T9000 without its wires: virtual channel processor and processor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/later_events.hpp"
#include "hw/common/numbered_items.hpp"
#include "hw/common/packet_line.hpp"
#include "hw/common/packet_losses.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/t9000/message_memory.hpp"
#include "hw/t9000/packet.hpp"
#include "hw/t9000/packet_queues.hpp"
#include "hw/t9000/packet_reader.hpp"
#include "hw/t9000/packet_writer.hpp"
#include "hw/t9000/parameters.hpp"
#include "hw/t9000/port_agenda.hpp"
#include "hw/t9000/ready_bell.hpp"
#include "hw/t9000/run_queue.hpp"
#include "hw/t9000/service_line.hpp"

namespace weft {

/// Counters of a T9000.
struct T9000Counters {
  std::uint64_t messages_sent = 0;      ///< Acknowledged to the end.
  std::uint64_t messages_received = 0;  ///< Given to a receiver or buffered.
  std::uint64_t bytes_received = 0;
  std::uint64_t packets_sent = 0;  ///< Data packets queued.
  std::uint64_t acknowledgements_sent = 0;
  std::uint64_t acknowledgements_deferred = 0;  ///< That had to wait for a receiver.
  std::uint64_t header_errors = 0;
  std::uint64_t packets_cut = 0;    ///< Packets that came in cut by a link error.
  std::uint64_t messages_lost = 0;  ///< Thrown away: a packet of them was cut, or by a reset.
};

/// Hears of packets and messages; T9000Reports passes them on to analysis ports.
class T9000Observer {
 public:
  /// A packet waits for a link, data or acknowledgement.
  virtual void packet_queued(const PacketTag& tag, Time now) = 0;
  /// The last packet of a message of so many bytes has been acknowledged.
  virtual void message_sent(unsigned channel, unsigned bytes, Time now) = 0;
  /// `end` is the time at which the packet's end was taken up.
  virtual void packet_in(const PacketTag& tag, unsigned bytes, Time end) = 0;
  virtual void message_in(const ReceivedMessage& message, Time now) = 0;

 protected:
  ~T9000Observer() = default;
};

/// Where a virtual channel leads.
struct ChannelEnd {
  std::uint32_t header = 0;  ///< Of its packets.
  unsigned channel = 0;      ///< Its number there.
};

/// Knows where virtual channels lead that are opened when they are first used.
class ChannelDirectory {
 public:
  virtual ChannelEnd far_end(unsigned channel) const = 0;

 protected:
  ~ChannelDirectory() = default;
};

/// What of a T9000 a reset takes back to its begin: its programs, its pins.
class ResetClient {
 public:
  virtual void reset(Time now) = 0;
  /// It begins again once the processor runs.
  virtual bool begins_again() const = 0;

 protected:
  ~ResetClient() = default;
};

/// A T9000 (thesis 3.1.1.1 and 4.1; facts.md, T9000). Virtual channels carry messages in packets
/// of at most 32 bytes; each packet is acknowledged by an empty one, queued once its header is in,
/// or once a receiver has space; the next packet of a channel waits for it. Each channel holds one
/// packet for which nobody has asked yet. AcknowledgeOn::nothing does without acknowledgements.
///
/// A packet that a link error has cut is no packet: its message is thrown away, and if the packet
/// was not acknowledged before, its sender waits for ever.
///
/// Everything that happens in it happens in `evaluate`: links are looked at in the order of their
/// numbers, then timers, then packets are handed to links that are free.
///
/// A port is a DS-Link's end, of tokens, or a PacketLine, of whole packets. At the latter a
/// packet's header and its end are taken up at the first edge of the clock that is not before them,
/// and one packet follows the other without a gap. Where contention is left out (T9000Parameters) a
/// line carries any number of packets at a time.
class T9000Core final : public LinkClient,
                        public PacketClient,
                        public LaterEvents,
                        public LosesPackets {
 public:
  /// Throws ParameterError, see check_parameters.
  T9000Core(const T9000Parameters& parameters, unsigned processor_number, CycleDriver& driver);

  void attach(unsigned port, LinkService& link) {
    port_at(port).link = &link;
    has_token_links_ = true;
  }
  void attach(unsigned port, PacketLine& line) { port_at(port).line = &line; }
  void observe(T9000Observer& observer) { observer_ = &observer; }
  /// Messages lie in this memory, which lives as long; to be called before the start. Without one
  /// they are there at once and wherever they are needed.
  void lie_in(MessageMemory& memory) { memory_ = &memory; }
  /// The memory of messages has answered (BlockPort::answer).
  void memory_answers(unsigned slot, Time at);

  // --- virtual channels
  /// Ties a virtual channel of this processor to its far end. `header` is written on each packet;
  /// `far_channel` is the number of the channel there.
  void open(unsigned channel, std::uint32_t header, unsigned far_channel);
  /// Channels 0 to `channels` - 1 are opened by `directory` with the first packet that is sent or
  /// comes in on them: a processor that could talk to 16,384 others keeps the state of those that
  /// it does talk to.
  void open_on_demand(const ChannelDirectory& directory, unsigned channels);

  // --- for programs, from within `evaluate` or before the start; a channel that was not opened
  // throws std::out_of_range
  /// Queues a message; `request.sent` is called once it is acknowledged to the end.
  void send(unsigned channel, SendRequest& request, Time now);
  /// A message of the channel is not acknowledged yet.
  bool sends_on(unsigned channel) const;
  /// Waits for the next message of a channel; true when it was there already (in `message`). Throws
  /// std::logic_error if somebody waits for it already.
  bool receive(unsigned channel, ReceiveRequest& request, ReceivedMessage& message, Time now);
  /// Waits for the first message of each channel that is opened on demand from now on, as
  /// `receive` of each of them would; the receiver asks again for itself.
  void receive_each(ReceiveRequest& request) { first_receiver_ = &request; }
  /// Waits for a message of any channel, in the order in which packets came in.
  bool receive_any(ReceiveRequest& request, ReceivedMessage& message, Time now);
  /// Something has come in on a channel that nobody has asked for: a packet, or, with a
  /// receive_buffer, a message.
  bool is_ready(unsigned channel);
  /// Tells `request` when that will be so; see ReadyBell.
  void enable(unsigned channel, ReadyRequest& request) {
    opened(channel).with_extras().bell.enable(request);
  }
  void disable(unsigned channel, const ReadyRequest& request) {
    opened(channel).with_extras().bell.disable(request);
  }
  /// A process loads from the memory of messages, or stores there. Throws std::logic_error without
  /// one.
  void access(MemoryBlock block);
  /// Wakes a process for what has come in, which takes the processor its service_time.
  void wake(Resumable& process, Priority priority, Time now);
  RunQueue& processor() { return processor_; }
  const RunQueue& processor() const { return processor_; }
  void evaluate_at(Time time) { driver_->evaluate_at(time); }
  /// The processor, which was stopped, goes on at the next edge of the clock.
  void start_processor(Time now);
  /// Stops the processor and forgets its processes; those of clients begin again when it goes on.
  /// Links go on, and what is in the hands of the virtual channel processor: a message that was
  /// begun goes on to its end, and a packet that nobody has acknowledged waits for who asks for it
  /// next. What was acknowledged lay in memory, and is lost (T9000Counters::messages_lost).
  void reset(Time now);
  /// All of its clients begin again after a reset.
  bool begins_again() const;
  /// Takes part in resets. `client` must be there until it is removed.
  void add(ResetClient& client) { reset_clients_.push_back(&client); }
  void remove(ResetClient& client) { std::erase(reset_clients_, &client); }
  /// `action` is called when an error stops a link, and when it runs again.
  void on_link_change(std::function<void(unsigned port, Time now)> action) {
    on_link_change_ = std::move(action);
  }

  void evaluate(Time now);

  void receive(unsigned port, Token token, const PacketTag& tag, Time now) override;
  bool receives_ahead() const override { return true; }
  Places places(unsigned port) const override {
    return {&port_at(port).writer, &port_at(port).reader};
  }
  bool transmit(unsigned port, Token& token, PacketTag& tag, Time now) override;
  Time next_token(unsigned port) const override { return port_at(port).writer.given(); }
  void link_changed(unsigned port, Time now) override;

  // At packet lines:
  void packet_begins(unsigned port, PacketTransfer&& packet, Time now) override;
  void packet_ends(unsigned port, Time end, Time now) override;
  void packet_cut(unsigned port, Time now) override;
  void frame_free(unsigned port, Time when) override;
  bool hears_ahead() const override { return true; }

  const T9000Counters& counters() const { return counters_; }
  PacketLosses losses() const override {
    return {counters_.header_errors, counters_.packets_cut, 0, counters_.messages_lost};
  }
  const T9000Parameters& parameters() const { return parameters_; }
  /// Header of the packets that a virtual channel sends.
  std::uint32_t header_of(unsigned channel) const;
  /// Data packets that wait for a link, and, with a service_time, those whose message the processor
  /// begins.
  std::size_t queued_data() const;
  /// A process computes or sleeps, an acknowledgement is due, a packet is being put together, or
  /// read or written in memory.
  bool expects_event(Time now) const override {
    return next_event(now) != never || (memory_ != nullptr && memory_->busy());
  }
  /// The same without what programs do by themselves: it has to do with packets.
  bool handles_packets(Time now) const {
    return next_of_channels(now) != never || agenda_.next_choose(now) != never ||
           (memory_ != nullptr && memory_->busy());
  }

 private:
  static constexpr int no_port = -1;

  /// A message that was begun, when a reset has forgotten who sent it.
  struct Orphan final : SendRequest {
    void sent(Time) override {}
  };

  /// Of a virtual channel what most never need.
  struct ChannelExtras {
    SendRequest* last_queued = nullptr;  // behind the message that is sent; null for none
    unsigned beginning = 0;              // messages that the processor is beginning
    std::unique_ptr<Orphan> orphan;      // is sent, or was
    ReadyBell bell;                      // for who waits here and elsewhere
    std::vector<std::byte> data;         // of the message that comes in, if they are kept
    Ring<ReceivedMessage> ready;         // complete, nobody has asked; receive_buffer at most
  };

  /// One line of the processor's cache: of a million channels a packet finds its own in no cache.
  struct alignas(64) Channel {
    ChannelExtras& with_extras() {
      if (extras == nullptr) extras = std::make_unique<ChannelExtras>();
      return *extras;
    }
    bool has_ready() const { return extras != nullptr && !extras->ready.empty(); }
    std::size_t ready() const { return extras == nullptr ? 0 : extras->ready.size(); }
    void ring(Time now) {
      if (extras != nullptr) extras->bell.ring(now);
    }

    unsigned number = 0;
    std::uint32_t header = 0;
    unsigned far_channel = 0;
    // Sending: the message at the head of the queue, one packet of it at a time.
    unsigned bytes_left = 0;
    SendRequest* sending = nullptr;
    // Receiving:
    ReceiveRequest* receiver = nullptr;  // waits, or is being filled
    Time injected = never;               // of the message that comes in, as far as it has
    unsigned bytes_in = 0;               // ... the same
    int port = no_port;                  // where its packet comes in
    bool receiver_is_any = false;        // `receiver` waits for a message of any channel
    bool spoiled = false;                // a packet of the message was cut
    bool accepting = false;              // further packets of the message are acknowledged at once
    bool held = false;                   // a packet is here for which nobody has asked
    bool held_complete = false;          // ... and its end as well
    bool held_last = false;
    bool in_attention = false;
    std::unique_ptr<ChannelExtras> extras;  // null as long as none was needed
  };
  static_assert(sizeof(Channel) == 64);

  struct SentPacket {
    Time done = 0;  // when it counts as sent
    unsigned channel = 0;
  };

  struct Port {
    explicit Port(unsigned header_bytes) : reader(header_bytes), writer(header_bytes) {}
    LinkService* link = nullptr;  // or
    PacketLine* line = nullptr;   // or neither: only reads what overlaps on the line of another
    PacketReader reader;
    PacketWriter writer;
    bool down = false;             // as known at the last edge of the clock
    Time news = never;             // edge at which it is learnt whether the link is down
    Channel* channel = nullptr;    // of the packet that comes in; null for one that is not known
    bool announced = false;        // its header has been dealt with
    PacketTransfer arriving;       // on a line, the packet whose end is not known
    unsigned arriving_at = 0;      // ... and which port reads it
    PacketLine* reads = nullptr;   // the line that its packet comes in on; null for none
    bool blocked = false;          // its packet waits for room on the line
    std::vector<SentPacket> sent;  // AcknowledgeOn::nothing: those that do not count yet
    std::optional<Packet> next;    // with a service_time: is put together, or goes next
  };

  struct DelayedAcknowledgement {
    Time due;
    unsigned channel;
  };

  /// What the processor does for a process, or will (service_time).
  struct Task {
    SendRequest* begins = nullptr;       ///< Begins its message on `channel`, or
    SendRequest* sent = nullptr;         ///< wakes it, as its message is acknowledged, or
    ReceiveRequest* receiver = nullptr;  ///< wakes it with `message`, or
    Resumable* process = nullptr;        ///< wakes it as a channel is ready.
    Priority priority = Priority::low;   ///< Of `process`.
    unsigned channel = 0;
    Time asked = 0;
    ReceivedMessage message = {};
  };

  void serve_ports(Time now);
  bool serve_port(unsigned number, Time now);
  bool tells_data(const PacketEvent& event) const;
  void announce(unsigned port, const PacketEvent& event, Time now);
  void end_cut_packet(const Port& port, const PacketEvent& event, Time now);
  unsigned channel_of(std::uint32_t header, const PacketTag& tag) const;
  Channel* find_channel(const PacketEvent& event);
  Channel* find_or_open(unsigned channel);
  Channel& open(unsigned channel, const ChannelEnd& far_end);
  Channel& opened(unsigned channel);
  Channel& known(unsigned channel) { return *channels_.find(channel); }  // that was opened
  void header_in(Channel& channel, const PacketTag& tag, Time now);
  void end_in(Channel& channel, const PacketEvent& event, std::span<const std::byte> data,
              Time now);
  void data_in(Channel& channel, const PacketEvent& event, std::span<const std::byte> data,
               Time now);
  void forget_message(Channel& channel);
  ReceivedMessage complete(Channel& channel);
  void cut_packet_in(Channel& channel, bool last, Time now);
  void drop_message(Channel& channel, Time now);
  void packet_complete(Channel& channel, bool last, Time now);
  void acknowledgement_in(Channel& channel, Time now);
  bool accept(Channel& channel);
  void acknowledge(Channel& channel, Time now);
  void queue_acknowledgement(const Channel& channel, Time now);
  void begin(Channel& channel, SendRequest& request, Time asked, Time now);
  void queue_behind(Channel& channel, SendRequest& request);
  PacketTag next_tag(const Channel& channel, PacketKind kind, Time injected, Time created);
  void start_packet(Channel& channel, Time injected, Time now);
  void tell_queued(const Packet& packet, Time now);
  void add(const Task& task, Time now);
  void serve(Time now);
  void carry_out(const Task& task, Time now);
  Time next_service() const;
  Time next_event(Time now) const {
    return std::min({processor_.next(), next_of_channels(now), agenda_.next_choose(now)});
  }
  /// An evaluation once a link is free again may find a packet for it. A line that nobody waits for
  /// needs none.
  bool has_to_choose() const {
    return has_token_links_ || !queues_.empty() || !packets_come_from_queue();
  }
  /// They do not wait anywhere else, to be put together or fetched.
  bool packets_come_from_queue() const {
    return parameters_.service_time == 0 && memory_ == nullptr;
  }
  Time next_of_channels(Time now) const;
  void pass_over(Channel& channel, ReceiveRequest& request, Time now);
  void offer_held(Time now);
  bool take(Channel& channel, ReceivedMessage& message, Time now);
  void accept_held_into_buffer(Channel& channel, Time now);
  void note(Channel& channel);
  bool acknowledges() const { return parameters_.acknowledge_on != AcknowledgeOn::nothing; }
  void count_as_sent(unsigned port, Time done, unsigned channel);
  void complete_sent_packets(Time now);
  void deal_channels();
  void hand_out_packets(Time now);
  void prefetch_lines() const;
  unsigned links_with_packets() const;
  bool hand_out(unsigned port, Time now);
  bool is_free(unsigned port, Time now) const;
  void end_arrives(unsigned port, const PacketTransfer& packet, Time end, Time now);
  void send_on_line(unsigned port, const Packet& packet, Time now);
  void add_port();
  Port& port_at(unsigned number) { return *ports_[number]; }
  const Port& port_at(unsigned number) const { return *ports_[number]; }
  void note_event(unsigned port) { agenda_.set_event(port, port_at(port).reader.next_due()); }
  unsigned idle_reader(unsigned port);
  void hear_of_links(Time now);
  void take_back_packet(unsigned port);
  void put_back(unsigned port, const Packet& packet);
  void put_together(Time now);
  void fetch_packets(Time now);
  const Packet* waiting_packet(unsigned port);
  Packet take_waiting(unsigned port);
  const Packet* next_packet(unsigned port);
  Packet take_next(unsigned port);
  void set_blocked(unsigned port, bool blocked, Time now);
  void forget_sending(Channel& channel);
  void forget_receiving(Channel& channel);

  // What every evaluation looks at comes first: the wheel fetches it from memory before.
  CycleDriver* driver_;
  T9000Observer* observer_ = nullptr;
  MessageMemory* memory_ = nullptr;
  bool dealt_ = false;  // channels, to the links that lead somewhere
  bool has_token_links_ = false;
  unsigned blocked_ports_ = 0;  // of `ports_`
  PortAgenda agenda_;           // of `ports_`
  Time sent_done_ = never;      // when the first of the packets counts as sent that do not yet
  Time link_news_ = never;      // the first edge at which there is some
  Time passed_over_ = never;    // a receiver of any message, by one who asked by name
  Ring<DelayedAcknowledgement> delayed_;
  ServiceLine<Task> tasks_;      // of the processor
  int assembled_ = no_port;      // whose next packet the virtual channel processor puts together
  unsigned last_assembled_ = 0;  // ... or did last
  Time assembled_at_ = never;    // when it is done
  RunQueue processor_;
  T9000Parameters parameters_;
  PacketQueues queues_;
  std::vector<std::unique_ptr<Port>> ports_;     // those of the links, then those that only read
  NumberedItems<Channel> channels_;              // that were opened
  unsigned channel_count_ = 0;                   // their numbers are below
  const ChannelDirectory* directory_ = nullptr;  // of channels that are opened on demand
  ReceiveRequest* first_receiver_ = nullptr;     // of each of those
  std::uint64_t next_packet_id_;
  PacketBodyPool bodies_;      // of packets on lines
  std::size_t beginning_ = 0;  // tasks that begin a message
  Ring<ReceiveRequest*> any_receivers_;
  Ring<unsigned> attention_;  // channels with something that nobody has asked for
  std::function<void(unsigned port, Time now)> on_link_change_;
  std::vector<ResetClient*> reset_clients_;
  T9000Counters counters_;
};

}  // namespace weft
