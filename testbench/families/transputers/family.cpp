#include <algorithm>
#include <memory>
#include <variant>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/components/memory_nodes.hpp"
#include "platforms/link_kinds.hpp"
#include "platforms/processors.hpp"
#include "testbench/events/event_sources.hpp"
#include "testbench/experiments/run_result.hpp"
#include "testbench/families/families.hpp"
#include "testbench/families/transputers/program_waits.hpp"
#include "testbench/statistics/latency_statistics.hpp"
#include "testbench/statistics/packet_lifetimes.hpp"
#include "testbench/statistics/processor_statistics.hpp"

namespace weft {
namespace {

/// Sink of links to components of which nothing is known: a packet that comes in there whole is one
/// as at a T9000, with what its tag tells, if it has any.
class OtherArrivals final : public EventSink {
 public:
  OtherArrivals(LatencyStatistics& latencies, unsigned header_bytes)
      : latencies_(&latencies), header_bytes_(header_bytes) {}

  void write(const Event& event) override {
    const PacketEndEvent& packet = *std::get<const PacketEndEvent*>(event.report);
    if (!ends_packet(packet.end)) return;
    const auto bytes = static_cast<unsigned>(packet.bytes);
    latencies_->write(
        PacketArrival{packet.tag, bytes - std::min(bytes, header_bytes_), packet.time});
  }

 private:
  LatencyStatistics* latencies_;
  unsigned header_bytes_;
};

// Of a kind that needs no DS-Links.
bool has_cells(const Platform& platform) {
  return !cells_of(platform).empty() || !hypercube_nodes_of(platform).empty() ||
         std::any_of(platform.components.begin(), platform.components.end(), is_memory_node);
}

/// Of packets and messages between T9000s, and of packets to components of which nothing is known.
/// A platform of cells alone, of nodes of a hypercube or of nodes with memory, has none to report.
class MessageStatistics final : public FamilyStatistics {
 public:
  MessageStatistics(const System& system, EventStream& events, Time warm_up)
      : reports_(has_dslinks(system.platform()) || !has_cells(system.platform())),
        latencies_(warm_up),
        lifetimes_(warm_up),
        processors_(processors_of(system.platform()).size(), warm_up),
        others_(latencies_, headers_of(system.platform()).header_bytes) {
    const std::vector<EventSource> sources = processor_sources(system);
    const auto listen = [&](auto& sink) {
      events.attach(sink, sources, sink.kinds, EventOrder::as_reported);
    };
    listen(latencies_);
    listen(lifetimes_);
    listen(processors_);
    // with its time, as its end is told before it is in
    events.attach(others_, sources_to_others(system), {EventKind::packet_ends},
                  EventOrder::by_time);
  }

  ReportedValues report(Time now) const override {
    if (!reports_) return {};
    ReportedValues values = latencies_.report(now);
    const ReportedValues lifetimes = lifetimes_.report();
    values.insert(values.end(), lifetimes.begin(), lifetimes.end());
    return values;
  }

  ReportedValues may_report() const override {
    if (!reports_) return {};
    ReportedValues values = LatencyStatistics::may_report();
    const ReportedValues lifetimes = lifetimes_.may_report();
    values.insert(values.end(), lifetimes.begin(), lifetimes.end());
    return values;
  }

  void add_to(RunResult& result, Time now) const override {
    const double per_ns = 1 / static_cast<double>(nanosecond);
    result.processors = processors_.values(now);
    result.distributions.push_back(
        {"packet latency", Unit::nanoseconds, per_ns, latencies_.packet_latency()});
    result.distributions.push_back(
        {"message latency", Unit::nanoseconds, per_ns, latencies_.message_latency()});
  }

 private:
  bool reports_;
  LatencyStatistics latencies_;
  PacketLifetimes lifetimes_;
  ProcessorStatistics processors_;
  OtherArrivals others_;
};

}  // namespace

Family transputer_family() {
  Family family;
  family.statistics = [](System& system, EventStream& events,
                         Time warm_up) -> std::unique_ptr<FamilyStatistics> {
    return std::make_unique<MessageStatistics>(system, events, warm_up);
  };
  family.watch = [](const Watched& watched) -> std::unique_ptr<Watch> {
    return std::make_unique<ProgramWaits>(watched.system, watched.processes);
  };
  return family;
}

}  // namespace weft
