// The same programs on iWarp cells at several levels, and with levels mixed.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/tlm/iwarp_traffic.hpp"

namespace weft::test {

inline std::string text(const WordEvent& event) {
  return fmt::format("{} channel {} {} {:08x}", event.begin, event.channel, name_of(event.word.tag),
                     event.word.value);
}
inline std::string text(const DequeueEvent& event) {
  return fmt::format("{} channel {} dequeued", event.begin, event.channel);
}

/// Fails with the first event that differs.
template <class Event>
void expect_same(const std::vector<Event>& one, const std::vector<Event>& other,
                 const std::string& where) {
  if (one == other) return;
  std::size_t i = 0;
  while (i < one.size() && i < other.size() && one[i] == other[i]) ++i;
  ADD_FAILURE() << where << ": " << one.size() << " and " << other.size()
                << " events, equal but for number " << i << ": "
                << (i < one.size() ? text(one[i]) : "none") << " | "
                << (i < other.size() ? text(other[i]) : "none");
}

/// Without those that began too late to end before the end of the run: at rtl a signal is reported
/// in its last phase.
inline std::vector<DequeueEvent> ended(std::vector<DequeueEvent> events, Time word, Time end) {
  while (!events.empty() && events.back().begin + word > end) events.pop_back();
  return events;
}

/// Arrays by their names.
using ArrayLevels = std::vector<std::pair<std::string, Levels>>;

inline const ArrayLevels& signal_and_word() {
  static const ArrayLevels arrays{
      {"signal", all_at(Level::signal)}, {"word", all_at(Level::word)}, {"mixed", alternating}};
  return arrays;
}

/// Makes arrays of the same cells at these levels, lets `prepare(bench)` put on each what is to
/// run, runs them all, and compares what went over their busses, word by word and dequeue signal by
/// dequeue signal; the number of words on all busses of one of them.
template <class Prepare>
std::size_t expect_equal_busses(std::deque<IwarpBench>& benches, const ArrayShape& shape,
                                const IwarpParameters& cell, const std::string& name, Time duration,
                                const ArrayLevels& arrays, Prepare prepare) {
  for (const auto& [level, levels] : arrays) {
    IwarpBench& bench = benches.emplace_back(level, cell.clock / 2);
    build_array(bench, shape, cell, levels);
    prepare(bench);
  }
  IwarpBench::run(duration);
  std::size_t words = 0;
  IwarpBench& reference = benches[0];
  for (unsigned n = 0; n < reference.size(); ++n) {
    for (const Bus bus : all_busses) {
      const auto& sent = reference[n].sent(bus);
      words += sent.size();
      for (unsigned b = 1; b < benches.size(); ++b) {
        const std::string where = fmt::format("{}, {} and {}, cell {}, {}", name, arrays[0].first,
                                              arrays[b].first, n, name_of(bus));
        expect_same(sent, benches[b][n].sent(bus), where);
        const unsigned number = index_of(bus);
        expect_same(ended(reference[n].dequeues[number].events, word_time(cell), duration),
                    ended(benches[b][n].dequeues[number].events, word_time(cell), duration), where);
      }
    }
  }
  return words;
}

/// With programs that open pathways and send messages.
inline std::size_t expect_equal_levels(const ArrayShape& shape, const IwarpParameters& cell,
                                       std::uint64_t seed, Time duration,
                                       const ArrayLevels& arrays = signal_and_word()) {
  const Traffic traffic(shape, seed);
  std::deque<IwarpBench> benches;
  const std::size_t words = expect_equal_busses(benches, shape, cell, fmt::format("seed {}", seed),
                                                duration, arrays, [&](IwarpBench& bench) {
                                                  for (unsigned n = 0; n < bench.size(); ++n)
                                                    bench.program(n, traffic.program(bench[n], n));
                                                });
  for (unsigned n = 0; n < benches[0].size(); ++n) {
    EXPECT_EQ(benches[0][n].core().computation().fault(), "") << "cell " << n;
  }
  return words;
}

}  // namespace weft::test
