// The forced router without its links.
#pragma once

#include "hw/adaptive/adaptive_core.hpp"
#include "hw/adaptive/parameters.hpp"

namespace weft {

/// The forced router of thesis 2.2.4: a packet leaves by a random profitable link that is free, if
/// there is none by a random other one, and is kept in its input frame only while no link is free.
/// With as many outputs as inputs that is never, as long as nothing is injected.
///
/// A link is free if nothing is sent on it and the far end has a free frame. The source leaves
/// open, and here it is:
///  - Packets that can be moved at the same time choose in the order in which they became ready,
///    then of their link numbers; injected packets after all others.
///  - Links to processors deliver only: nothing is derouted to a processor. A packet whose delivery
///    link is busy is derouted as any other.
///  - A packet is injected into the network only if one more frame is free at the routers around
///    than it takes. So the last free frame of a network is never filled by an injection, packets
///    can always move, and there is no deadlock (the bubble condition of Carrion et al. 1997).
///  - A packet is derouted only once its tail is in. The head of one that is derouted at once runs
///    through the network at 150 ns a hop and leaves its tail behind on twenty links, in its own
///    way; a few such packets fill a mesh and go round for ever. `CutThrough::any` shows it.
///  - `Injection`: whether an injected packet may take a link that is not profitable.
class ForcedCore final : public AdaptiveCore {
 public:
  /// `seed` is this component's own. Throws ParameterError, see check_parameters.
  ForcedCore(const ForcedParameters& parameters, RouterPlace place, std::uint64_t seed,
             CycleDriver& driver);

  /// Input frames of each link.
  static unsigned input_frames(const ForcedParameters& parameters) {
    return parameters.input_frames;
  }

 private:
  void route(Time now) override;
  bool route_one(Time now);
  LinkSet free_links() const;
  LinkSet choices(unsigned port, const Transit& packet, Time now) const;
  bool may_inject() const;

  Injection injection_;
  CutThrough cut_through_;
};

}  // namespace weft
