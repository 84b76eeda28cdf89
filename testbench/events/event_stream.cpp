#define SC_INCLUDE_DYNAMIC_PROCESSES
#include "testbench/events/event_stream.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <systemc>

#include "hw/common/kernel_time.hpp"

namespace weft {

/// Keeps events until their time comes.
class EventStream::Later {
 public:
  Later() = default;
  ~Later() {
    if (alarm_ != nullptr) alarm_->owner = nullptr;
  }
  Later(const Later&) = delete;
  Later& operator=(const Later&) = delete;

  /// To be called before the run.
  void prepare() {
    if (alarm_ != nullptr) return;
    alarm_.reset(new Alarm{this});
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(&alarm_->rings);
    const auto ring = [alarm = alarm_] {
      if (alarm->owner == nullptr) return;
      alarm->owner->deliver(kernel_time());
      if (!alarm->owner->pending_.empty()) alarm->owner->wake();
    };
    sc_core::sc_spawn(ring, sc_core::sc_gen_unique_name("events"), &options);
  }

  bool due(Time now) const { return !pending_.empty() && pending_.front().time <= now; }
  void deliver(Time now) {
    while (due(now)) {
      std::pop_heap(pending_.begin(), pending_.end(), std::greater<>());
      const PendingEvent event = std::move(pending_.back());
      pending_.pop_back();
      event.tell(*event.sink);
    }
  }
  void keep(Time time, EventSink& sink, std::function<void(EventSink&)> tell) {
    pending_.push_back({time, number_++, &sink, std::move(tell)});
    std::push_heap(pending_.begin(), pending_.end(), std::greater<>());
    wake();
  }

 private:
  // An event that was reported before it happens.
  struct PendingEvent {
    Time time = 0;
    std::uint64_t number = 0;  // in the order of the reports
    EventSink* sink = nullptr;
    std::function<void(EventSink&)> tell;

    friend bool operator>(const PendingEvent& a, const PendingEvent& b) {
      return std::pair(a.time, a.number) > std::pair(b.time, b.number);
    }
  };

  // Shared with the process, which lives on.
  struct Alarm {
    Later* owner;
    sc_core::sc_event rings{sc_core::sc_gen_unique_name("event")};
  };

  void wake() {
    alarm_->rings.notify(sc_core::sc_time::from_value(pending_.front().time - kernel_time()));
  }

  std::shared_ptr<Alarm> alarm_;
  std::vector<PendingEvent> pending_;  // a heap
  std::uint64_t number_ = 0;
};

/// The ports of a switch.
class EventStream::SwitchReports final : private SwitchObserver {
 public:
  explicit SwitchReports(ObservedSwitch& observed)
      : hop_port(observed.only_late_hops()), wait_port(observed.no_waits()), observed_(&observed) {
    observed.observe(this);
  }
  ~SwitchReports() { observed_->observe(nullptr); }
  SwitchReports(const SwitchReports&) = delete;
  SwitchReports& operator=(const SwitchReports&) = delete;

  ObserverPort<PacketHopEvent> hop_port;
  ObserverPort<PacketHopEvent> late_hop_port;
  ObserverPort<PacketWaitEvent> wait_port;

 private:
  void hops(const PacketHopEvent& event) override {
    hop_port.write(event);
    if (event.time > event.asked) late_hop_port.write(event);
  }
  void waits(const PacketWaitEvent& event) override { wait_port.write(event); }

  ObservedSwitch* observed_;
};

class EventStream::Relay {
 public:
  Relay() = default;
  virtual ~Relay() = default;
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
};

/// Observer of one port.
template <class Report>
class EventStream::RelayOf final : public Relay, public tlm::tlm_analysis_if<Report> {
 public:
  RelayOf(Later& later, ObserverPort<Report>& port, const EventSource& source)
      : later_(&later), port_(&port), place_{source.name, source.index} {
    port.bind(*this);
  }
  ~RelayOf() override { port_->unbind(*this); }

  void add(EventSink& sink, EventOrder order) {
    (order == EventOrder::by_time ? by_time_ : at_once_).push_back(&sink);
  }

  void write(const Report& report) override {
    for (EventSink* sink : at_once_) sink->write({&place_, &report});
    if (!by_time_.empty()) write_by_time(report);
  }

