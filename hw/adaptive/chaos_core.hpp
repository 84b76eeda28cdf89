// The chaos router without its links.
#pragma once

#include <vector>

#include "hw/adaptive/adaptive_core.hpp"
#include "hw/adaptive/parameters.hpp"

namespace weft {

/// The chaos router of thesis 2.2.3: an input and an output frame a channel, and a multiqueue. A
/// dimension is one link, in both directions. Dimensions are served in rotation. One is interesting
/// if its output frame is empty and a packet in the multiqueue or an input frame needs it; then:
///  1. The oldest packet of the multiqueue that needs it is moved to the output frame, and the
///     packet in the input frame of the dimension, if any, into the multiqueue.
///  2. If there was none: a random input with a packet that needs it is selected. If it is not the
///     dimension's own and there is a packet in that one, that packet is read into the multiqueue,
///     for which, if it is full, a random packet of it is derouted to the output frame. If the
///     output frame is still empty the selected packet is moved there.
///
/// So whenever an output frame is filled the input frame of that link is empty or is emptied, and
/// two neighbours cannot wait for each other. The source leaves open, and here it is:
///  - A packet that can go nowhere, while the output frame of its own dimension is empty: once
///    nothing is interesting it is read into the multiqueue, with a derouting if that is full.
///    Without this, packets could wait for each other round a ring.
///  - Links to processors (injection and delivery) are dimensions too, but nothing is derouted to
///    a processor, so the second half of 2 does not look at what is being injected. Injected
///    packets enter the multiqueue by 1 only: they never crowd out packets on their way.
///  - The oldest is the one that was put into the multiqueue first.
///  - A round of the rotation takes no time.
class ChaosCore final : public AdaptiveCore {
 public:
  /// `seed` is this component's own. Throws ParameterError, see check_parameters.
  ChaosCore(const ChaosParameters& parameters, RouterPlace place, std::uint64_t seed,
            CycleDriver& driver);

  /// Input frames of each link.
  static unsigned input_frames(const ChaosParameters&) { return 1; }
  /// Packets that the multiqueue holds.
  std::size_t capacity() const { return capacity_; }
  /// Packets in the multiqueue.
  std::size_t queued() const { return multiqueue_.size(); }

 private:
  void route(Time now) override;
  LinkSet wanted_by_kept() const override;
  bool serve(unsigned dimension, Time now);
  bool serve_multiqueue(unsigned dimension, Time now);
  LinkSet inputs_that_need(unsigned dimension, Time now) const;
  void relieve(unsigned dimension, Time now);
  void read_into_multiqueue(unsigned dimension, Time now);

  std::size_t capacity_;
  std::vector<TransitPointer> multiqueue_;  // oldest first
  unsigned dimension_ = 0;                  // next in the rotation
};

}  // namespace weft
