// What a process of random traffic draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "testbench/workloads/destination_pattern.hpp"
#include "testbench/workloads/injection_process.hpp"

namespace weft {

/// The random stream of one process, named after it.
class TrafficSource {
 public:
  TrafficSource(const RandomTrafficParameters& parameters, const DestinationPattern& pattern,
                std::size_t processor, std::uint64_t seed, std::string_view process)
      : lengths_(parameters.message_bytes),
        pattern_(&pattern),
        processor_(processor),
        injection_(parameters),
        stream_(seed, process) {}

  /// Time before the first message, ps.
  Time first_interval() { return injection_.first(stream_); }
  /// Time between two messages, ps.
  Time interval() { return injection_.next(stream_); }
  std::size_t destination() { return pattern_->destination(processor_, number_++, stream_); }
  unsigned message_bytes() {
    return static_cast<unsigned>(lengths_.first +
                                 stream_.below(lengths_.last - lengths_.first + 1));
  }

 private:
  CountRange lengths_;
  const DestinationPattern* pattern_;
  std::size_t processor_;
  std::uint64_t number_ = 0;
  InjectionProcess injection_;
  RandomStream stream_;
};

}  // namespace weft
