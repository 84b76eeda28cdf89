// What a load of random traffic is made of.
#pragma once

#include "hw/common/time.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// The messages of random traffic, on the average.
struct TrafficLoad {
  double bytes = 0;      ///< Of a message.
  double bits = 0;       ///< That it is on a link, with the headers and ends of its packets.
  double processes = 1;  ///< Of a processor.

  /// MB/s of payload on a link of so many bits a second that carries nothing else.
  double payload(double bits_per_second) const;
  /// Mean time between the messages of a process, ps, where its processor offers so many MB/s.
  Time interval(double load) const;
};

/// Of a platform whose workload is random traffic, of two processors or more that are alike.
TrafficLoad traffic_load_of(const Platform& platform);

}  // namespace weft
