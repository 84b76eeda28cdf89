// Small networks of T9000s and C104s at `signal` and at `token` level: every token on every link
// begins and ends at the same picosecond, and programs see the same times.
#include <deque>

#include <fmt/format.h>

#include "tests/tlm/levels.hpp"

namespace weft::test {
namespace {

/// What goes by between two messages: a pause, or computing.
struct Between {
  void go_by(T9000Core& core, Resumable& process, Time now) {
    const Time time = stream.exponential(mean);
    if (computes) return core.processor().compute(process, time, now, priority);
    core.processor().sleep(process, now + time);
  }

  Time mean = 0;
  RandomStream stream{0, ""};
  bool computes = false;
  Priority priority = Priority::low;
};

/// Sends messages on a channel, each after a pause once the one before was acknowledged.
struct Sender : SendRequest, Resumable {
  T9000Core* core = nullptr;
  unsigned channel = 0;
  unsigned longest = 0;
  Between between;
  std::vector<Time> sent_at;
  std::vector<unsigned> lengths;

  void resume(Time now) override {
    bytes = static_cast<unsigned>(between.stream.below(longest + 1));
    lengths.push_back(bytes);
    core->send(channel, *this, now);
  }
  void sent(Time now) override {
    sent_at.push_back(now);
    between.go_by(*core, *this, now);
  }
};

/// Receives on a channel, each message after a pause.
struct Receiver : ReceiveRequest, Resumable {
  T9000Core* core = nullptr;
  unsigned channel = 0;
  Between between;
  std::vector<Time> received_at;
  std::vector<unsigned> lengths;

  void resume(Time now) override {
    ReceivedMessage message;
    if (core->receive(channel, *this, message, now)) received(message, now);
  }
  void received(const ReceivedMessage& message, Time now) override {
    received_at.push_back(now);
    lengths.push_back(message.bytes);
    EXPECT_EQ(message.channel, channel);
    between.go_by(*core, *this, now);
  }
};

constexpr unsigned channels = 4;

struct NetworkParameters {
  std::vector<T9000Parameters> processors;
  std::vector<DsLinkParameters> links;  ///< Of the processors, by link.
  std::vector<DsLinkParameters> router_links;
  C104Parameters router;
  bool routed = false;
  unsigned longest_message = 100;
  Time send_pause = 5 * microsecond;
  Time receive_pause = 5 * microsecond;
  bool computes = false;  ///< Instead of pauses, half of the channels at high priority.
};

/// Two T9000s on each other's links, or any number of them around one C104; channels go round.
template <class Level>
struct Network {
  Network(Level& level, const std::string& name, const NetworkParameters& p) {
    const auto count = static_cast<unsigned>(p.processors.size());
    const unsigned links = p.processors[0].links;
    for (unsigned n = 0; n < count; ++n) {
      const std::string own = fmt::format("{}t{}", name, n);
      processors.push_back(level.template make<typename Level::T9000>(
          own, p.processors[n], n, p.links, component_seed(3, own)));
      for (unsigned i = 0; i < links; ++i) {
        records.emplace_back().watch(processors.back()->link(i));
      }
    }
    if (p.routed) {
      router = level.template make<typename Level::C104>(name + "r", p.router, p.router_links,
                                                         component_seed(3, name));
      for (unsigned port = 0; port < count * links; ++port) {
        level.join(processors[port / links]->link(port % links), router->link(port));
        records.emplace_back().watch(router->link(port));
      }
    } else {
      for (unsigned i = 0; i < links; ++i) {
        level.join(processors[0]->link(i), processors[1]->link(i));
      }
    }
    for (unsigned n = 0; n < count; ++n) open_channels(name, n, p);
  }

  /// Every message came in whole and in its turn.
  void expect_messages_in_order(const std::string& where) const {
    const std::size_t count = processors.size();
    for (std::size_t i = 0; i < senders.size(); ++i) {
      const std::size_t c = i % channels;
      const std::size_t to = (i / channels + c % (count - 1) + 1) % count;
      const std::vector<unsigned>& sent = senders[i].lengths;
      const std::vector<unsigned>& received = receivers[to * channels + c].lengths;
      ASSERT_LE(received.size(), sent.size()) << where;
      EXPECT_TRUE(std::equal(received.begin(), received.end(), sent.begin())) << where << i;
    }
  }

