// T9000s around one C104, at each of the levels that have both.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "tests/tlm/levels.hpp"
#include "tlm/c104/packet_c104.hpp"
#include "tlm/c104/stream_c104.hpp"
#include "tlm/t9000/packet_t9000.hpp"
#include "tlm/t9000/stream_t9000.hpp"

namespace weft::test {

/// A switch with so many links, whose tables are still to be made.
inline C104Parameters star_of(unsigned links) {
  C104Parameters parameters;
  parameters.links = links;
  parameters.per_link.resize(links);
  return parameters;
}

/// The parameters of a T9000 with one link, the headers 16 n to 16 n + 15 and no acknowledgements.
inline T9000Parameters processor_with_headers(unsigned n) {
  T9000Parameters p;
  p.links = 1;
  p.min_header = 16 * n;
  p.max_header = 16 * n + 15;
  p.acknowledge_on = AcknowledgeOn::nothing;
  return p;
}

/// A message that is sent at a time.
struct TimedSend : SendRequest, Resumable {
  T9000Core* core = nullptr;
  unsigned channel = 0;
  void resume(Time now) override { core->send(channel, *this, now); }
  void sent(Time) override {}
};

/// The levels of whole packets, as Signal and TokenLevel are.
struct WholePackets {
  explicit WholePackets(const std::string& name) : engine(name.c_str()) {}

  template <class Port>
  void join(Port& a, Port& b) {
    a.out.bind(b.in);
    b.out.bind(a.in);
  }
  WheelProcess engine;
};

inline std::unique_ptr<weft::C104> make_switch(Signal&, const C104Parameters& p,
                                               std::uint64_t seed) {
  return std::make_unique<weft::C104>(sc_core::sc_gen_unique_name("switch"), p,
                                      std::vector{DsLinkParameters{}}, seed);
}
inline std::unique_ptr<weft::T9000> make_processor(Signal&, const T9000Parameters& p, unsigned n) {
  return std::make_unique<weft::T9000>(sc_core::sc_gen_unique_name("cpu"), p, n,
                                       std::vector{DsLinkParameters{}}, n);
}

inline std::unique_ptr<token::C104> make_switch(TokenLevel& level, const C104Parameters& p,
                                                std::uint64_t seed) {
  return std::make_unique<token::C104>(sc_core::sc_gen_unique_name("switch"), p,
                                       std::vector{DsLinkParameters{}}, seed, level.engine.wheel());
}
inline std::unique_ptr<token::T9000> make_processor(TokenLevel& level, const T9000Parameters& p,
                                                    unsigned n) {
  return std::make_unique<token::T9000>(sc_core::sc_gen_unique_name("cpu"), p, n,
                                        std::vector{DsLinkParameters{}}, n, level.engine.wheel());
}

struct StreamLevel : WholePackets {
  using WholePackets::WholePackets;
};
inline std::unique_ptr<stream::C104> make_switch(StreamLevel& level, const C104Parameters& p,
                                                 std::uint64_t seed) {
  return std::make_unique<stream::C104>(sc_core::sc_gen_unique_name("switch"), p,
                                        std::vector{DsLinkParameters{}}, seed,
                                        level.engine.wheel());
}
inline std::unique_ptr<stream::T9000> make_processor(StreamLevel& level, const T9000Parameters& p,
                                                     unsigned n) {
  return std::make_unique<stream::T9000>(sc_core::sc_gen_unique_name("cpu"), p, n,
                                         std::vector{DsLinkParameters{}}, level.engine.wheel());
}

struct PacketLevel : WholePackets {
  using WholePackets::WholePackets;
};
inline std::unique_ptr<packet::C104> make_switch(PacketLevel& level, const C104Parameters& p,
                                                 std::uint64_t seed) {
  return std::make_unique<packet::C104>(sc_core::sc_gen_unique_name("switch"), p,
                                        std::vector{DsLinkParameters{}}, 0, seed,
                                        level.engine.wheel());
}
inline std::unique_ptr<packet::T9000> make_processor(PacketLevel& level, const T9000Parameters& p,
                                                     unsigned n) {
  return std::make_unique<packet::T9000>(sc_core::sc_gen_unique_name("cpu"), p, n,
                                         std::vector{DsLinkParameters{}}, level.engine.wheel());
}

/// What a link of a switch has transmitted.
template <class Switch>
const LinkCounters& counters_of(Switch& router, unsigned port) {
  if constexpr (requires { router.link(port).core(); }) {
    return router.link(port).core().counters();
  } else {
    return router.link(port).counters();
  }
}

/// Processor n is at link n of the switch and has the headers 16 n to 16 n + 15; nothing is
/// acknowledged. All packets that come in are recorded.
template <class Level>
class SwitchStar {
 public:
  /// The intervals of `parameters` are made here where they are not given.
  explicit SwitchStar(C104Parameters parameters) : level_(sc_core::sc_gen_unique_name("wheel")) {
    for (C104LinkParameters& link : parameters.per_link) {
      for (unsigned n = 0; link.intervals.size() < parameters.links; ++n) {
        link.intervals.push_back({16 * (n + 1), IntervalAction::route, n, 1});
      }
    }
    switch_ = make_switch(level_, parameters, 17);
    using T9000 = typename decltype(make_processor(level_, {}, 0))::element_type;
    for (unsigned n = 0; n < parameters.links; ++n) {
      std::unique_ptr<T9000> processor = make_processor(level_, processor_with_headers(n), n);
      level_.join(processor->link(0), switch_->link(n));
      records_.emplace_back().all = &arrivals;
      records_.back().at = n;
      processor->reports().packets.bind(records_.back());
      cores_.push_back(&processor->core());
      modules_.push_back(std::move(processor));
    }
    for (unsigned from = 0; from < parameters.links; ++from) {
      for (unsigned to = 0; to < parameters.links; ++to) {
        if (from != to) cores_[from]->open(to, 16 * to + from, from);
      }
      cores_[from]->evaluate_at(0);
    }
  }

  /// Processor `from` sends a message of so many bytes to `to` at a time.
  void send(unsigned from, unsigned to, unsigned bytes, Time at) {
    TimedSend& sending = sendings_.emplace_back();
    sending.core = cores_[from];
    sending.channel = to;
    sending.bytes = bytes;
    cores_[from]->processor().sleep(sending, at);
  }
  T9000Core& core(unsigned n) { return *cores_[n]; }
  SwitchPolicy& policy() {
    if constexpr (requires { switch_->core(); }) {
      return switch_->core().policy_to_write();
    } else {
      return switch_->policy_to_write();
    }
  }
  const C104Counters& counters() const {
    if constexpr (requires { switch_->core(); }) {
      return switch_->core().counters();
    } else {
      return switch_->counters();
    }
  }

  /// A packet that came in at a processor.
  struct Arrival {
    std::uint64_t id = 0;
    unsigned at = 0;
  };
  std::vector<Arrival> arrivals;

 private:
  struct Record : tlm::tlm_analysis_if<PacketArrival> {
    std::vector<Arrival>* all = nullptr;
    unsigned at = 0;
    void write(const PacketArrival& packet) override { all->push_back({packet.tag.trace.id, at}); }
  };

  Level level_;
  decltype(make_switch(std::declval<Level&>(), {}, 0)) switch_;
  std::vector<T9000Core*> cores_;
  std::deque<Record> records_;
  std::vector<std::unique_ptr<sc_core::sc_module>> modules_;
  std::deque<TimedSend> sendings_;
};

}  // namespace weft::test
