// The ends of a link of a hypercube.
#pragma once

#include "platforms/link_view.hpp"
#include "tlm/hypercube/link_end.hpp"

namespace weft {

/// At `packet`; two of them are joined by calls.
struct HypercubeEnd {
  explicit HypercubeEnd(HypercubeLinkEnd& end) : link(&end) {
    view.packets = &end.packets;
    view.later = &end;
    view.counters = &end.counters();
  }

  HypercubeLinkEnd* link;
  LinkView view;
};

}  // namespace weft
