// What an iWarp cell reports to observers.
#pragma once

#include <array>

#include "hw/common/observer_port.hpp"
#include "hw/common/time.hpp"
#include "hw/iwarp/bus.hpp"
#include "hw/iwarp/word_port.hpp"

namespace weft {

/// A dequeue signal that goes back on an input bus.
struct DequeueEvent {
  Time begin = 0;  ///< ps
  unsigned channel = 0;

  friend bool operator==(const DequeueEvent&, const DequeueEvent&) = default;
};

/// The analysis ports of a cell, the same at all levels.
class BusReports {
 public:
  WordPort& words(Bus bus) { return words_[index_of(bus)]; }
  ObserverPort<DequeueEvent>& dequeues(Bus bus) { return dequeues_[index_of(bus)]; }
  const OnlyCounts& only_counts() const { return only_; }

 private:
  OnlyCounts only_;
  std::array<WordPort, bus_count> words_{WordPort(only_), WordPort(only_), WordPort(only_),
                                         WordPort(only_)};
  std::array<ObserverPort<DequeueEvent>, bus_count> dequeues_{
      ObserverPort<DequeueEvent>(only_.unobserved), ObserverPort<DequeueEvent>(only_.unobserved),
      ObserverPort<DequeueEvent>(only_.unobserved), ObserverPort<DequeueEvent>(only_.unobserved)};
};

}  // namespace weft
