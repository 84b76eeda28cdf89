// Which of the packets that wait in a C104 goes first, for its models by whole packets.
#pragma once

#include <vector>

#include "hw/c104/arbitration.hpp"

namespace weft {

/// Orders those that wait, which are in the order of their requests. `Waiting` has the `packet`,
/// the `input` that it came by, and the time of its `request`; `stream` is that of the arbiter.
template <class Waiting>
void order_waiting(std::vector<Waiting*>& waiting, const C104Parameters& parameters,
                   RandomStream& stream) {
  if (parameters.arbitration == Arbitration::fifo && !parameters.acknowledgement_priority) return;
  arbitrate(waiting, parameters, stream, [](const Waiting* one) {
    return ArbiterView{one->request, one->input, &one->packet.tag.protocol};
  });
}

}  // namespace weft
