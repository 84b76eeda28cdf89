// Timetables of one phase, held against those made by hand and the best of all.
#include "platforms/conset/scheduler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "hw/common/random.hpp"
#include "tests/platforms/conset/support.hpp"

namespace weft::conset {
namespace {

std::vector<std::uint64_t> starts(const CellGraph& graph, const ConnectionSet& set,
                                  unsigned clocks_per_word = 1, unsigned at_once = 2) {
  const std::vector<Slot> slots =
      schedule_phase(graph, set, Precedence(set), set.steps.front(), {clocks_per_word, at_once});
  std::vector<std::uint64_t> starts;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    EXPECT_EQ(slots[i].clocks, set.connections[i].words * clocks_per_word);
    starts.push_back(slots[i].start);
  }
  return starts;
}

ConnectionSet with_words(ConnectionSet set, const std::vector<std::uint64_t>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) set.connections[i].words = words[i];
  return set;
}

using Starts = std::vector<std::uint64_t>;

TEST(ConsetScheduler, a_cell_sends_over_one_connection_at_a_time_the_longest_first) {
  const CellGraph graph = graph_of("mesh", "4x1");
  EXPECT_EQ(starts(graph, with_words(set_of({{0, 1}, {0, 2}, {0, 3}}), {5, 7, 6})),
            (Starts{13, 0, 7}));
}

TEST(ConsetScheduler, a_cell_receives_over_one_connection_at_a_time_the_longest_first) {
  const CellGraph graph = graph_of("mesh", "4x1");
  EXPECT_EQ(starts(graph, with_words(set_of({{1, 0}, {2, 0}, {3, 0}}), {5, 7, 6})),
            (Starts{13, 0, 7}));
}

TEST(ConsetScheduler, a_cell_sends_and_receives_at_the_same_time) {
  const CellGraph graph = graph_of("mesh", "4x1");
  EXPECT_EQ(starts(graph, with_words(set_of({{0, 1}, {1, 0}}), {5, 7})), (Starts{0, 0}));
}

// 4.4.2: the machine model says how many connections are used simultaneously.
TEST(ConsetScheduler, a_cell_sends_and_receives_in_turn_where_it_uses_one_connection_at_once) {
  const CellGraph graph = graph_of("mesh", "4x1");
  const ConnectionSet set = with_words(set_of({{0, 1}, {1, 0}, {2, 3}}), {5, 7, 4});
  EXPECT_EQ(starts(graph, set, 1, 1), (Starts{7, 0, 0}));
}

TEST(ConsetScheduler, a_word_takes_as_many_clocks_as_it_is_told) {
  const CellGraph graph = graph_of("mesh", "4x1");
  EXPECT_EQ(starts(graph, with_words(set_of({{0, 1}, {0, 2}}), {9, 5}), 10), (Starts{0, 90}));
}

// The cell with the greatest MIN_TIME is served first: 2, which has 10 clocks to receive.
TEST(ConsetScheduler, the_cell_with_the_most_to_do_comes_first) {
  const CellGraph graph = graph_of("mesh", "4x1");
  EXPECT_EQ(starts(graph, with_words(set_of({{0, 1}, {0, 2}, {3, 2}}), {3, 4, 6})),
            (Starts{0, 6, 0}));
}

// Cell 0 has the most to do, and sends 9 and 2 words in its gaps' order: the last goes before what
// waits for cell 2.
TEST(ConsetScheduler, a_gap_that_is_long_enough_is_filled) {
  const CellGraph graph = graph_of("mesh", "4x1");
  EXPECT_EQ(starts(graph, with_words(set_of({{1, 2}, {0, 2}, {0, 3}}), {10, 5, 4})),
            (Starts{0, 10, 0}));
}

TEST(ConsetScheduler, connections_wait_for_those_before_them) {
  const CellGraph graph = graph_of("mesh", "4x1");
  ConnectionSet set = with_words(set_of({{0, 1}, {2, 3}, {1, 0}, {3, 2}}), {5, 7, 3, 3});
  set.order = {{{2, 3}, {0, 1}, {}}};
  EXPECT_EQ(starts(graph, set), (Starts{3, 3, 0, 0}));
}

TEST(ConsetScheduler, connections_of_other_phases_hold_nobody_up) {
  const CellGraph graph = graph_of("mesh", "4x1");
  ConnectionSet set = set_of({{0, 1}, {2, 3}});
  set.order = {{{1}, {0}, {}}};
  EXPECT_EQ(schedule_phase(graph, set, Precedence(set), {0}, {}).front().start, 0U);
}

// The least of all orders in which connections can be put one by one where they first fit.
std::uint64_t best_length(const ConnectionSet& set) {
  std::vector<std::size_t> order(set.connections.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint64_t best = never;
  do {
    std::map<unsigned, std::uint64_t> sends;
    std::map<unsigned, std::uint64_t> receives;
    std::uint64_t length = 0;
    for (const std::size_t i : order) {
      const Connection& one = set.connections[i];
      const std::uint64_t end = std::max(sends[one.from], receives[one.to]) + one.words;
      sends[one.from] = receives[one.to] = end;
      length = std::max(length, end);
    }
    best = std::min(best, length);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(ConsetScheduler, is_seldom_far_from_the_best_of_all_timetables) {
  const CellGraph graph = graph_of("mesh", "4x1");
  RandomStream random(3, "timetables");
  unsigned best = 0;
  constexpr unsigned sets = 100;
  for (unsigned n = 0; n < sets; ++n) {
    std::vector<std::pair<unsigned, unsigned>> pairs;
    std::vector<std::uint64_t> words;
    while (pairs.size() < 6) {
      const auto from = static_cast<unsigned>(random.below(4));
      const auto to = static_cast<unsigned>(random.below(4));
      if (from == to) continue;
      pairs.emplace_back(from, to);
      words.push_back(1 + random.below(20));
    }
    const ConnectionSet set = with_words(set_of(pairs), words);
    const Starts at = starts(graph, set);
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < at.size(); ++i) length = std::max(length, at[i] + words[i]);
    const std::uint64_t least = best_length(set);
    EXPECT_GE(length, least);
    EXPECT_LE(length, 2 * least);
    best += length == least ? 1 : 0;
  }
  EXPECT_GE(best, 70U);
}

}  // namespace
}  // namespace weft::conset
