#include "hw/adaptive/chaos_core.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/adaptive/parameter_check.hpp"
#include "hw/common/parameter_error.hpp"

namespace weft {

ChaosCore::ChaosCore(const ChaosParameters& parameters, RouterPlace place, std::uint64_t seed,
                     CycleDriver& driver)
    : AdaptiveCore(checked(parameters).links, parameters.clock, parameters.routing_latency,
                   std::move(place), seed, driver),
      capacity_(parameters.multiqueue != 0 ? parameters.multiqueue
                                           : static_cast<std::size_t>(std::popcount(connected()))) {
  multiqueue_.reserve(capacity_);
}

void ChaosCore::route(Time now) {
  for (unsigned passed = 0; passed < links(); ++passed) {
    if (serve(dimension_, now)) passed = 0;
    dimension_ = (dimension_ + 1) % links();
  }
  for (unsigned passed = 0; passed < links(); ++passed) {
    relieve((dimension_ + passed) % links(), now);
  }
}

LinkSet ChaosCore::wanted_by_kept() const {
  LinkSet links = 0;
  for (const TransitPointer& packet : multiqueue_) links |= packet->profitable;
  return links;
}

// False if the dimension is not interesting.
bool ChaosCore::serve(unsigned dimension, Time now) {
  if (!output_empty(dimension)) return false;
  if (serve_multiqueue(dimension, now)) return true;
  const LinkSet inputs = inputs_that_need(dimension, now);
  if (inputs == 0) return false;
  const unsigned selected = random_link(inputs);
  const bool exchanges = selected != dimension && contains(network(), dimension);
  if (exchanges && ready(dimension, now) != nullptr) read_into_multiqueue(dimension, now);
  if (output_empty(dimension)) place(take(selected, now), dimension);
  return true;
}

bool ChaosCore::serve_multiqueue(unsigned dimension, Time now) {
  const auto oldest = std::find_if(
      multiqueue_.begin(), multiqueue_.end(),
      [dimension](const TransitPointer& p) { return contains(p->profitable, dimension); });
  if (oldest == multiqueue_.end()) return false;
  place(*oldest, dimension);
  multiqueue_.erase(oldest);
  if (ready(dimension, now) != nullptr) read_into_multiqueue(dimension, now);
  return true;
}

LinkSet ChaosCore::inputs_that_need(unsigned dimension, Time now) const {
  LinkSet inputs = 0;
  for (unsigned port = 0; port < links(); ++port) {
    const Transit* packet = ready(port, now);
    if (packet != nullptr && contains(packet->profitable, dimension)) inputs |= link_bit(port);
  }
  return inputs;
}

void ChaosCore::relieve(unsigned dimension, Time now) {
  if (!contains(network(), dimension) || !output_empty(dimension)) return;
  if (ready(dimension, now) != nullptr) read_into_multiqueue(dimension, now);
}

// If the multiqueue is full, the output frame of the dimension must be empty.
void ChaosCore::read_into_multiqueue(unsigned dimension, Time now) {
  if (multiqueue_.size() == capacity_) {
    const auto victim =
        multiqueue_.begin() + static_cast<std::ptrdiff_t>(random().below(multiqueue_.size()));
    place(*victim, dimension);
    multiqueue_.erase(victim);
  }
  multiqueue_.push_back(take(dimension, now));
  count_queued();
}

}  // namespace weft
