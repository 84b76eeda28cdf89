// A link core with its endpoint and no wires.
#pragma once

#include <vector>

#include "hw/dslink/link_core.hpp"
#include "hw/dslink/link_endpoint.hpp"

namespace weft::test {

/// Notes what a core asks of its line.
struct CoreLine : LinkLine {
  std::vector<Time> woken;
  bool transmitting = false;
  bool listening = false;
  LinkCore* core = nullptr;
  Time now = 0;
  std::vector<LinkState> states;

  void wake(Time stamp) override { woken.push_back(stamp); }
  void start(Time) override { transmitting = true; }
  void listen(Time) override { listening = true; }
  void stop(Time) override { transmitting = listening = false; }
  void restart() override { core->start(now); }
  void changed(LinkState state, LinkError, Time) override { states.push_back(state); }
};

/// A link end with its endpoint; time goes on by 100 ns with each call.
struct CoreEnd {
  explicit CoreEnd(const DsLinkParameters& parameters = {}, unsigned buffer = 32)
      : core(parameters, buffer, client, 0, line) {
    client.attach(core);
    line.core = &core;
    core.start(0);
  }
  Time later() { return now += 100 * nanosecond; }
  weft::Token select() {
    PacketTag tag;
    return core.select(later(), tag);
  }
  void receive(weft::Token token) { core.received(token, {}, later()); }
  /// IEEE 1355: into Run, with the first NUL and the FCTs of an empty buffer sent.
  void run() {
    receive(null_token);
    while (select() != null_token || core.state() != LinkState::run) continue;
    while (select() == fct_token) continue;
  }
  void grant(unsigned fcts) {
    for (unsigned n = 0; n < fcts; ++n) receive(fct_token);
  }
  unsigned fcts_in_a_row() {
    unsigned count = 0;
    while (select() == fct_token) ++count;
    return count;
  }

  LinkEndpoint client;
  CoreLine line;
  LinkCore core;
  Time now = 0;
};

inline DsLinkParameters spacewire_link() {
  DsLinkParameters parameters;
  parameters.form = LinkForm::spacewire;
  return parameters;
}

/// SpaceWire: through the start-up into Run.
inline void start_up(CoreEnd& end) {
  end.core.timeout(end.now = end.core.deadline());  // ErrorReset
  end.core.timeout(end.now = end.core.deadline());  // ErrorWait
  end.receive(null_token);
  end.receive(fct_token);
}

}  // namespace weft::test
