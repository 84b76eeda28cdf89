// A thousand switches of communication contexts, each saved and loaded by its registers, while
// pathways that headers opened go on over other channels: every word of the connections and of the
// pathways is compared.
#include <deque>

#include "hw/iwarp/channel_context.hpp"
#include "tests/hw/iwarp_context_traffic.hpp"
#include "tests/hw/iwarp_pathway_support.hpp"

namespace weft::test {
namespace {

constexpr unsigned context_switches = 1'000;
constexpr unsigned context_phases = 6;
constexpr unsigned most_connection_words =
    6;  // of a connection in a phase: they have room in one queue

/// A pathway that nothing but a context makes.
struct Connection {
  unsigned from = 0;
  unsigned own = 0;  // input channel of the source
  unsigned to = 0;
  unsigned input = 0;  // of the destination
  std::uint32_t sent = 0;
  std::uint32_t received = 0;
};

/// Sets of connections in a ring of cells, over the channels of pool 0, and the contexts that make
/// them.
class ConnectionSets {
 public:
  ConnectionSets(unsigned cells, const ChannelMap& map) : cells_(cells), map_(map) {
    for (unsigned phase = 0; phase < context_phases; ++phase) {
      contexts_.emplace_back(cells);
      for (Context& context : contexts_.back()) {
        for (unsigned input = 0; input < map.inputs; ++input) {
          const bool own = (map.own >> input & 1U) != 0;
          context.inputs[input].mode = own ? ChannelMode::own : ChannelMode::idle;
        }
      }
      connections_.emplace_back();
      for (unsigned cell = 0; cell < cells; ++cell) {
        for (unsigned number = 0; number < 2; ++number) connect(phase, cell, first_own() + number);
      }
    }
  }

  std::vector<Connection>& connections(unsigned phase) { return connections_[phase]; }
  unsigned first_own() const { return static_cast<unsigned>(std::countr_zero(map_.own)); }
  /// Channels of the contexts; others belong to the pathways that headers open.
  ChannelSet inputs() const {
    ChannelSet set = bit(first_own()) | bit(first_own() + 1);
    for (const Bus bus : all_busses) set |= 3U << map_.first_input[index_of(bus)];
    return set;
  }
  ChannelSet outputs() const {
    ChannelSet set = 0;
    for (const Bus bus : all_busses) set |= 3U << map_.first_output[index_of(bus)];
    return set;
  }
  /// As it lies in memory.
  std::vector<std::uint32_t> words(unsigned phase, unsigned cell) const {
    const Context& context = contexts_[phase][cell];
    std::vector<std::uint32_t> words;
    for (ContextRegisters left(inputs(), outputs()); !left.empty();) {
      const auto [of_input, channel] = left.take();
      words.push_back(of_input ? place_of_input(map_, channel) | encode(context.inputs[channel])
                               : place_of_output(map_, channel) | encode(context.outputs[channel]));
    }
    return words;
  }

 private:
  struct Context {
    std::array<InputContext, most_channels> inputs{};
    std::array<OutputContext, most_channels> outputs{};
  };

  // One or two cells on, to the right or to the left, if there are channels.
  void connect(unsigned phase, unsigned from, unsigned own) {
    if (random_.below(4) == 0) return;
    const Bus bus = random_.below(2) == 0 ? Bus::x_right : Bus::x_left;
    const unsigned step = bus == Bus::x_right ? 1 : cells_ - 1;
    const unsigned hops = 1 + static_cast<unsigned>(random_.below(2));
    const std::vector<Context> before = contexts_[phase];
    unsigned cell = from;
    unsigned input = own;
    for (unsigned hop = 0; hop < hops; ++hop) {
      Context& context = contexts_[phase][cell];
      const unsigned first = map_.first_output[index_of(bus)];
      auto number = static_cast<unsigned>(random_.below(2));
      if (context.outputs[first + number].reserved) number = 1 - number;
      if (context.outputs[first + number].reserved) {
        contexts_[phase] = before;
        return;
      }
      context.outputs[first + number].reserved = true;
      context.inputs[input].mode = ChannelMode::linked;
      context.inputs[input].output = static_cast<int>(first + number);
      cell = (cell + step) % cells_;
      input = map_.first_input[index_of(opposite(bus))] + number;
    }
    contexts_[phase][cell].inputs[input].mode = ChannelMode::here;
    connections_[phase].push_back({from, own, cell, input});
  }

  unsigned cells_;
  ChannelMap map_;
  RandomStream random_{3, "connections"};
  std::vector<std::vector<Context>> contexts_;  // by phase and cell
  std::vector<std::vector<Connection>> connections_;
};

/// All cells wait for each other, as by a barrier of other hardware.
class Meeting {
 public:
  explicit Meeting(unsigned cells) : cells_(cells) {}
  void arrive() { ++arrived_; }
  /// All have arrived `times` times.
  bool over(std::uint64_t times) const { return arrived_ >= times * cells_; }

