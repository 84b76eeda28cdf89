// Two link ends with random traffic and stalling readers, at `signal` level, at `token` level and
// with a transactor between the two: every token begins and ends at the same picosecond.
#include <array>

#include <fmt/format.h>

#include "hw/common/random.hpp"
#include "hw/dslink/parameter_check.hpp"
#include "tests/tlm/levels.hpp"
#include "tlm/protocol/link_transactor.hpp"

namespace weft::test {
namespace {

/// Two ends on one link.
template <class Level>
struct Pair {
  Pair(Level& level, const std::string& name, const std::array<DsLinkParameters, 2>& parameters,
       const std::array<unsigned, 2>& buffers) {
    for (unsigned i = 0; i < 2; ++i) {
      const std::string end = name + (i == 0 ? "a" : "b");
      links[i] = level.make_link(end, parameters[i], buffers[i], ends[i], component_seed(7, end));
      ends[i].attach(links[i]->core());
      cores[i] = &links[i]->core();
      records[i].watch(*links[i]);
    }
    level.join(*links[0], *links[1]);
  }
  std::array<LinkEndpoint, 2> ends;
  std::array<const LinkCore*, 2> cores{};
  std::array<std::unique_ptr<typename Level::Link>, 2> links;
  std::array<LinkRecord, 2> records;
};

/// One end at `token`, the other at `signal`, and a transactor between them.
struct MixedPair {
  MixedPair(TokenLevel& level, const std::string& name,
            const std::array<DsLinkParameters, 2>& parameters,
            const std::array<unsigned, 2>& buffers, unsigned token_end)
      : transactor((name + "_transactor").c_str(), parameters[token_end]) {
    const std::array<std::string, 2> names = {name + "a", name + "b"};
    const unsigned other = 1 - token_end;
    calls = level.make_link(names[token_end] + "_mixed", parameters[token_end], buffers[token_end],
                            ends[token_end], component_seed(7, names[token_end]));
    wires =
        std::make_unique<DsLink>((names[other] + "_mixed").c_str(), parameters[other],
                                 buffers[other], ends[other], 0, component_seed(7, names[other]));
    ends[token_end].attach(calls->core());
    ends[other].attach(wires->core());
    cores[token_end] = &calls->core();
    cores[other] = &wires->core();
    records[token_end].watch(*calls);
    records[other].watch(*wires);
    calls->out.bind(transactor.in);
    transactor.out.bind(calls->in);
    cable.join(transactor, parameters[token_end], *wires, parameters[other]);
  }
  std::array<LinkEndpoint, 2> ends;
  std::array<const LinkCore*, 2> cores{};
  std::array<LinkRecord, 2> records;
  LinkTransactor transactor;
  std::unique_ptr<token::DsLink> calls;
  std::unique_ptr<DsLink> wires;
  Signal cable;
};

/// How one direction is used: packets of random length are written and tokens read, with pauses.
struct Habit {
  Time write_pause;
  unsigned longest_packet;
  Time read_pause;
  unsigned most_reads;  // at a time
};

/// Does the same to all.
class TokenTraffic : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(TokenTraffic);
  TokenTraffic(sc_core::sc_module_name module_name,
               std::array<std::array<LinkEndpoint, 2>*, 3> ends, const std::array<Habit, 2>& habits,
               std::uint64_t seed)
      : sc_module(module_name), ends_(ends), habits_(habits), stream_(seed, name()) {
    SC_THREAD(write_a);
    SC_THREAD(write_b);
    SC_THREAD(read_a);
    SC_THREAD(read_b);
  }

  /// That an end has written and the other one has not read.
  std::uint64_t bytes_missing(unsigned end) const { return written_[end] - read_[1 - end]; }

 private:
  static Time now() { return sc_core::sc_time_stamp().value(); }
  void pause(Time mean) { wait(sc_core::sc_time::from_value(stream_.exponential(mean))); }

  void write_a() { write(0); }
  void write_b() { write(1); }
  void read_a() { read(0); }
  void read_b() { read(1); }

