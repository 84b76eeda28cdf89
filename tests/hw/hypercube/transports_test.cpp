// Section 3: what links, cut-through and routing are worth to messages that are carried whole. Its
// workload is not known: here it is that of section 6 on a smaller cube, with lengths and loads
// that were chosen before anything was compared. Loads are those of links in both directions; with
// unidirectional ones they are twice as high.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/random.hpp"
#include "tests/hw/hypercube/switch_bench.hpp"

namespace weft {
namespace {

constexpr double light = 1.0 / 18;  // the lightest of section 6
constexpr double moderate = 0.2;
constexpr double heavy = 0.4;
constexpr double overload = 1;  // far above what links carry
constexpr unsigned lengths[] = {64, 512, 8192};

constexpr HypercubeTransport all_whole[] = {
    HypercubeTransport::datagram, HypercubeTransport::cut_through, HypercubeTransport::circuit};

struct Study {
  HypercubeTransport transport = HypercubeTransport::datagram;
  HypercubeLinks links = HypercubeLinks::unidirectional;
  HypercubeRouting routing = HypercubeRouting::fixed;
  unsigned degree = 4;
  unsigned messages = 40;  // of each node
};

struct Found {
  double mean = 0;  // ticks to the last byte
  std::uint64_t most_stored = 0;
  std::uint64_t longest = 0;
};

/// Runs until all messages are there, and has seen that they are.
Found found(const Study& study, unsigned mean_bytes, double load) {
  HypercubeChipParameters parameters = SwitchBench::ticks(study.degree, study.transport);
  parameters.links = study.links;
  parameters.routing = study.routing;
  parameters.precedence = HypercubePrecedence::creation;
  SwitchBench bench(parameters);
  struct Message {
    Time at;
    unsigned from, to, bytes;
    std::uint16_t number;
  };
  std::vector<Message> messages;
  const auto interval = static_cast<std::uint64_t>(mean_bytes / load);
  const auto deviation = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(interval) / 2));
  const unsigned nodes = 1u << study.degree;
  for (unsigned from = 0; from < nodes; ++from) {
    RandomStream random(1, "node " + std::to_string(from));
    Time at = 0;
    for (unsigned number = 0; number < study.messages; ++number) {
      at += std::max<Time>(random.normal(interval, deviation), 1);
      auto to = static_cast<unsigned>(random.below(nodes - 1));
      if (to >= from) ++to;
      messages.push_back({at, from, to, static_cast<unsigned>(random.exponential(mean_bytes)),
                          static_cast<std::uint16_t>(number)});
    }
  }
  std::stable_sort(messages.begin(), messages.end(),
                   [](const Message& a, const Message& b) { return a.at < b.at; });
  std::map<std::pair<unsigned, unsigned>, Time> sent;
  Found result;
  for (const Message& message : messages) {
    bench.run(message.at);
    bench.send(message.from, message.to, message.bytes, message.number);
    sent[{message.from, message.number}] = message.at;
    result.longest = std::max<std::uint64_t>(result.longest, message.bytes);
  }
  bench.run();
  EXPECT_EQ(bench.arrivals().size(), messages.size());
  for (const CubeArrival& one : bench.arrivals()) {
    result.mean += static_cast<double>(one.last - sent[{one.source, one.type}]);
  }
  result.mean /= static_cast<double>(messages.size());
  for (unsigned node = 0; node < nodes; ++node) {
    const std::uint64_t stored = bench.core(node).message_counters().most_stored;
    result.most_stored = std::max(result.most_stored, stored);
  }
  return result;
}

/// Of a time, when `better` replaces `base`.
double share(const Study& better, const Study& base, unsigned bytes, double load) {
  return found(better, bytes, load).mean / found(base, bytes, load).mean;
}

constexpr auto bidirectional = HypercubeLinks::bidirectional;
constexpr auto unidirectional = HypercubeLinks::unidirectional;
constexpr auto adaptive = HypercubeRouting::adaptive;