 private:
  unsigned cells_;
  std::uint64_t arrived_ = 0;
};

struct IwarpContextSwitch : IwarpArray {};

INSTANTIATE_TEST_SUITE_P(At, IwarpContextSwitch, testing::ValuesIn(cell_levels()), level_name);

TEST_P(IwarpContextSwitch, a_thousand_lose_double_and_reorder_nothing_under_random_traffic) {
  constexpr unsigned cells = 3;
  array({cells, 1, true});
  ConnectionSets sets(cells, bench[0].agent().channels());
  Meeting meeting(cells);
  RandomStream plan(11, "plan");
  std::vector<unsigned> phase_of;
  std::vector<std::vector<unsigned>> counts;  // words of each connection, by round
  for (unsigned round = 0; round <= context_switches; ++round) {
    phase_of.push_back(static_cast<unsigned>(plan.below(context_phases)));
    counts.emplace_back();
    for (std::size_t i = 0; i < sets.connections(phase_of.back()).size(); ++i) {
      counts.back().push_back(static_cast<unsigned>(plan.below(most_connection_words + 1)));
    }
  }
  PathwayRecord pathways;
  std::deque<PathwayClient> clients;
  std::uint64_t compared = 0;
  std::uint64_t frozen_words = 0;
  const unsigned own = sets.first_own();
  const ChannelSet others = ~sets.inputs() & ~bench[0].agent().channels().own &
                            (bit(bench[0].agent().channels().inputs) - 1);
  const auto value = [](unsigned phase, std::size_t connection, std::uint32_t count) {
    return phase << 28 | static_cast<std::uint32_t>(connection) << 24 | count;
  };
  for (unsigned n = 0; n < cells; ++n) {
    for (unsigned phase = 0; phase < context_phases; ++phase) {
      ASSERT_TRUE(bench[n].core().memory().preset(0x1000 * phase, sets.words(phase, n)));
    }
    clients.emplace_back(bench[n], cells, std::array{own + 2, own + 3}, others, 1, pathways);
    bench.program(n, [&, n](CoroutineProgram& cell) -> ProgramTask {
      RandomStream random(5, fmt::format("cell{}", n));
      std::uint64_t meetings = 0;
      for (unsigned round = 0; round <= context_switches; ++round) {
        const unsigned phase = phase_of[round];
        co_await cell(Freeze{});
        for (ChannelSet left = others; left != 0; left &= left - 1) {
          frozen_words +=
              bench[n].agent().queue_level(static_cast<unsigned>(std::countr_zero(left)));
        }
        if (round != 0) {
          co_await cell(SaveContext{sets.inputs(), sets.outputs(), 0x1000 * phase_of[round - 1]});
        }
        co_await cell(LoadContext{sets.inputs(), sets.outputs(), 0x1000 * phase});
        co_await cell(Wake{});
        meeting.arrive();
        for (++meetings; !meeting.over(meetings);) co_await cell(Compute{1 + random.below(4)});
        std::vector<Connection>& connections = sets.connections(phase);
        for (std::size_t i = 0; i < connections.size(); ++i) {
          Connection& connection = connections[i];
          if (connection.from != n) continue;
          co_await cell(BindOutput{0, connection.own});
          for (unsigned left = counts[round][i]; left != 0; --left) {
            co_await cell(Write{0, value(phase, i, connection.sent++)});
          }
        }
        for (std::size_t i = 0; i < connections.size(); ++i) {
          Connection& connection = connections[i];
          if (connection.to != n) continue;
          co_await cell(BindInput{0, connection.input});
          for (unsigned left = counts[round][i]; left != 0; --left) {
            const Result result = co_await cell(Read{0});
            EXPECT_EQ(result.words[0], (Word{value(phase, i, connection.received++)}));
            ++compared;
          }
        }
        meeting.arrive();
        for (++meetings; !meeting.over(meetings);) co_await cell(Compute{1 + random.below(4)});
      }
      clients[n].stop();
    });
  }
  for (unsigned i = 0; i < 40 && !bench.unfinished().empty(); ++i) bench.run(1'000 * microsecond);
  run(200 * microsecond);
  EXPECT_GT(compared, 10'000U);
  EXPECT_EQ(pathways.wrong, 0U);
  EXPECT_EQ(pathways.received, pathways.sent);
  EXPECT_GT(pathways.words, 10'000U);
  EXPECT_GT(frozen_words, context_switches);  // of pathways under way when an agent was frozen
  for (unsigned n = 0; n < cells; ++n) {
    for (unsigned input = 0; input < bench[n].agent().channels().inputs; ++input) {
      EXPECT_EQ(bench[n].agent().thrown_away(input), ThrownAway{}) << "cell " << n;
    }
  }
}

}  // namespace
}  // namespace weft::test