  void write(unsigned i) {
    for (std::uint64_t id = 1;; ++id) {
      pause(habits_[i].write_pause);
      if ((*ends_[0])[i].waiting() > 200) continue;
      const PacketTag tag{.protocol = {.injected = id * nanosecond,
                                       .channel = static_cast<std::uint32_t>(id % 7),
                                       .bytes = static_cast<std::uint32_t>(id % 33),
                                       .hops = static_cast<std::uint16_t>(id % 5),
                                       .kind = static_cast<PacketKind>(id % 3),
                                       .last = id % 2 == 0,
                                       .content = id % 11 < 5},
                          .trace = {.id = id, .sent = now()}};
      const auto bytes = stream_.below(habits_[i].longest_packet + 1);
      for (std::uint64_t byte = 0; byte < bytes; ++byte) {
        put(i, data_token(static_cast<std::uint8_t>(stream_.below(256))), tag);
      }
      put(i, stream_.below(3) == 0 ? eom_token : eop_token, tag);
    }
  }
  void put(unsigned i, Token token, const PacketTag& tag) {
    if (token.kind == TokenKind::data) ++written_[i];
    for (auto* pair : ends_) (*pair)[i].write(token, now(), tag);
  }
  void read(unsigned i) {
    bool first = true;  // a tag counts for the first token of a packet
    for (;;) {
      pause(habits_[i].read_pause);
      for (unsigned n = 0; n < habits_[i].most_reads; ++n) {
        const bool here = (*ends_[0])[i].has_before(now());
        for (auto* pair : ends_) {
          ASSERT_EQ(here, (*pair)[i].has_before(now())) << name() << " at " << now();
        }
        if (!here) break;
        const auto a = (*ends_[0])[i].read(now());
        if (a.token.kind == TokenKind::data) ++read_[i];
        for (std::size_t level = 1; level < ends_.size(); ++level) {
          const auto b = (*ends_[level])[i].read(now());
          ASSERT_EQ(a.time, b.time) << name();
          ASSERT_EQ(a.token, b.token) << name();
          if (first && a.token.kind == TokenKind::data) {
            ASSERT_EQ(a.tag, b.tag) << name();
          }
        }
        first = ends_packet(a.token);
      }
    }
  }

  std::array<std::array<LinkEndpoint, 2>*, 3> ends_;  // signal, token, mixed
  std::array<Habit, 2> habits_;
  std::array<std::uint64_t, 2> written_{};
  std::array<std::uint64_t, 2> read_{};
  RandomStream stream_;
};

using Parameters = std::array<DsLinkParameters, 2>;

/// What the one end of a pair has sent to the other and never will come in there.
template <class Ends>
LinkTraffic lost_from(const Ends& pair, unsigned end, Time now) {
  return lost_between(pair.cores[end]->account(now), pair.cores[1 - end]->account(now));
}

/// Takes what an end has not sent yet; how many bytes that were.
std::uint64_t bytes_not_sent(LinkEndpoint& end) {
  Token token;
  PacketTag tag;
  std::uint64_t bytes = 0;
  while (end.transmit(0, token, tag, never)) bytes += token.kind == TokenKind::data ? 1 : 0;
  return bytes;
}

/// The same of what has come in and was not read; the end of a packet that was cut is no byte.
std::uint64_t bytes_not_read(LinkEndpoint& end) {
  std::uint64_t bytes = 0;
  while (!end.empty()) bytes += end.read(never).token.kind == TokenKind::data ? 1 : 0;
  return bytes;
}

/// `count` pairs with parameters and traffic drawn at random, for `duration`. They must have sent
/// `least_data` bytes: equal silence proves nothing.
template <class Draw>
void run_pairs(unsigned count, Time duration, std::uint64_t least_data, const Draw& draw) {
  Signal signal;
  TokenLevel token;
  struct Case {
    std::unique_ptr<Pair<Signal>> at_signal;
    std::unique_ptr<Pair<TokenLevel>> at_token;
    std::unique_ptr<MixedPair> mixed;
    std::unique_ptr<TokenTraffic> traffic;
  };
  std::vector<Case> cases;
  for (unsigned n = 0; n < count; ++n) {
    const std::string name = fmt::format("pair{}", n);
    RandomStream stream(2024, name);
    std::array<unsigned, 2> buffers{};
    for (unsigned& buffer : buffers) buffer = 8 + static_cast<unsigned>(stream.below(80));
    const Parameters parameters = draw(stream);
    ASSERT_NO_THROW(check_ends(parameters[0], parameters[1]));
    std::array<Habit, 2> habits{};
    for (Habit& habit : habits) {
      habit = {(1 + stream.below(30)) * microsecond, 1 + static_cast<unsigned>(stream.below(60)),
               (20 + stream.below(3000)) * nanosecond, 1 + static_cast<unsigned>(stream.below(20))};
    }
    Case& c = cases.emplace_back();
    c.at_signal = std::make_unique<Pair<Signal>>(signal, name, parameters, buffers);
    c.at_token = std::make_unique<Pair<TokenLevel>>(token, name, parameters, buffers);
    c.mixed = std::make_unique<MixedPair>(token, name, parameters, buffers, n % 2);
    c.traffic = std::make_unique<TokenTraffic>(
        fmt::format("traffic{}", n).c_str(),
        std::array{&c.at_signal->ends, &c.at_token->ends, &c.mixed->ends}, habits, 99);
  }
  sc_core::sc_start(sc_core::sc_time::from_value(duration));
  std::uint64_t data = 0;
  for (unsigned n = 0; n < count; ++n) {
    for (unsigned i = 0; i < 2; ++i) {
      const std::string where = fmt::format("pair {}{}", n, i == 0 ? "a" : "b");
      expect_equal(cases[n].at_signal->records[i], cases[n].at_token->records[i], where);
      expect_equal(cases[n].at_signal->records[i], cases[n].mixed->records[i], where + " mixed");
      const LinkTraffic lost = lost_from(*cases[n].at_signal, i, duration);
      EXPECT_EQ(lost, lost_from(*cases[n].at_token, i, duration)) << where;
      EXPECT_EQ(lost, lost_from(*cases[n].mixed, i, duration)) << where;
      auto& ends = cases[n].at_token->ends;
      const std::uint64_t missing = cases[n].traffic->bytes_missing(i) - bytes_not_sent(ends[i]) -
                                    bytes_not_read(ends[1 - i]);
      EXPECT_LE(lost.bytes, missing) << where;
      EXPECT_GE(lost.bytes + 56, missing) << where << ": no more than max_credit is on its way";
      data += cases[n].at_token->links[i]->core().counters().data;
    }
  }
  EXPECT_GT(data, least_data);
}

DsLinkParameters draw_rates(RandomStream& stream, LinkForm form) {
  constexpr std::array<Time, 6> bit_times = {10'000, 10'000, 20'000, 5'000, 13'000, 7'700};
  DsLinkParameters end;
  end.form = form;
  end.bit_time = bit_times[stream.below(bit_times.size())];
  if (stream.below(2) == 0) end.startup_bit_time = end.bit_time;
  end.max_credit = 8 + static_cast<unsigned>(stream.below(49));
  end.await_null = stream.below(2) == 0;
  end.auto_restart = (1 + stream.below(30)) * microsecond;
  return end;
}

TEST(EndpointLevels, are_equal_at_ieee1355_links_of_any_rate_and_credit) {
  run_pairs(24, 300 * microsecond, 6'000, [](RandomStream& stream) {
    return Parameters{draw_rates(stream, LinkForm::ieee1355),
                      draw_rates(stream, LinkForm::ieee1355)};
  });
}

