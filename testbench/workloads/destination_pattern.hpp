// Who sends to whom in random traffic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/common/random.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// The processors that one processor sends to, each as likely; indices in processors_of.
class Destinations {
 public:
  /// Those with |dx|, |dy|, ... of at most `radius`, cut off at the edge of the network, without
  /// itself (facts.md, "The thesis' workload"); all others for radius 0. Not those that faults keep
  /// out of reach.
  Destinations(const Platform& platform, std::size_t processor, unsigned radius);

  std::size_t size() const { return is_listed_ ? listed_.size() : all_ - 1; }
  /// There must be one.
  std::size_t draw(RandomStream& stream) const;
  /// The destination of this number, modulo their number; the processors behind it come first.
  std::size_t in_turn(std::uint64_t number) const;

 private:
  std::size_t self_;
  std::size_t all_;
  bool is_listed_ = false;  // else all others
  std::vector<std::uint32_t> listed_;
};

/// The destinations of all processors of a platform, by TrafficPattern.
class DestinationPattern {
 public:
  virtual ~DestinationPattern() = default;

  /// False of a processor that has nobody to send to.
  virtual bool sends(std::size_t source) const = 0;
  /// Where the message of this number, from 0, of a process goes. Only of a processor that sends.
  virtual std::size_t destination(std::size_t source, std::uint64_t number,
                                  RandomStream& stream) const = 0;
};

/// The pattern of a platform's workload, which must be random traffic. Throws InputError where it
/// does not fit.
std::unique_ptr<DestinationPattern> make_pattern(const Platform& platform);

}  // namespace weft
