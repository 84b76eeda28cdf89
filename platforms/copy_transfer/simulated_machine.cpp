#include "platforms/copy_transfer/simulated_machine.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

namespace weft::copy_transfer {
namespace {

// No loop takes as long for its words.
constexpr MemoryClocks standstill = 100'000'000;

}  // namespace

SimulatedMachine::SimulatedMachine(const NodeFile& file)
    : parameters_(file.parameters), network_(*file.network) {
  for (unsigned node = 0; node < network_.grid().nodes(); ++node)
    nodes_.push_back(std::make_unique<Member>(parameters_));
}

bool SimulatedMachine::accepts(unsigned node, PacketLane lane, MemoryClocks now) const {
  return nodes_[node]->core.port().accepts(now, lane);
}

void SimulatedMachine::accept(unsigned node, const NetworkPacket& packet, MemoryClocks now) {
  nodes_[node]->core.port().accept(packet, now);
  last_arrival_ = now;
}

bool SimulatedMachine::evaluate(unsigned node, const NodeWork& work) {
  Member& member = *nodes_[node];
  NodeCore& core = member.core;
  if (member.next_loop < work.loops.size() && core.processor(0).done())
    core.processor(0).start(work.loops[member.next_loop++]);
  if (member.next_fetch < work.fetches.size() && core.fetch().done()) {
    const FetchJob& job = work.fetches[member.next_fetch++];
    core.fetch().start(job.from, job.to, job.words, job.node);
  }
  core.evaluate(now_);
  for (const PacketLane lane : {PacketLane::data, PacketLane::requests}) {
    if (!network_.room(node, lane)) continue;
    if (std::optional<NetworkPacket> packet = core.port().take_sent(lane)) {
      packet->from = node;
      network_.send(node, *packet, now_);
    }
  }
  return core.done() && member.next_loop == work.loops.size() &&
         member.next_fetch == work.fetches.size();
}

MemoryClocks SimulatedMachine::run(const Phase& phase) {
  for (const auto& member : nodes_) {
    member->next_loop = member->next_fetch = 0;
    if (!parameters_.engine.invalidates_lines) member->core.invalidate_caches();
    const NodeWork& work = phase[static_cast<std::size_t>(&member - nodes_.data())];
    if (work.receives) {
      member->core.deposit().stop();
      member->core.processor(1).start(*work.receives);
    } else if (parameters_.engine.deposits) {
      member->core.deposit().start();
    }
  }
  const MemoryClocks begin = now_;
  last_arrival_ = now_;
  for (bool ended = false; !ended; ++now_) {
    ended = true;
    unsigned behind = 0;
    for (unsigned node = 0; node < nodes(); ++node) {
      if (evaluate(node, phase[node])) continue;
      if (ended) behind = node;
      ended = false;
    }
    // what the network delivers now is not in memory yet
    ended = ended && network_.empty();
    network_.evaluate(now_, *this);
    if (now_ - last_arrival_ > standstill)
      throw std::logic_error(
          fmt::format("nothing arrived anywhere for {} clocks; node {} is the first "
                      "that is not done",
                      standstill, behind));
  }
  return now_ - begin;
}

}  // namespace weft::copy_transfer