TEST(EndpointLevels, are_equal_at_spacewire_links_of_any_rate_and_credit) {
  run_pairs(24, 300 * microsecond, 6'000, [](RandomStream& stream) {
    return Parameters{draw_rates(stream, LinkForm::spacewire),
                      draw_rates(stream, LinkForm::spacewire)};
  });
}

void add_errors(RandomStream& stream, DsLinkParameters& end) {
  end.error_interval = (20 + stream.below(150)) * microsecond;
}

TEST(EndpointLevels, are_equal_at_ieee1355_links_with_errors_and_restarts) {
  run_pairs(40, 1500 * microsecond, 20'000, [](RandomStream& stream) {
    Parameters ends{draw_rates(stream, LinkForm::ieee1355), draw_rates(stream, LinkForm::ieee1355)};
    for (DsLinkParameters& end : ends) add_errors(stream, end);
    return ends;
  });
}

TEST(EndpointLevels, are_equal_at_spacewire_links_with_errors) {
  run_pairs(40, 1500 * microsecond, 20'000, [](RandomStream& stream) {
    Parameters ends{draw_rates(stream, LinkForm::spacewire),
                    draw_rates(stream, LinkForm::spacewire)};
    for (DsLinkParameters& end : ends) add_errors(stream, end);
    return ends;
  });
}

TEST(EndpointLevels, are_equal_between_an_ieee1355_and_a_spacewire_end) {
  run_pairs(24, 1000 * microsecond, 6'000, [](RandomStream& stream) {
    Parameters ends{draw_rates(stream, LinkForm::ieee1355),
                    draw_rates(stream, LinkForm::spacewire)};
    ends[0].await_null = true;
    for (DsLinkParameters& end : ends) add_errors(stream, end);
    return ends;
  });
}