 private:
  void write_by_time(const Report& report) {
    const Time now = kernel_time();
    later_->deliver(now);
    for (EventSink* sink : by_time_) {
      if (time_of(report) <= now) {
        sink->write({&place_, &report});
      } else {
        later_->keep(time_of(report), *sink, [this, report](EventSink& one) {
          one.write({&place_, &report});
        });
      }
    }
  }

  Later* later_;
  ObserverPort<Report>* port_;
  EventPlace place_;
  std::vector<EventSink*> at_once_;
  std::vector<EventSink*> by_time_;
};

EventKinds EventSource::kinds() const {
  EventKinds kinds;
  if (tokens != nullptr) kinds.add(EventKind::token);
  if (states != nullptr) kinds.add(EventKind::link_state);
  if ((tokens != nullptr && states != nullptr) || packets != nullptr) {
    kinds.add(EventKind::packet_begins);
    kinds.add(EventKind::packet_ends);
  }
  if (processor != nullptr) {
    kinds.add(EventKind::packet_queued);
    kinds.add(EventKind::message_sent);
    kinds.add(EventKind::packet_received);
    kinds.add(EventKind::message_received);
  }
  if (words != nullptr) kinds.add(EventKind::word);
  if (dequeues != nullptr) kinds.add(EventKind::dequeue);
  if (observed_switch != nullptr) {
    kinds.add(EventKind::hop);
    kinds.add(EventKind::wait);
  }
  return kinds;
}

EventStream::EventStream() : later_(std::make_unique<Later>()) {}

// Relays are gone before the ports of ours that they listen to.
EventStream::~EventStream() { relays_.clear(); }

void EventStream::attach(EventSink& sink, const EventSource& source, EventKinds kinds,
                         EventOrder order) {
  if (order == EventOrder::by_time) later_->prepare();
  const EventKinds there = source.kinds();
  const auto asked = [&](EventKind kind) { return kinds.contains(kind) && there.contains(kind); };
  // a packet begins before its first token
  if (asked(EventKind::packet_begins)) listen(packets_of(source).begins, sink, source, order);
  if (asked(EventKind::packet_ends)) listen(packets_of(source).ends, sink, source, order);
  if (asked(EventKind::token)) listen(*source.tokens, sink, source, order);
  if (asked(EventKind::link_state)) listen(*source.states, sink, source, order);
  if (asked(EventKind::packet_queued)) listen(source.processor->queued, sink, source, order);
  if (asked(EventKind::message_sent)) listen(source.processor->sent, sink, source, order);
  if (asked(EventKind::packet_received)) listen(source.processor->packets, sink, source, order);
  if (asked(EventKind::message_received)) listen(source.processor->messages, sink, source, order);
  if (asked(EventKind::word)) listen(*source.words, sink, source, order);
  if (asked(EventKind::dequeue)) listen(*source.dequeues, sink, source, order);
  if (asked(EventKind::hop)) {
    listen(reports_of(*source.observed_switch).hop_port, sink, source, order);
  }
  if (asked(EventKind::wait)) {
    listen(reports_of(*source.observed_switch).wait_port, sink, source, order);
  }
}

void EventStream::attach_hops_that_waited(EventSink& sink, const EventSource& source) {
  if (source.observed_switch == nullptr) return;
  listen(reports_of(*source.observed_switch).late_hop_port, sink, source, EventOrder::as_reported);
}

template <class Report>
void EventStream::listen(ObserverPort<Report>& port, EventSink& sink, const EventSource& source,
                         EventOrder order) {
  auto& relay = relays_[&port];
  if (relay == nullptr) relay = std::make_unique<RelayOf<Report>>(*later_, port, source);
  static_cast<RelayOf<Report>&>(*relay).add(sink, order);
}

PacketReports& EventStream::packets_of(const EventSource& source) {
  if (source.packets != nullptr) return *source.packets;
  auto& finder = packets_[source.tokens];
  if (finder == nullptr) {
    finder = std::make_unique<PacketsOfTokens>(*source.tokens, *source.states);
  }
  return finder->packets;
}

EventStream::SwitchReports& EventStream::reports_of(ObservedSwitch& observed) {
  auto& reports = switches_[&observed];
  if (reports == nullptr) reports = std::make_unique<SwitchReports>(observed);
  return *reports;
}

void EventStream::finish(Time now) { later_->deliver(now); }

}  // namespace weft
