#include <algorithm>
#include <memory>

#include "hw/hypercube/coprocessor_core.hpp"
#include "hw/hypercube/messages.hpp"
#include "hw/hypercube/packet_chip_core.hpp"
#include "testbench/families/families.hpp"
#include "testbench/families/hypercube/cube_waits.hpp"
#include "testbench/families/hypercube/cube_waves.hpp"
#include "tlm/memory/message_port.hpp"

namespace weft {
namespace {

/// What the packet chips of a cube have done, or its switches for whole messages.
class ChipTotals final : public FamilyStatistics {
 public:
  explicit ChipTotals(const System& system) : system_(&system) {}

  void begin(Time) override {
    before_ = counted();
    coprocessors_before_ = coprocessors();
  }

  ReportedValues report(Time) const override {
    if (system_->all<const HypercubeChipCore>().empty()) return of_switches();
    const HypercubeChipCounters now = counted();
    const auto count = [](const char* quantity, std::uint64_t value) {
      return reported::count(quantity, static_cast<double>(value));
    };
    ReportedValues values{
        count("packets injected", now.packets_injected - before_.packets_injected),
        count("packets contrary", now.packets_contrary - before_.packets_contrary),
        count("packet-hops", now.packets_sent - before_.packets_sent),
        count("packets arrived", now.packets_arrived - before_.packets_arrived)};
    if (!system_->all<HypercubeCoprocessor>().empty()) add_coprocessors(values);
    return values;
  }

 private:
  /// From the start on: what a node must have room for.
  ReportedValues of_switches() const {
    if (system_->all<HypercubeMessages>().empty()) return {};
    std::uint64_t in_transit = 0;
    std::uint64_t with_own = 0;
    for (const auto& [component, messages] : system_->all<HypercubeMessages>()) {
      const HypercubeMessageCounters& node = messages->message_counters();
      in_transit = std::max(in_transit, node.most_stored);
      with_own = std::max(with_own, node.most_stored_with_own);
    }
    const auto most = [](const char* name, std::uint64_t bytes) {
      return reported::figure(name, Statistic::maximum, static_cast<double>(bytes), Unit::bytes);
    };
    return {most("messages stored in a node", in_transit),
            most("messages stored in a node with its own", with_own)};
  }

  HypercubeCoprocessorCounters coprocessors() const {
    HypercubeCoprocessorCounters sum;
    for (const auto& [component, coprocessor] : system_->all<HypercubeCoprocessor>()) {
      const HypercubeCoprocessorCounters& one = coprocessor->counters();
      sum.bytes_from_memory += one.bytes_from_memory;
      sum.bytes_moved += one.bytes_moved;
      sum.messages_received += one.messages_received;
      sum.messages_unchecked += one.messages_unchecked;
    }
    return sum;
  }

  void add_coprocessors(ReportedValues& values) const {
    const HypercubeCoprocessorCounters now = coprocessors();
    const HypercubeCoprocessorCounters& before = coprocessors_before_;
    std::uint32_t most_used = 0;
    std::uint64_t most_waiting = 0;
    for (const auto& [component, coprocessor] : system_->all<HypercubeCoprocessor>()) {
      most_used = std::max(most_used, coprocessor->system_buffers().most_used());
      most_waiting = std::max(most_waiting, coprocessor->counters().most_bytes_waiting);
    }
    const auto count = [](const char* quantity, std::uint64_t value, Unit unit = Unit::none) {
      return reported::count(quantity, static_cast<double>(value), unit);
    };
    values.push_back(count("messages received", now.messages_received - before.messages_received));
    values.push_back(
        count("messages not watched", now.messages_unchecked - before.messages_unchecked));
    values.push_back(count("data read from memory",
                           now.bytes_from_memory - before.bytes_from_memory, Unit::bytes));
    values.push_back(
        count("data moved from system buffers", now.bytes_moved - before.bytes_moved, Unit::bytes));
    values.push_back(
        reported::figure("system buffers in use", Statistic::maximum, most_used, Unit::bytes));
    if (system_->all<MessagePort>().empty()) return;
    values.push_back(reported::figure("data waiting for memory", Statistic::maximum,
                                      static_cast<double>(most_waiting), Unit::bytes));
  }

  HypercubeChipCounters counted() const {
    HypercubeChipCounters sum;
    for (const auto& [component, chip] : system_->all<const HypercubeChipCore>()) {
      sum.packets_injected += chip->counters().packets_injected;
      sum.packets_contrary += chip->counters().packets_contrary;
      sum.packets_sent += chip->counters().packets_sent;
      sum.packets_arrived += chip->counters().packets_arrived;
    }
    return sum;
  }

  const System* system_;
  HypercubeChipCounters before_;  // at the end of the warm-up
  HypercubeCoprocessorCounters coprocessors_before_;
};

}  // namespace

Family hypercube_family() {
  Family family;
  family.statistics = [](System& system, EventStream&, Time) -> std::unique_ptr<FamilyStatistics> {
    return std::make_unique<ChipTotals>(system);
  };
  family.watch = [](const Watched& watched) -> std::unique_ptr<Watch> {
    return std::make_unique<CubeWaits>(watched.system);
  };
  family.waves = [](const System& system, const ProgramPositions&) {
    std::vector<std::unique_ptr<WaveSource>> sources;
    sources.push_back(std::make_unique<CubeWaves>(system));
    return sources;
  };
  return family;
}

}  // namespace weft