  // Channel c of processor n sends to channel c of the processor c + 1 further on.
  void open_channels(const std::string& name, unsigned n, const NetworkParameters& p) {
    const auto count = static_cast<unsigned>(p.processors.size());
    T9000Core& core = processors[n]->core();
    for (unsigned c = 0; c < channels; ++c) {
      const unsigned step = c % (count - 1) + 1;
      const unsigned to = (n + step) % count;
      const unsigned from = (n + count - step) % count;
      // A channel is tied to one far end: sending and receiving halves have numbers of their own.
      core.open(2 * c, p.processors[to].min_header + 2 * c + 1, 2 * c + 1);
      core.open(2 * c + 1, p.processors[from].min_header + 2 * c, 2 * c);
      const std::string own = fmt::format("{}{}c{}", name, n, c);
      Sender& sender = senders.emplace_back();
      sender.core = &core;
      sender.channel = 2 * c;
      const auto priority = c % 2 == 0 ? Priority::low : Priority::high;
      sender.longest = p.longest_message;
      sender.between = {p.send_pause, RandomStream(5, own + "s"), p.computes, priority};
      core.processor().sleep(sender, sender.between.stream.exponential(p.send_pause));
      Receiver& receiver = receivers.emplace_back();
      receiver.core = &core;
      receiver.channel = 2 * c + 1;
      receiver.between = {p.receive_pause, RandomStream(5, own + "r"), p.computes, priority};
      core.processor().sleep(receiver, receiver.between.stream.exponential(p.receive_pause));
    }
    core.evaluate_at(0);
  }

