// What the tests of pathways and messages have in common.
#pragma once

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "tests/hw/iwarp_bench.hpp"

namespace weft::test {

using namespace port;

/// An array at one of the levels.
struct IwarpArray : testing::TestWithParam<Level> {
  IwarpBench bench;

  void array(const ArrayShape& shape, const IwarpParameters& cell = {}) {
    build_array(bench, shape, cell, all_at(GetParam()));
  }
  void run(Time duration = 100 * microsecond) {
    bench.run(duration);
    EXPECT_EQ(bench.unfinished(), "");
  }
};

inline constexpr auto first_event =
    events(AgentEvent::pathway_begin, AgentEvent::message_begin, AgentEvent::flying_dutchman,
           AgentEvent::end_of_array, AgentEvent::unclaimed_message, AgentEvent::stray_word);

/// What a program was told and has read.
struct Seen {
  std::vector<AgentStatus> events;
  std::vector<Word> words;

  std::vector<std::uint32_t> data() const {
    std::vector<std::uint32_t> values;
    for (const Word& word : words) {
      if (word.tag == WordTag::data) values.push_back(word.value);
    }
    return values;
  }
};

/// Awaits an event, then reads its channel up to and including a word with this tag.
inline CoroutineProgram::Body receive(Seen& seen, AgentEvent event, WordTag last) {
  return [&seen, event, last](CoroutineProgram& cell) -> ProgramTask {
    const Result arrival = co_await cell(AwaitEvent{events(event)});
    seen.events.push_back(arrival.status);
    co_await cell(BindInput{0, arrival.status.channel});
    do {
      seen.words.push_back((co_await cell(Read{0})).words[0]);
    } while (seen.words.back().tag != last);
  };
}

/// Opens a pathway, sends some data over it and takes it down.
inline CoroutineProgram::Body send(BenchCell& self, Bus bus, const std::vector<HeaderWord>& header,
                                   const std::vector<std::uint32_t>& data, unsigned channel = 0) {
  return [&self, bus, header, data, channel](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(self, channel);
    co_await cell(Acquire{own, bus, header[0].pool});
    co_await cell(SendMarker{own, begin_marker(header[0])});
    for (std::size_t i = 1; i < header.size(); ++i) {
      co_await cell(SendWord{own, encode(header[i])});
    }
    co_await cell(BindOutput{0, own});
    for (const std::uint32_t value : data) co_await cell(Write{0, value});
    co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
  };
}

inline std::vector<std::uint32_t> counting(std::uint32_t count, std::uint32_t from = 0) {
  std::vector<std::uint32_t> values(count);
  std::iota(values.begin(), values.end(), from);
  return values;
}

/// No pathway holds a channel.
inline void expect_free(IwarpBench& bench) {
  for (unsigned n = 0; n < bench.size(); ++n) {
    EXPECT_EQ(bench[n].agent().reserved(), 0U) << "cell " << n;
  }
}

/// The operations that send a message over an open channel; `end` false leaves it open.
inline std::vector<port::Operation> message(unsigned own, std::uint32_t address,
                                            const std::vector<std::uint32_t>& data,
                                            bool end = true) {
  std::vector<port::Operation> operations{SendMarker{own, {address, WordTag::message_begin}}};
  for (const std::uint32_t value : data) operations.emplace_back(SendWord{own, value});
  if (end) operations.emplace_back(SendMarker{own, {0, WordTag::message_end}});
  return operations;
}

/// The begin marker of a pathway straight on.
inline port::Operation open_marker(unsigned own, unsigned destination) {
  return SendMarker{own, begin_marker({.address = destination})};
}

}  // namespace weft::test
