// The same network at `signal` and at `token` level in one kernel, and what its links transmit.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <systemc>

#include "hw/c104/c104.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/link_endpoint.hpp"
#include "hw/dslink/link_wires.hpp"
#include "hw/dslink/wire_cable.hpp"
#include "hw/t9000/t9000.hpp"
#include "tests/support/tag_fields.hpp"
#include "tlm/c104/c104.hpp"
#include "tlm/dslink/cable.hpp"
#include "tlm/dslink/ds_link.hpp"
#include "tlm/engine/wheel_process.hpp"
#include "tlm/t9000/t9000.hpp"

namespace weft::test {

struct TokenRecorder : tlm::tlm_analysis_if<TokenEvent> {
  std::vector<TokenEvent> events;
  void write(const TokenEvent& event) override { events.push_back(event); }
};

struct StateRecorder : tlm::tlm_analysis_if<LinkStateEvent> {
  std::vector<LinkStateEvent> events;
  void write(const LinkStateEvent& event) override { events.push_back(event); }
};

inline std::string text(const TokenEvent& event) {
  return fmt::format("{} {} {}..{} {}", name_of(event.token.kind), event.token.value, event.begin,
                     event.end, text(event.tag));
}

inline std::string text(const LinkStateEvent& event) {
  return fmt::format("{} {} {}", name_of(event.state), name_of(event.error), event.time);
}

/// Fails with the first event that differs, and those around it.
template <class Event>
void expect_equal(const std::vector<Event>& signal, const std::vector<Event>& token,
                  const std::string& where) {
  std::vector<std::string> a, b;
  for (const Event& event : signal) a.push_back(text(event));
  for (const Event& event : token) b.push_back(text(event));
  if (a == b) return;
  std::size_t i = 0;
  while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
  std::string around;
  for (std::size_t k = i > 6 ? i - 6 : 0; k < i + 4; ++k) {
    around += fmt::format("\n{} | {}", k < a.size() ? a[k] : "-", k < b.size() ? b[k] : "-");
  }
  ADD_FAILURE() << where << ": " << a.size() << " events at signal, " << b.size()
                << " at token; equal to " << i << around;
}

struct Signal {
  explicit Signal(const std::string& = {}) {}

  using Link = weft::DsLink;
  using C104 = weft::C104;
  using T9000 = weft::T9000;
  template <class Part, class... Arguments>
  std::unique_ptr<Part> make(const std::string& name, const Arguments&... arguments) {
    return std::make_unique<Part>((name + "_signal").c_str(), arguments...);
  }
  std::unique_ptr<Link> make_link(const std::string& name, const DsLinkParameters& parameters,
                                  unsigned buffer, LinkClient& client, std::uint64_t seed) {
    return std::make_unique<Link>((name + "_signal").c_str(), parameters, buffer, client, 0, seed);
  }
  void join(Link& a, Link& b) { join(a, a.core().parameters(), b, b.core().parameters()); }
  template <class One, class Other>
  void join(One& one, const DsLinkParameters& at_one, Other& other,
            const DsLinkParameters& at_other) {
    wires.push_back(std::make_unique<LinkWires>());
    lead(wires.back()->forth, one, other, at_other);
    lead(wires.back()->back, other, one, at_one);
  }
  template <class From, class To>
  void lead(WirePair& pair, From& from, To& to, const DsLinkParameters& receiver) {
    if (!receiver.has_cable()) return pair.connect(from, to);
    cables.push_back(std::make_unique<WireCable>(sc_core::sc_gen_unique_name("cable"), receiver));
    behind.push_back(std::make_unique<WirePair>());
    pair.connect(from, *cables.back());
    behind.back()->connect(*cables.back(), to);
  }
  std::vector<std::unique_ptr<LinkWires>> wires;
  std::vector<std::unique_ptr<WirePair>> behind;  // cables
  std::vector<std::unique_ptr<WireCable>> cables;
};

struct TokenLevel {
  explicit TokenLevel(const std::string& name = "wheel") : engine(name.c_str()) {}

  using Link = weft::token::DsLink;
  using C104 = weft::token::C104;
  using T9000 = weft::token::T9000;
  template <class Part, class... Arguments>
  std::unique_ptr<Part> make(const std::string& name, const Arguments&... arguments) {
    return std::make_unique<Part>((name + "_token").c_str(), arguments..., engine.wheel());
  }
  std::unique_ptr<Link> make_link(const std::string& name, const DsLinkParameters& parameters,
                                  unsigned buffer, LinkClient& client, std::uint64_t seed) {
    return std::make_unique<Link>((name + "_token").c_str(), parameters, buffer, client, 0, seed,
                                  engine.wheel());
  }
  void join(Link& a, Link& b) {
    lead(a, b);
    lead(b, a);
  }
  void lead(Link& from, Link& to) {
    const Time delay = to.core().parameters().delay;
    if (delay == 0) return from.out.bind(to.in);
    cables.push_back(std::make_unique<token::Cable>(sc_core::sc_gen_unique_name("cable"), delay,
                                                    engine.wheel()));
    from.out.bind(cables.back()->in);
    cables.back()->out.bind(to.in);
  }
  WheelProcess engine;
  std::vector<std::unique_ptr<token::Cable>> cables;
};

/// What was seen of a link end at one level.
struct LinkRecord {
  TokenRecorder tokens;
  StateRecorder states;
  template <class Link>
  void watch(Link& link) {
    link.tokens(tokens);
    link.states(states);
  }
};

inline void expect_equal(const LinkRecord& signal, const LinkRecord& token,
                         const std::string& where) {
  expect_equal(signal.tokens.events, token.tokens.events, where);
  expect_equal(signal.states.events, token.states.events, where);
}

}  // namespace weft::test
