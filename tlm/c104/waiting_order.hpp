// Which of the packets that wait in a C104 goes first, for its models by whole packets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/c104/parameters.hpp"
#include "hw/common/packet_transfer.hpp"
#include "hw/common/random.hpp"

namespace weft {

/// What the arbiter looks at; smaller goes first (C104Parameters::arbitration). `Waiting` has the
/// `packet`, the `input` that it came by, and the time of its `request`.
template <class Waiting>
std::uint64_t rank(const Waiting& waiting, const C104Parameters& parameters) {
  switch (parameters.arbitration) {
    case Arbitration::fifo: return waiting.request;
    case Arbitration::random: return 0;
    case Arbitration::network_first: return parameters.per_link[waiting.input].external ? 1 : 0;
    case Arbitration::oldest_first: return waiting.packet.tag.injected;
    case Arbitration::hops_first: return 0xffffU - waiting.packet.tag.hops;
  }
  return 0;
}

/// Orders those that wait, in the order of their requests; `stream` is that of the arbiter.
template <class Waiting>
void order_waiting(std::vector<Waiting*>& waiting, const C104Parameters& parameters,
                   RandomStream& stream) {
  if (waiting.size() < 2) return;
  if (parameters.arbitration == Arbitration::fifo && !parameters.acknowledgement_priority) return;
  if (parameters.arbitration == Arbitration::random) {
    for (std::size_t i = waiting.size() - 1; i > 0; --i) {
      std::swap(waiting[i], waiting[stream.below(i + 1)]);
    }
  }
  const auto key = [&parameters](const Waiting* one) {
    const bool yields = parameters.acknowledgement_priority && !one->packet.tag.acknowledgement;
    return std::tuple(yields, rank(*one, parameters));
  };
  std::stable_sort(waiting.begin(), waiting.end(),
                   [&key](const Waiting* a, const Waiting* b) { return key(a) < key(b); });
}

}  // namespace weft
