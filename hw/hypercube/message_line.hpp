// What a switch of a hypercube node that carries messages whole says over a link.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"
#include "hw/hypercube/whole_message.hpp"

namespace weft {

/// A switch's end of a link: what it says to the far end. All of it counts at ticks after the
/// present one only.
class HypercubeWholeLine {
 public:
  /// The first byte of a message's header begins at `begin`, which may be ticks ahead.
  virtual void head(const HypercubeWhole& message, Time begin) = 0;
  /// Back to where the present message of the link, a wormhole, comes from: what the next links
  /// have to do with when its tail leaves this one. Only as long as it has not left that.
  virtual void tail(const HypercubeTail& tail, Time now) = 0;
  /// The circuit whose header began at `begin` has lost this link; the far end knows at `at`.
  virtual void withdraw(Time begin, Time at) = 0;
  /// Back to where the circuit comes from whose header began at `begin`: it is there as far as its
  /// destination; the far end knows at `at`.
  virtual void acknowledge(Time begin, Time at) = 0;

  // Of a unidirectional link, see HypercubeSharedLink.
  /// The first message that waits for the link at this end.
  virtual void ask(HypercubeAge first, Time now) = 0;
  /// The far end may send; what it sends begins at `begin`.
  virtual void grant(Time begin, Time now) = 0;
  /// What this end sends has left the link at `free`.
  virtual void release(Time free, Time now) = 0;

  // For observers, of what this end sends.
  /// It has the link from `begin` on.
  virtual void begins(const HypercubeWhole& message, Time begin) = 0;
  /// It has had it until `end`, which may be ticks ahead; so many bytes have gone over it.
  virtual void ends(const HypercubeWhole& message, Time begin, Time end, std::uint64_t bytes) = 0;

 protected:
  ~HypercubeWholeLine() = default;
};

}  // namespace weft
