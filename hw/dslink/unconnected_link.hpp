// The link end of ports that lead nowhere.
#pragma once

#include "hw/dslink/link_core.hpp"

namespace weft {

/// What a client sees at a port to which no link is connected: an end that never starts. It has
/// nothing to remember, so that one serves all such ports of a component.
class UnconnectedLink final : private LinkLine {
 public:
  explicit UnconnectedLink(LinkClient& client) : core_(DsLinkParameters{}, 0, client, 0, *this) {}
  UnconnectedLink(const UnconnectedLink&) = delete;
  UnconnectedLink& operator=(const UnconnectedLink&) = delete;

  LinkCore& core() { return core_; }

 private:
  void wake(Time) override {}
  void start(Time) override {}
  void listen(Time) override {}
  void stop(Time) override {}
  void restart() override {}
  void changed(LinkState, LinkError, Time) override {}

  LinkCore core_;
};

}  // namespace weft
