#include "hw/adaptive/forced_core.hpp"

#include <optional>
#include <tuple>
#include <utility>

#include "hw/adaptive/parameter_check.hpp"
#include "hw/common/parameter_error.hpp"

namespace weft {

ForcedCore::ForcedCore(const ForcedParameters& parameters, RouterPlace place, std::uint64_t seed,
                       CycleDriver& driver)
    : AdaptiveCore(checked(parameters).links, parameters.clock, parameters.routing_latency,
                   std::move(place), seed, driver),
      injection_(parameters.injection),
      cut_through_(parameters.cut_through) {}

void ForcedCore::route(Time now) {
  while (route_one(now)) {
  }
}

// The first packet that has a choice goes.
bool ForcedCore::route_one(Time now) {
  using Rank = std::tuple<bool, Time, unsigned>;
  std::optional<Rank> first;
  LinkSet choice = 0;
  for (unsigned port = 0; port < links(); ++port) {
    const Transit* packet = ready(port, now);
    if (packet == nullptr) continue;
    const Rank rank{!contains(network(), port), packet->ready, port};
    if (first && *first < rank) continue;
    const LinkSet possible = choices(port, *packet, now);
    if (possible == 0) continue;
    first = rank;
    choice = possible;
  }
  if (!first) return false;
  place(take(std::get<unsigned>(*first), now), random_link(choice));
  return true;
}

LinkSet ForcedCore::free_links() const {
  LinkSet links_free = 0;
  for (unsigned port = 0; port < links(); ++port) {
    if (output_empty(port) && far_frames(port) != 0) links_free |= link_bit(port);
  }
  return links_free;
}

LinkSet ForcedCore::choices(unsigned port, const Transit& packet, Time now) const {
  LinkSet possible = free_links();
  const bool injected = !contains(network(), port);
  if (injected && !may_inject()) possible &= ~network();
  if (const LinkSet profitable = possible & packet.profitable; profitable != 0) return profitable;
  if (injected && injection_ == Injection::profitable) return 0;
  if (cut_through_ == CutThrough::profitable && packet.tail >= now) return 0;
  return possible & network();
}

bool ForcedCore::may_inject() const {
  unsigned frames = 0;
  for (unsigned port = 0; port < links(); ++port) {
    if (contains(network(), port)) frames += far_frames(port);
  }
  return frames >= 2;
}

}  // namespace weft