  std::vector<std::unique_ptr<typename Level::T9000>> processors;
  std::unique_ptr<typename Level::C104> router;
  std::deque<Sender> senders;
  std::deque<Receiver> receivers;
  std::deque<LinkRecord> records;
};

template <class Draw>
void run_networks(unsigned count, Time duration, std::size_t least_messages, bool errors,
                  const Draw& draw) {
  Signal signal;
  TokenLevel token;
  std::vector<std::unique_ptr<Network<Signal>>> at_signal;
  std::vector<std::unique_ptr<Network<TokenLevel>>> at_token;
  for (unsigned n = 0; n < count; ++n) {
    const std::string name = fmt::format("n{}", n);
    RandomStream stream(77, name);
    const NetworkParameters parameters = draw(stream, errors);
    at_signal.push_back(std::make_unique<Network<Signal>>(signal, name, parameters));
    at_token.push_back(std::make_unique<Network<TokenLevel>>(token, name, parameters));
  }
  sc_core::sc_start(sc_core::sc_time::from_value(duration));
  std::size_t messages = 0;
  for (unsigned n = 0; n < count; ++n) {
    const std::string where = fmt::format("network {}", n);
    for (std::size_t i = 0; i < at_signal[n]->records.size(); ++i) {
      expect_equal(at_signal[n]->records[i], at_token[n]->records[i],
                   fmt::format("{} link {}", where, i));
    }
    if (!errors) at_token[n]->expect_messages_in_order(where);
    for (std::size_t i = 0; i < at_signal[n]->senders.size(); ++i) {
      EXPECT_EQ(at_signal[n]->senders[i].sent_at, at_token[n]->senders[i].sent_at) << where;
    }
    for (std::size_t i = 0; i < at_signal[n]->receivers.size(); ++i) {
      EXPECT_EQ(at_signal[n]->receivers[i].received_at, at_token[n]->receivers[i].received_at)
          << where;
      messages += at_token[n]->receivers[i].received_at.size();
    }
  }
  EXPECT_GT(messages, least_messages);
}

DsLinkParameters draw_link(RandomStream& stream, bool errors) {
  DsLinkParameters link;
  link.form = errors || stream.below(2) == 0 ? LinkForm::spacewire : LinkForm::ieee1355;
  link.bit_time = stream.below(3) == 0 ? 13 * nanosecond : 10 * nanosecond;
  link.input_buffer = 8 + static_cast<unsigned>(stream.below(60));
  if (errors) link.error_interval = (50 + stream.below(400)) * microsecond;
  return link;
}

T9000Parameters draw_processor(RandomStream& stream, unsigned number, unsigned header_bytes) {
  T9000Parameters p;
  p.header_bytes = header_bytes;
  p.min_header = number * 16 + (header_bytes == 2 ? 300 : 0);
  p.max_header = p.min_header + 15;
  constexpr std::array acknowledge_on = {AcknowledgeOn::header, AcknowledgeOn::first_token,
                                         AcknowledgeOn::end};
  p.acknowledge_on = acknowledge_on[stream.below(acknowledge_on.size())];
  p.acknowledgement_priority = stream.below(4) != 0;
  p.acknowledgement_delay = stream.below(2) * 1234 * nanosecond;
  p.service_time = stream.below(3) == 0 ? 777 * nanosecond : 0;
  p.receive_buffer = static_cast<unsigned>(stream.below(3));
  p.link_choice = stream.below(2) == 0 ? LinkChoice::any_free : LinkChoice::by_channel;
  p.clock = stream.below(3) == 0 ? 50 * nanosecond : 10 * nanosecond;
  return p;
}

NetworkParameters draw_network(RandomStream& stream, unsigned processors, unsigned links,
                               bool errors) {
  NetworkParameters p;
  const unsigned header_bytes = 1 + static_cast<unsigned>(stream.below(2));
  const DsLinkParameters link = draw_link(stream, errors);
  for (unsigned i = 0; i < links; ++i) {
    p.links.push_back(draw_link(stream, errors));
    p.links.back().form = link.form;
  }
  for (unsigned n = 0; n < processors; ++n) {
    p.processors.push_back(draw_processor(stream, n, header_bytes));
    p.processors.back().links = links;
  }
  p.longest_message = static_cast<unsigned>(stream.below(150));
  p.send_pause = (1 + stream.below(10)) * microsecond;
  p.receive_pause = (1 + stream.below(10)) * microsecond;
  return p;
}

/// Around one C104: each processor's links are a hunt group.
void add_router(RandomStream& stream, NetworkParameters& p) {
  constexpr std::array policies = {Arbitration::fifo, Arbitration::random,
                                   Arbitration::network_first, Arbitration::oldest_first,
                                   Arbitration::hops_first};
  p.routed = true;
  C104Parameters& r = p.router;
  const unsigned links = p.processors[0].links;
  r.links = links * static_cast<unsigned>(p.processors.size());
  r.input_buffer = std::max(8 + static_cast<unsigned>(stream.below(40)),
                            7 + p.processors[0].header_bytes);  // see check_parameters
  r.output_buffer = 1 + static_cast<unsigned>(stream.below(40));
  r.clock = stream.below(3) == 0 ? 25 * nanosecond : 10 * nanosecond;
  r.routing_latency = (2 + stream.below(10)) * r.clock;
  r.arbitration = policies[stream.below(policies.size())];
  r.acknowledgement_priority = stream.below(2) == 0;
  r.per_link.resize(r.links);
  for (unsigned port = 0; port < r.links; ++port) {
    C104LinkParameters& link = r.per_link[port];
    link.header_bytes = p.processors[0].header_bytes;
    link.external = stream.below(2) == 0;
    link.intervals.push_back({p.processors[0].min_header, IntervalAction::discard, 0, 1});
    for (unsigned n = 0; n < p.processors.size(); ++n) {
      if (p.processors[n].min_header == 0) link.intervals.clear();
      link.intervals.push_back(
          {p.processors[n].max_header + 1, IntervalAction::route, n * links, links});
    }
    p.router_links.push_back(p.links[port % links]);
    p.router_links.back().bit_time = stream.below(4) == 0 ? 11 * nanosecond : 10 * nanosecond;
  }
}

TEST(NetworkLevels, are_equal_for_two_t9000s_on_one_to_four_links) {
  run_networks(16, 800 * microsecond, 1000, false, [](RandomStream& stream, bool errors) {
    return draw_network(stream, 2, 1 + static_cast<unsigned>(stream.below(4)), errors);
  });
}

TEST(NetworkLevels, are_equal_for_two_t9000s_with_errors) {
  run_networks(16, 1000 * microsecond, 100, true, [](RandomStream& stream, bool errors) {
    return draw_network(stream, 2, 1 + static_cast<unsigned>(stream.below(4)), errors);
  });
}

TEST(NetworkLevels, are_equal_for_t9000s_around_a_c104) {
  run_networks(20, 600 * microsecond, 1000, false, [](RandomStream& stream, bool errors) {
    auto p = draw_network(stream, 2 + static_cast<unsigned>(stream.below(4)),
                          1 + static_cast<unsigned>(stream.below(2)), errors);
    add_router(stream, p);
    return p;
  });
}

TEST(NetworkLevels, are_equal_for_t9000s_around_a_c104_with_errors) {
  run_networks(20, 1000 * microsecond, 100, true, [](RandomStream& stream, bool errors) {
    auto p = draw_network(stream, 2 + static_cast<unsigned>(stream.below(4)),
                          1 + static_cast<unsigned>(stream.below(2)), errors);
    add_router(stream, p);
    return p;
  });
}

// One of two links of each processor goes down at times, the other stays in Run.
TEST(NetworkLevels, are_equal_around_a_c104_with_errors_on_some_of_its_links) {
  run_networks(12, 800 * microsecond, 100, true, [](RandomStream& stream, bool errors) {
    auto p = draw_network(stream, 2 + static_cast<unsigned>(stream.below(3)), 2, errors);
    p.links[1].error_interval = 0;
    add_router(stream, p);
    return p;
  });
}

// Of up to some 300 m, another one in each direction; S comes up to a bit later than D. Both ends
// may send time-codes.
void add_cable_and_time_codes(RandomStream& stream, DsLinkParameters& end) {
  end.form = LinkForm::spacewire;
  end.bit_time = 10 * nanosecond;
  if (stream.below(3) != 0) end.delay = 1 + stream.below(1'500'000);
  if (stream.below(2) == 0) end.skew = stream.below(end.bit_time);
  if (stream.below(3) != 0) end.time_code_interval = (1 + stream.below(20'000)) * nanosecond;
}

NetworkParameters draw_all_at_once(RandomStream& stream, bool errors) {
  auto p = draw_network(stream, 2 + static_cast<unsigned>(stream.below(4)),
                        1 + static_cast<unsigned>(stream.below(2)), errors);
  add_router(stream, p);
  for (DsLinkParameters& end : p.links) add_cable_and_time_codes(stream, end);
  for (DsLinkParameters& end : p.router_links) add_cable_and_time_codes(stream, end);
  p.computes = true;
  for (T9000Parameters& t : p.processors) {
    t.time_slice = stream.below(2) * 3 * microsecond;
    t.switch_time = stream.below(2) * 400 * nanosecond;
    t.interrupt_time = stream.below(2) * 700 * nanosecond;
  }
  return p;
}

TEST(NetworkLevels, are_equal_with_cables_time_codes_and_priorities_at_once) {
  run_networks(4, 300 * microsecond, 60, false, draw_all_at_once);
}

TEST(NetworkLevels, are_equal_with_cables_time_codes_priorities_and_errors_at_once) {
  run_networks(4, 300 * microsecond, 20, true, draw_all_at_once);
}

// No randomness but in the messages' lengths: everybody wants the same at the same edges.
TEST(NetworkLevels, are_equal_under_full_load) {
  run_networks(8, 400 * microsecond, 1000, false, [](RandomStream& stream, bool errors) {
    auto p = draw_network(stream, 5, 1, errors);
    for (DsLinkParameters& link : p.links) link.bit_time = 10 * nanosecond;
    p.send_pause = p.receive_pause = 1;
    for (T9000Parameters& t : p.processors) t.clock = 10 * nanosecond;
    add_router(stream, p);
    p.router.clock = 10 * nanosecond;
    p.router.routing_latency = 40 * nanosecond;
    for (DsLinkParameters& link : p.router_links) link.bit_time = 10 * nanosecond;
    return p;
  });
}

}  // namespace
}  // namespace weft::test
