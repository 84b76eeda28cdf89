// The queue of a resource: channels whose senders want its server.
#pragma once

#include "hw/common/ring.hpp"
#include "hw/common/time.hpp"
#include "hw/t9000/ready_bell.hpp"

namespace weft {

/// Clients in the order in which they have claimed a resource (`grant`; facts.md, T9000).
class ResourceQueue {
 public:
  /// A message of a client has come that nobody receives.
  void claim(unsigned client, Time now) {
    claims_.push(client);
    bell_.ring(now);
  }

  bool is_ready() const { return !claims_.empty(); }
  /// Of a processor that was reset.
  void forget() {
    claims_.clear();
    bell_ = {};
  }
  void enable(ReadyRequest& request) { bell_.enable(request); }
  void disable(const ReadyRequest& request) { bell_.disable(request); }
  /// The client that has waited longest; there is one.
  unsigned grant() { return claims_.take(); }

 private:
  Ring<unsigned> claims_;
  ReadyBell bell_;
};

}  // namespace weft
