// Which of the packets that wait in a C104 goes first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/c104/parameters.hpp"
#include "hw/common/packet_tag.hpp"
#include "hw/common/random.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// What the arbiter looks at.
struct ArbiterView {
  Time request = 0;  ///< When the packet asked.
  unsigned input = 0;
  const OutOfBand* packet = nullptr;
};

/// Smaller goes first (C104Parameters::arbitration).
inline std::uint64_t arbitration_rank(const ArbiterView& view, const C104Parameters& parameters) {
  switch (parameters.arbitration) {
    case Arbitration::fifo: return view.request;
    case Arbitration::random: return 0;
    case Arbitration::network_first: return parameters.per_link[view.input].external ? 1 : 0;
    case Arbitration::oldest_first: return view.packet->injected;
    case Arbitration::hops_first: return 0xffffU - view.packet->hops;
  }
  return 0;
}

/// Orders those that wait; among equals the order stays. `view` makes an ArbiterView of one of
/// them, `stream` is that of the arbiter.
template <class Waiting, class View>
void arbitrate(std::vector<Waiting>& waiting, const C104Parameters& parameters,
               RandomStream& stream, const View& view) {
  if (waiting.size() < 2) return;
  if (parameters.arbitration == Arbitration::random) {
    for (std::size_t i = waiting.size() - 1; i > 0; --i) {
      std::swap(waiting[i], waiting[stream.below(i + 1)]);
    }
  }
  const auto key = [&](const Waiting& one) {
    const ArbiterView seen = view(one);
    const bool yields = parameters.acknowledgement_priority && !seen.packet->acknowledgement();
    return std::tuple(yields, arbitration_rank(seen, parameters));
  };
  std::stable_sort(waiting.begin(), waiting.end(),
                   [&key](const Waiting& a, const Waiting& b) { return key(a) < key(b); });
}

}  // namespace weft