// Both ends send time-codes; one of them starts with the other or is disabled for a while.
void add_spacewire_control(RandomStream& stream, Parameters& ends) {
  for (DsLinkParameters& end : ends) {
    if (stream.below(4) != 0) end.time_code_interval = (1 + stream.below(20'000)) * nanosecond;
  }
  ends[0].auto_start = stream.below(2) == 0;
  DsLinkParameters& disabled = ends[stream.below(2)];
  if (stream.below(2) == 0) return;
  disabled.disable_at = stream.below(400) * microsecond;
  disabled.enable_at = disabled.disable_at + (1 + stream.below(200)) * microsecond;
}

TEST(EndpointLevels, are_equal_with_time_codes_auto_start_and_disabled_ends) {
  run_pairs(60, 1000 * microsecond, 20'000, [](RandomStream& stream) {
    Parameters ends{draw_rates(stream, LinkForm::spacewire),
                    draw_rates(stream, LinkForm::spacewire)};
    add_spacewire_control(stream, ends);
    if (stream.below(2) == 0) {
      for (DsLinkParameters& end : ends) add_errors(stream, end);
    }
    return ends;
  });
}

// To an end that knows no time-codes they are escape errors.
TEST(EndpointLevels, are_equal_where_an_ieee1355_end_gets_time_codes) {
  run_pairs(30, 1000 * microsecond, 3'000, [](RandomStream& stream) {
    Parameters ends{draw_rates(stream, LinkForm::ieee1355),
                    draw_rates(stream, LinkForm::spacewire)};
    ends[0].await_null = true;
    ends[1].time_code_interval = (20 + stream.below(100)) * microsecond;
    for (DsLinkParameters& end : ends) add_errors(stream, end);
    return ends;
  });
}

// Of up to some 300 m, another one in each direction; S comes up to a bit later than D.
void add_cable(RandomStream& stream, Parameters& ends) {
  for (unsigned i = 0; i < 2; ++i) {
    const DsLinkParameters& far = ends[1 - i];
    ends[i].delay = stream.below(4) == 0 ? 0 : 1 + stream.below(1'500'000);
    if (stream.below(2) == 0) {
      ends[i].skew = stream.below(std::min(far.bit_time, far.startup_bit_time));
    }
  }
}

TEST(EndpointLevels, are_equal_with_cables_that_take_time) {
  run_pairs(60, 500 * microsecond, 20'000, [](RandomStream& stream) {
    const LinkForm form = stream.below(2) == 0 ? LinkForm::ieee1355 : LinkForm::spacewire;
    Parameters ends{draw_rates(stream, form), draw_rates(stream, form)};
    add_cable(stream, ends);
    return ends;
  });
}

TEST(EndpointLevels, are_equal_with_cables_that_take_time_and_errors) {
  run_pairs(60, 1500 * microsecond, 20'000, [](RandomStream& stream) {
    const LinkForm form = stream.below(2) == 0 ? LinkForm::ieee1355 : LinkForm::spacewire;
    Parameters ends{draw_rates(stream, form), draw_rates(stream, form)};
    add_cable(stream, ends);
    if (form == LinkForm::spacewire) add_spacewire_control(stream, ends);
    const Time cut = stream.below(4) == 0 ? (1 + stream.below(1'000)) * microsecond : never;
    for (DsLinkParameters& end : ends) {
      add_errors(stream, end);
      end.cut_at = cut;
    }
    return ends;
  });
}

// The cable is cut at any bit, in a start-up, in data or idle, and at the edge of a bit.
TEST(EndpointLevels, are_equal_where_the_cable_is_cut) {
  run_pairs(60, 200 * microsecond, 2'000, [](RandomStream& stream) {
    const LinkForm form = stream.below(2) == 0 ? LinkForm::ieee1355 : LinkForm::spacewire;
    Parameters ends{draw_rates(stream, form), draw_rates(stream, form)};
    const Time cut =
        stream.below(4) == 0 ? 1 + stream.below(4'000'000) : stream.below(150) * microsecond;
    const bool coincide = stream.below(2) == 0;
    for (DsLinkParameters& end : ends) {
      end.cut_at = cut;
      if (coincide) end.bit_time = end.startup_bit_time = 100 * nanosecond;
    }
    return ends;
  });
}

// Times that coincide: one rate before and in Run, all times multiples of it.
TEST(EndpointLevels, are_equal_where_many_things_happen_at_the_same_time) {
  run_pairs(40, 1500 * microsecond, 4'000, [](RandomStream& stream) {
    const LinkForm form = stream.below(2) == 0 ? LinkForm::ieee1355 : LinkForm::spacewire;
    Parameters ends{draw_rates(stream, form), draw_rates(stream, form)};
    for (DsLinkParameters& end : ends) {
      end.bit_time = end.startup_bit_time = 100 * nanosecond;
      end.disconnect_timeout = 800 * nanosecond;
      end.connect_timeout = (9 + stream.below(20)) * 100 * nanosecond;
      end.error_wait = (8 + stream.below(20)) * 100 * nanosecond;
      end.error_reset = (20 + stream.below(5)) * 100 * nanosecond;
      add_errors(stream, end);
    }
    return ends;
  });
}

}  // namespace
}  // namespace weft::test
