// The one stream of events that all observers of a platform listen to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "testbench/events/event.hpp"
#include "testbench/events/packets_of_tokens.hpp"

namespace weft {

/// What reports from one place; null where it has nothing of that kind.
struct EventSource {
  std::string name;                            ///< EventPlace::name
  std::size_t index = 0;                       ///< EventPlace::index
  ObserverPort<TokenEvent>* tokens = nullptr;  ///< A link end has tokens and states, or packets.
  ObserverPort<LinkStateEvent>* states = nullptr;
  PacketReports* packets = nullptr;
  T9000Reports* processor = nullptr;
  ObserverPort<WordEvent>* words = nullptr;
  ObserverPort<DequeueEvent>* dequeues = nullptr;
  ObservedSwitch* observed_switch = nullptr;  ///< Has no other observer than the stream.

  EventKinds kinds() const;
};

/// In which order a sink wants its events.
enum class EventOrder : std::uint8_t {
  as_reported,  ///< At once; what is known before it happens has a time that lies ahead.
  by_time,      ///< Each at its time.
};

/// Brings the reports of models to sinks. It binds to what a sink asks for and to nothing else: a
/// kind that nobody listens to costs a model the test of one flag.
class EventStream {
 public:
  EventStream();
  /// Unbinds everything.
  ~EventStream();
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  /// Brings the events of these kinds from a place to a sink, once; to be called before the run.
  /// The source's ports and the sink must outlive the stream.
  void attach(EventSink& sink, const EventSource& source, EventKinds kinds, EventOrder order);
  void attach(EventSink& sink, const std::vector<EventSource>& sources, EventKinds kinds,
              EventOrder order) {
    for (const EventSource& source : sources) attach(sink, source, kinds, order);
  }

  /// Of EventKind::hop the packets that have waited for their output, and no others, at once: what
  /// does not wait costs nothing more. Nothing where the source is no switch.
  void attach_hops_that_waited(EventSink& sink, const EventSource& source);

  /// Gives out what happens up to `now`, the end of the run.
  void finish(Time now);

 private:
  class Relay;
  template <class Report>
  class RelayOf;
  class Later;
  class SwitchReports;

  template <class Report>
  void listen(ObserverPort<Report>& port, EventSink& sink, const EventSource& source,
              EventOrder order);
  PacketReports& packets_of(const EventSource& source);
  SwitchReports& reports_of(ObservedSwitch& observed);

  std::unique_ptr<Later> later_;
  std::unordered_map<const void*, std::unique_ptr<PacketsOfTokens>> packets_;  // by token port
  std::unordered_map<const void*, std::unique_ptr<SwitchReports>> switches_;
  std::unordered_map<const void*, std::unique_ptr<Relay>> relays_;  // by port
};

}  // namespace weft
