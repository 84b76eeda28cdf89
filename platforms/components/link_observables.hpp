// What can be traced of any link end.
#pragma once

#include <string>
#include <vector>

#include "platforms/registry/component_type.hpp"

namespace weft {

/// Named as the waves of a trace; `prefix` stands before each name ("link{n}.").
inline std::vector<ObservableInfo> link_observables(const std::string& prefix) {
  return {{prefix + "d", 1, "Data wire that this end drives; at signal."},
          {prefix + "s", 1, "Strobe wire that this end drives; at signal."},
          {prefix + "token", 11, "Token that this end transmits: kind and value."},
          {prefix + "packet", 64, "Id of the packet that it transmits; 0 between packets."},
          {prefix + "state", 3, "State of the link's start-up."},
          {prefix + "credit", 8, "Tokens that it may send."}};
}

}  // namespace weft