TEST(HypercubeTransports, bidirectional_links_gain_most_at_moderate_to_heavy_load) {
  for (const HypercubeTransport transport : all_whole) {
    for (const unsigned bytes : lengths) {
      const auto by_links = [&](double load) {
        return share({transport, bidirectional}, {transport, unidirectional}, bytes, load);
      };
      EXPECT_LT(by_links(light), 0.97) << bytes;
      EXPECT_LT(by_links(moderate), by_links(light)) << bytes;
      EXPECT_LT(by_links(heavy), by_links(light)) << bytes;
    }
  }
}

// They gain more than adaptive routing does.
TEST(HypercubeTransports, adaptive_routing_gains_much_less_than_bidirectional_links) {
  for (const HypercubeTransport transport :
       {HypercubeTransport::datagram, HypercubeTransport::cut_through}) {
    for (const unsigned bytes : lengths) {
      for (const double load : {moderate, heavy}) {
        const Study base{transport, unidirectional};
        const double by_routing =
            1 - share({transport, unidirectional, adaptive}, base, bytes, load);
        const double by_links = 1 - share({transport, bidirectional}, base, bytes, load);
        EXPECT_GT(by_routing, 0) << bytes;
        EXPECT_LT(by_routing, by_links) << bytes;
      }
    }
  }
}

TEST(HypercubeTransports, adaptive_routing_and_bidirectional_links_gain_most_together) {
  for (const HypercubeTransport transport :
       {HypercubeTransport::datagram, HypercubeTransport::cut_through}) {
    for (const unsigned bytes : lengths) {
      for (const double load : {light, moderate, heavy}) {
        const double together = found({transport, bidirectional, adaptive}, bytes, load).mean;
        EXPECT_LT(together, found({transport, bidirectional}, bytes, load).mean) << bytes;
        EXPECT_LT(together, found({transport, unidirectional, adaptive}, bytes, load).mean);
      }
    }
  }
}

TEST(HypercubeTransports, cut_through_gains_much_but_in_the_heaviest_traffic) {
  for (const unsigned bytes : lengths) {
    const auto by_cutting = [bytes](double load) {
      return share({HypercubeTransport::cut_through}, {HypercubeTransport::datagram}, bytes, load);
    };
    EXPECT_LT(by_cutting(light), 0.75) << bytes;
    EXPECT_LT(by_cutting(moderate), 0.75) << bytes;
    EXPECT_GT(by_cutting(overload), 0.9) << bytes;
  }
}

// The paper has them lose for small messages at light load too.
TEST(HypercubeTransports, adaptive_circuits_lose_under_heavy_load) {
  for (const unsigned bytes : lengths) {
    EXPECT_GT(share({HypercubeTransport::circuit, unidirectional, adaptive},
                    {HypercubeTransport::circuit, unidirectional}, bytes, heavy),
              1)
        << bytes;
  }
}

// Beyond what they carry the time of circuits grows, that of datagrams less.
TEST(HypercubeTransports, circuits_do_not_degrade_gracefully) {
  for (const unsigned bytes : lengths) {
    const auto grows = [bytes](HypercubeTransport transport) {
      return found({transport}, bytes, heavy).mean / found({transport}, bytes, light).mean;
    };
    EXPECT_GT(grows(HypercubeTransport::circuit), 1.5 * grows(HypercubeTransport::datagram));
  }
}

// Published: about 100 KB at light load to above 200 KB, for messages of 8192 bytes. As in section
// 6: degree 6.
TEST(HypercubeTransports, datagrams_need_buffers_of_100_to_200_kilobytes) {
  const Study study{HypercubeTransport::datagram, unidirectional, HypercubeRouting::fixed, 6, 100};
  const Found at_light = found(study, 8192, light);
  EXPECT_NEAR(static_cast<double>(at_light.most_stored), 100'000, 50'000);
  const Found at_heavy = found(study, 8192, heavy);
  EXPECT_GT(at_heavy.most_stored, 200'000U);
  EXPECT_GT(at_heavy.most_stored, 3 * at_heavy.longest);
}

}  // namespace
}  // namespace weft
