// Parameters of the adaptive routers of thesis 2.2.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"

namespace weft {

/// Parameters of a chaos router (thesis 2.2.3). Times in ps.
struct ChaosParameters {
  unsigned links = 32;      ///< 1..64.
  unsigned multiqueue = 0;  ///< Packets; 0 for as many as links that are connected.
  Time clock = 10 * nanosecond;
  Time routing_latency = 50 * nanosecond;  ///< From the header being in to the decision.
};

/// Which output channels a packet that is injected may take.
enum class Injection : std::uint8_t {
  any,         ///< As any other packet: a profitable one, else any.
  profitable,  ///< It waits for a profitable one.
};

/// Where the head of a packet may leave a forced router before its tail has come.
enum class CutThrough : std::uint8_t {
  profitable,  ///< Over profitable links; only a packet that is all in is derouted.
  any,         ///< Over any link.
};

/// Parameters of a forced router (thesis 2.2.4). Times in ps.
struct ForcedParameters {
  unsigned links = 32;        ///< 1..64.
  unsigned input_frames = 2;  ///< Of each link.
  Injection injection = Injection::any;
  CutThrough cut_through = CutThrough::profitable;
  Time clock = 10 * nanosecond;
  Time routing_latency = 50 * nanosecond;  ///< From the header being in to the decision.
};

}  // namespace weft
