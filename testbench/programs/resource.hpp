// A server that many clients share.
#pragma once

#include <deque>
#include <string>
#include <utility>

#include "hw/common/time.hpp"
#include "hw/t9000/ready_bell.hpp"
#include "hw/t9000/resets_seen.hpp"
#include "hw/t9000/resource_queue.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "testbench/programs/socket.hpp"

namespace weft {

/// The resource channels of a server (facts.md, T9000): a client claims it with the first packet of
/// a message on a socket that is marked. `Process::grant` gives the server the clients in the order
/// of their claims, and takes the mark: from then on the socket is one like any other, until it is
/// marked again; after a reset of the T9000 none is. Must live as long as the simulation runs.
class Resource {
 public:
  /// `name` is for messages.
  Resource(std::string name, T9000Core& core)
      : name_(std::move(name)), core_(&core), resets_(core.processor()) {}
  Resource(const Resource&) = delete;
  Resource& operator=(const Resource&) = delete;

  const std::string& name() const { return name_; }
  bool belongs_to(const T9000Core& core) const { return core_ == &core; }

  /// See Process::mark; also before the run, with `now` 0. Throws std::logic_error if the socket is
  /// marked.
  void mark(const Socket& client, Time now);

  bool is_ready() const { return !resets_.missed() && claims_.is_ready(); }
  void enable(ReadyRequest& request) {
    renew();
    claims_.enable(request);
  }
  void disable(const ReadyRequest& request) { claims_.disable(request); }
  /// There is one.
  Socket grant();

 private:
  struct Client final : ReadyRequest {
    Client(ResourceQueue& queue, unsigned place, const Socket& end)
        : claims(&queue), number(place), socket(end) {}
    void became_ready(Time now) override { claims->claim(number, now); }

    ResourceQueue* claims;
    unsigned number;
    Socket socket;
    bool marked = false;
  };

  void renew();
  Client& client_at(const Socket& socket);

  std::string name_;
  T9000Core* core_;
  ResourceQueue claims_;
  std::deque<Client> clients_;  // by number
  ResetsSeen resets_;
};

}  // namespace weft
