// What a process of random traffic draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hw/common/random.hpp"
#include "hw/common/time.hpp"
#include "platforms/platform.hpp"
#include "platforms/workloads.hpp"

namespace weft {

/// The processors that one processor sends to, each as likely; indices in Platform::processors.
class Destinations {
 public:
  /// Those with |dx|, |dy|, ... of at most `radius`, cut off at the edge of the network, without
  /// itself (facts.md, "The thesis' workload"); all others for radius 0. Not those that faults keep
  /// out of reach.
  Destinations(const Platform& platform, std::size_t processor, unsigned radius);

  std::size_t size() const { return is_listed_ ? listed_.size() : all_ - 1; }
  /// There must be one.
  std::size_t draw(RandomStream& stream) const;

 private:
  std::size_t self_;
  std::size_t all_;
  bool is_listed_ = false;  // else all others
  std::vector<std::uint32_t> listed_;
};

/// The random stream of one process, named after it.
class TrafficSource {
 public:
  TrafficSource(const RandomTrafficParameters& parameters, const Destinations& destinations,
                std::uint64_t seed, std::string_view process)
      : parameters_(&parameters), destinations_(&destinations), stream_(seed, process) {}

  /// Time before the first message, ps. With fixed intervals it is a random part of one, or else
  /// all processes would send at the same time.
  Time first_interval();
  /// Time between two messages, ps.
  Time interval();
  std::size_t destination() { return destinations_->draw(stream_); }
  unsigned message_bytes();

 private:
  const RandomTrafficParameters* parameters_;
  const Destinations* destinations_;
  RandomStream stream_;
};

}  // namespace weft
