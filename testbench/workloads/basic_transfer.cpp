#include "testbench/workloads/basic_transfer.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "hw/common/random.hpp"
#include "hw/memory/word_store.hpp"
#include "platforms/components/memory_nodes.hpp"

namespace weft {
namespace {

using copy_transfer::BlockLayout;
using copy_transfer::Pattern;
using copy_transfer::TransferKind;

// A word that tells from which element it came.
std::uint64_t word_of(std::uint64_t element) { return element * 0x9e37'79b9'7f4a'7c15 + 1; }

// Of a word that nobody has written. No element has it.
constexpr std::uint64_t untouched = 0;

void put_indices(const BlockLayout& layout, NodeModule& node) {
  if (!layout.access.indexed) return;
  WordStore indices;
  layout.write_indices(indices);
  const std::uint64_t end = layout.access.index_address(layout.indices.size());
  for (std::uint64_t at = layout.access.index_base; at < end; at += memory_word_bytes)
    node.memory.poke(at, indices.read(at));
}

}  // namespace

BasicTransferRun::BasicTransferRun(System& system, const BasicTransferParameters& parameters,
                                   BasicTransferPlan plan)
    : Workload(system), parameters_(parameters), plan_(std::move(plan)), seed_(platform().seed) {
  for (const PlannedTransfer& planned : plan_.nodes) moved_.push_back(plan_of(system, planned));
  for (const Moved& moved : moved_) moved.from->prepare = [this, &moved] { prepare(moved); };
}

BlockLayout BasicTransferRun::lay_out(const Pattern& pattern, std::uint64_t base,
                                      std::uint64_t index_base, unsigned index_bytes) const {
  copy_transfer::IndexOrder order(RandomStream(seed_, "copy-transfer indices"));
  return copy_transfer::lay_out(pattern, parameters_.words, base, index_base, index_bytes, order);
}

BasicTransferRun::Moved BasicTransferRun::plan_of(System& system,
                                                  const PlannedTransfer& planned) const {
  const Component& from = platform().components[planned.node];
  const Component& to = platform().components[planned.receiver.value_or(planned.node)];
  const NodeParameters at_from = node_file_of(from).parameters;
  const NodeParameters at_to = node_file_of(to).parameters;
  Moved moved;
  moved.name = to.name;
  moved.clock = at_to.clock;
  moved.from = system.find<NodeModule>(planned.node);
  if (!plan_.sends()) moved.to = moved.from;
  if (planned.receiver) moved.to = system.find<NodeModule>(*planned.receiver);
  // who says where a word goes needs the indices: the sender, or a processor that receives
  const bool by_receiver = plan_.sends() && plan_.receive.kind == TransferKind::receive_store;
  moved.write_indices = by_receiver && moved.to != nullptr ? moved.to : moved.from;
  const MemoryQuarters quarters(parameters_.memory);
  moved.read = lay_out(plan_.transfer.read, quarters.read(), quarters.read_indices(),
                       at_from.processor.index_bytes);
  moved.write = lay_out(plan_.written(), quarters.write(), quarters.write_indices(),
                        (by_receiver ? at_to : at_from).processor.index_bytes);
  return moved;
}

void BasicTransferRun::prepare(const Moved& moved) const {
  for (std::uint64_t i = 0; i < parameters_.words; ++i)
    moved.from->memory.poke(moved.read.address(i), word_of(i));
  put_indices(moved.read, *moved.from);
  put_indices(moved.write, *moved.write_indices);
  if (moved.to != nullptr) {
    for (std::uint64_t i = 0; i < parameters_.words; ++i)
      moved.to->memory.poke(moved.write.address(i), untouched);
  }
  start(moved);
}

void BasicTransferRun::start(const Moved& moved) const {
  // a node is set up for its partner, which has another number than the one at the start
  const unsigned partner = 1;
  if (plan_.transfer.kind == TransferKind::fetch_send) {
    moved.from->core().fetch().start(moved.read.access.base, moved.write.access.base,
                                     parameters_.words, partner);
  } else {
    LoopTransfer loop;
    loop.elements = parameters_.words;
    loop.from = moved.read.access;
    loop.to = moved.write.access;
    loop.to_port = plan_.sends();
    loop.node = partner;
    moved.from->core().processor(0).start(loop);
  }
  if (!plan_.sends() || moved.to == nullptr) return;
  if (plan_.receive.kind == TransferKind::receive_deposit) {
    moved.to->core().deposit().start();
  } else {
    LoopTransfer loop;
    loop.elements = parameters_.words;
    loop.to = moved.write.access;
    moved.to->core().processor(0).start(loop);
  }
}

void BasicTransferRun::compare(const Moved& moved) const {
  for (std::uint64_t i = 0; i < parameters_.words; ++i) {
    const std::uint64_t address = moved.write.address(i);
    if (moved.to->memory.peek(address) == word_of(i)) continue;
    throw std::runtime_error(
        fmt::format("{}: element {} of {}, at address {:#x}, is not what was "
                    "copied or sent",
                    moved.name, i, parameters_.words, address));
  }
}

ReportedValues BasicTransferRun::report(Time) const {
  ReportedValues values;
  for (const Moved& moved : moved_) {
    if (moved.to == nullptr || !moved.ended()) continue;
    compare(moved);
    const auto clocks = static_cast<double>(moved.to->ended() + 1);
    const double seconds = clocks * static_cast<double>(moved.clock) * 1e-12;
    const double bytes = static_cast<double>(parameters_.words * memory_word_bytes);
    const Scope scope{Scope::Of::component, moved.name};
    values.push_back(
        reported::of(scope, reported::single("throughput of elements", bytes / seconds / 1e6,
                                             Unit::megabytes_per_second)));
    values.push_back(reported::of(scope, reported::single("clocks of the transfer", clocks)));
  }
  return values;
}

ReportedValues BasicTransferRun::may_report() const {
  ReportedValues values;
  for (const Moved& moved : moved_) {
    const Scope scope{Scope::Of::component, moved.name};
    values.push_back(reported::of(
        scope, reported::single("throughput of elements", 0, Unit::megabytes_per_second)));
    values.push_back(reported::of(scope, reported::single("clocks of the transfer", 0)));
  }
  return values;
}

}  // namespace weft
