// Spooling between queues and memory (paper, section 7.2), and memory behind a TLM-2.0 socket.
#include <cstring>
#include <numeric>

#include <gtest/gtest.h>
#include <tlm_utils/simple_target_socket.h>

#include "tests/hw/iwarp_bench.hpp"
#include "tlm/memory/base_protocol_checker.hpp"

namespace weft::test {
namespace {

using namespace port;

constexpr auto spool_ends = events(AgentEvent::spool_end, AgentEvent::spool_error);

struct IwarpMemory : testing::TestWithParam<Level> {
  IwarpBench bench;

  void line(unsigned cells) { build_array(bench, {cells, 1, false}, {}, all_at(GetParam())); }
  void run(Time duration = 200 * microsecond) {
    bench.run(duration);
    EXPECT_EQ(bench.unfinished(), "");
  }
  unsigned arriving(unsigned cell) {
    return bench[cell].agent().channels().first_input[index_of(Bus::x_left)];
  }

  /// Cell 0 opens a pathway to cell 1 and sends a message of words 100, 101, ...
  void send(std::uint32_t words, std::uint64_t pause = 0) {
    bench.program(0, [this, words, pause](CoroutineProgram& cell) -> ProgramTask {
      const unsigned own = own_channel(bench[0]);
      co_await cell(Acquire{own, Bus::x_right, 0});
      co_await cell(SendMarker{own, begin_marker({.address = 1})});
      co_await cell(SendMarker{own, {1, WordTag::message_begin}});
      for (std::uint32_t n = 0; n < words; ++n) {
        if (pause != 0) co_await cell(Compute{pause});
        co_await cell(SendWord{own, 100 + n});
      }
      co_await cell(SendMarker{own, {0, WordTag::message_end}});
    });
  }
};

INSTANTIATE_TEST_SUITE_P(At, IwarpMemory, testing::ValuesIn(cell_levels()), level_name);

std::vector<std::uint32_t> words_from(std::uint32_t count, std::uint32_t from) {
  std::vector<std::uint32_t> values(count);
  std::iota(values.begin(), values.end(), from);
  return values;
}

/// What a program found in memory.
struct Stored {
  AgentStatus status;
  std::vector<std::uint32_t> values;
  Time ended = 0;
};

/// Spools the first message to arrive into memory at an address, then reads words from there.
CoroutineProgram::Body spool_in(SpoolSettings settings, Stored& stored, std::uint32_t words) {
  return [=, &stored](CoroutineProgram& cell) mutable -> ProgramTask {
    const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    settings.channel = arrival.status.channel;
    co_await cell(BindInput{0, settings.channel});
    co_await cell(Read{0});
    co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
    co_await cell(Read{0});
    co_await cell(StartSpool{3, settings});
    stored.status = (co_await cell(AwaitEvent{spool_ends})).status;
    stored.ended = cell.now;
    for (std::uint32_t n = 0; n < words; ++n) {
      stored.values.push_back((co_await cell(Load{settings.address + 4 * n})).words[0].value);
    }
  };
}

TEST_P(IwarpMemory, a_message_is_spooled_into_memory_up_to_its_end_marker) {
  line(2);
  send(21);
  Stored stored;
  bench.program(1, spool_in({.address = 0x1000, .limit = 0x2000, .until_end = true}, stored, 22));
  run();
  EXPECT_EQ(stored.status.event, AgentEvent::spool_end);
  EXPECT_EQ(stored.status.channel, 3U);  // the gate
  std::vector<std::uint32_t> expected = words_from(21, 100);
  expected.push_back(0);  // the end marker is not stored
  EXPECT_EQ(stored.values, expected);
  EXPECT_EQ(bench[1].agent().queue_level(arriving(1)), 0U);
}

TEST_P(IwarpMemory, a_counter_ends_a_spool_and_leaves_the_rest_in_the_queue) {
  line(2);
  send(21);
  Stored stored;
  bench.program(1, spool_in({.address = 0x1004, .limit = 0x2000, .words = 7}, stored, 8));
  run();
  std::vector<std::uint32_t> expected = words_from(7, 100);
  expected.push_back(0);
  EXPECT_EQ(stored.values, expected);
  EXPECT_EQ(bench[1].agent().head(arriving(1)).value, 107U);
}

TEST_P(IwarpMemory, nothing_is_written_past_the_limit) {
  line(2);
  send(12);
  Stored stored;
  bench.program(1, spool_in({.address = 0x1000, .limit = 0x1014, .until_end = true}, stored, 6));
  run();
  EXPECT_EQ(stored.status.event, AgentEvent::spool_error);
  std::vector<std::uint32_t> expected = words_from(5, 100);
  expected.push_back(0);
  EXPECT_EQ(stored.values, expected);
  EXPECT_EQ(bench[1].agent().head(arriving(1)).value, 105U);
}

TEST_P(IwarpMemory, a_spool_stops_where_there_is_no_memory) {
  line(2);
  send(10);
  Stored stored;
  bench.program(
      1, spool_in({.address = 0x80000 - 8, .limit = 0xffff0000, .until_end = true}, stored, 2));
  run();
  EXPECT_EQ(stored.status.event, AgentEvent::spool_error);
  EXPECT_EQ(stored.values, words_from(2, 100));
  EXPECT_EQ(bench[1].agent().head(arriving(1)).value, 102U);
}

TEST_P(IwarpMemory, a_message_is_spooled_out_of_memory) {
  line(2);
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned own = own_channel(bench[0]);
    for (std::uint32_t n = 0; n < 31; ++n) co_await cell(Store{0x204 + 4 * n, 500 + n});
    co_await cell(Acquire{own, Bus::x_right, 0});
    co_await cell(SendMarker{own, begin_marker({.address = 1})});
    co_await cell(StartSpool{0,
                             {.direction = SpoolDirection::from_memory,
                              .channel = own,
                              .address = 0x204,
                              .limit = 0x1000,
                              .words = 31}});
    co_await cell(AwaitEvent{spool_ends});
    co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
  });
  std::vector<std::uint32_t> values;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    co_await cell(BindInput{0, arriving(1)});
    co_await cell(Read{0});
    for (Word word; word.tag != WordTag::pathway_end;) {
      word = (co_await cell(Read{0})).words[0];
      if (word.tag == WordTag::data) values.push_back(word.value);
    }
  });
  run();
  EXPECT_EQ(values, words_from(31, 500));
  // Memory is four times as fast as the bus.
  const std::vector<Time> times = times_of(bench[0].sent(Bus::x_right), WordTag::data);
  EXPECT_EQ(times.back() - times[4], 26 * word_on_bus);
}

TEST_P(IwarpMemory, one_spool_at_full_rate_takes_a_quarter_of_the_memory_bandwidth) {
  line(2);
  send(2000);
  std::uint64_t loads = 0, clocks = 0;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    co_await cell(BindInput{0, arriving(1)});
    co_await cell(Read{0});
    co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
    co_await cell(Read{0});
    co_await cell(StartSpool{
        0, {.channel = arriving(1), .address = 0x1000, .limit = 0x10000, .until_end = true}});
    co_await cell(Compute{100});  // until the queue is empty and words come at 40 MB/s
    const Time begin = cell.now;
    for (; loads < 1500; ++loads) co_await cell(Load{0});
    clocks = (cell.now - begin) / one_clock;
  });
  run();
  EXPECT_EQ(clocks, 2000U);  // of 2000 clocks the program had the memory in 1500
}

TEST_P(IwarpMemory, several_spools_share_the_bus_by_double_words) {
  line(1);
  // Three own channels, filled by the gates, are emptied into memory; a fourth comes out of it.
  Time ended = 0;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    for (std::uint32_t n = 0; n < 8; ++n) {
      for (unsigned c = 0; c < 3; ++c)
        co_await cell(SendWord{own_channel(bench[0], c), 10 * c + n});
    }
    for (unsigned c = 0; c < 3; ++c) {
      co_await cell(StartSpool{c,
                               {.channel = own_channel(bench[0], c),
                                .address = 0x100 * (c + 1),
                                .limit = 0x1000,
                                .words = 8}});
    }
    for (int i = 0; i < 3; ++i) co_await cell(AwaitEvent{spool_ends});
    ended = cell.now;
    for (unsigned c = 0; c < 3; ++c) {
      for (std::uint32_t n = 0; n < 8; ++n) {
        const Result result = co_await cell(Load{0x100 * (c + 1) + 4 * n});
        EXPECT_EQ(result.words[0].value, 10 * c + n);
      }
    }
  });
  run();
  EXPECT_EQ(bench[0].core().memory().stolen(), 12U);  // 24 words in double words
  EXPECT_LT(ended, 5 * microsecond);
}

TEST_P(IwarpMemory, a_queue_goes_on_in_memory_while_its_tail_still_arrives) {
  line(2);
  constexpr std::uint32_t words = 300;
  send(words);
  std::vector<std::uint32_t> values;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned in = arriving(1), own = own_channel(bench[1]);
    co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    co_await cell(BindInput{0, in});
    co_await cell(Read{0});
    co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
    co_await cell(Read{0});
    co_await cell(
        StartSpool{0, {.channel = in, .address = 0x1000, .limit = 0x10000, .until_end = true}});
    co_await cell(StartSpool{1,
                             {.direction = SpoolDirection::from_memory,
                              .channel = own,
                              .address = 0x1000,
                              .limit = 0x10000,
                              .follows = 0}});
    co_await cell(BindInput{0, own});  // the program reads as before
    for (std::uint32_t n = 0; n < 20; ++n) {
      values.push_back((co_await cell(Read{0})).words[0].value);
    }
    co_await cell(Compute{1000});  // meanwhile the rest is taken into memory
    for (std::uint32_t n = 20; n < words; ++n) {
      values.push_back((co_await cell(Read{0})).words[0].value);
    }
    co_await cell(AwaitEvent{spool_ends});
    co_await cell(AwaitEvent{spool_ends});
  });
  run();
  EXPECT_EQ(values, words_from(words, 100));
  // The sender never waited: 8 words of queue would have stopped it.
  const std::vector<Time> times = times_of(bench[0].sent(Bus::x_right), WordTag::data);
  EXPECT_LE(times.back() - times.front(), (words - 1) * word_on_bus + microsecond);
}

// A ring of some words in memory, and a stream that is much longer. It begins at an odd word.
TEST_P(IwarpMemory, a_queue_in_memory_goes_round_for_a_stream_of_any_length) {
  constexpr std::uint32_t words = 600;
  constexpr std::uint32_t begin = 0x1004;
  const std::vector<std::uint32_t> sizes{1, 2, 3, 8, 17};
  build_array(bench, {2 * static_cast<unsigned>(sizes.size()), 1, false}, {}, all_at(GetParam()));
  std::vector<std::vector<std::uint32_t>> values(sizes.size());
  for (unsigned i = 0; i < sizes.size(); ++i) {
    const unsigned to = 2 * i + 1;
    bench.program(2 * i, [this, i, to](CoroutineProgram& cell) -> ProgramTask {
      const unsigned own = own_channel(bench[2 * i]);
      co_await cell(Acquire{own, Bus::x_right, 0});
      co_await cell(SendMarker{own, begin_marker({.address = to})});
      for (std::uint32_t n = 0; n < words; ++n) {
        if (n % 100 < 20) co_await cell(Compute{7});
        co_await cell(SendWord{own, 100 + n});
      }
      co_await cell(SendMarker{own, {0, WordTag::pathway_end}});
    });
    bench.program(to, [&, i, to](CoroutineProgram& cell) -> ProgramTask {
      const std::uint32_t limit = begin + 4 * sizes[i];
      const unsigned in = arriving(to), own = own_channel(bench[to]);
      co_await cell(Store{limit, 77});
      co_await cell(Store{begin - 4, 78});
      co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
      co_await cell(BindInput{0, in});
      co_await cell(Read{0});
      co_await cell(StartSpool{
          0, {.channel = in, .address = begin, .limit = limit, .until_end = true, .ring = true}});
      co_await cell(StartSpool{1,
                               {.direction = SpoolDirection::from_memory,
                                .channel = own,
                                .address = begin,
                                .limit = limit,
                                .follows = 0,
                                .ring = true}});
      co_await cell(BindInput{0, own});
      for (std::uint32_t n = 0; n < words; ++n) {
        if (n % 60 > 50) co_await cell(Compute{23});
        values[i].push_back((co_await cell(Read{0})).words[0].value);
      }
      co_await cell(AwaitEvent{spool_ends});
      co_await cell(AwaitEvent{spool_ends});
      EXPECT_EQ((co_await cell(Load{limit})).words[0].value, 77U);
      EXPECT_EQ((co_await cell(Load{begin - 4})).words[0].value, 78U);
    });
  }
  run(400 * microsecond);
  for (unsigned i = 0; i < sizes.size(); ++i) EXPECT_EQ(values[i], words_from(words, 100)) << i;
}

// Section 7.2: at a cost of one clock a word.
TEST_P(IwarpMemory, a_queue_in_memory_costs_a_clock_a_word) {
  line(2);
  constexpr std::uint32_t words = 800;
  send(words);
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned in = arriving(1), own = own_channel(bench[1]);
    co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    co_await cell(BindInput{0, in});
    co_await cell(Read{0});
    co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
    co_await cell(Read{0});
    co_await cell(StartSpool{
        0, {.channel = in, .address = 0x1000, .limit = 0x1400, .until_end = true, .ring = true}});
    co_await cell(StartSpool{1,
                             {.direction = SpoolDirection::from_memory,
                              .channel = own,
                              .address = 0x1000,
                              .limit = 0x1400,
                              .follows = 0,
                              .ring = true}});
    co_await cell(BindInput{0, own});
    for (std::uint32_t n = 0; n < words; ++n) {
      EXPECT_EQ((co_await cell(Read{0})).words[0].value, 100 + n);
    }
  });
  run();
  // a double word takes one clock into memory and one out of it
  EXPECT_EQ(bench[1].core().memory().stolen(), words);
}

TEST_P(IwarpMemory, a_queue_in_memory_holds_no_word_back) {
  line(2);
  send(5, 400);  // a word every 20 us
  std::vector<Time> seen;
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask {
    const unsigned in = arriving(1), own = own_channel(bench[1]);
    co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    co_await cell(BindInput{0, in});
    co_await cell(Read{0});
    co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
    co_await cell(Read{0});
    co_await cell(
        StartSpool{0, {.channel = in, .address = 0x1000, .limit = 0x10000, .until_end = true}});
    co_await cell(StartSpool{1,
                             {.direction = SpoolDirection::from_memory,
                              .channel = own,
                              .address = 0x1000,
                              .limit = 0x10000,
                              .follows = 0}});
    co_await cell(BindInput{0, own});
    for (int n = 0; n < 5; ++n) {
      co_await cell(Read{0});
      seen.push_back(cell.now);
    }
  });
  run();
  const std::vector<Time> times = times_of(bench[0].sent(Bus::x_right), WordTag::data);
  ASSERT_EQ(seen.size(), 5U);
  for (unsigned n = 0; n < 5; ++n) EXPECT_LT(seen[n] - times[n], 700 * nanosecond) << n;
}

TEST_P(IwarpMemory, a_program_that_leaves_memory_is_stopped) {
  line(2);
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask { co_await cell(Load{0x80000}); });
  bench.program(1, [&](CoroutineProgram& cell) -> ProgramTask { co_await cell(Store{0x12, 1}); });
  bench.run(microsecond);
  EXPECT_EQ(bench[0].core().computation().fault(), "there is no memory at address 0x80000");
  EXPECT_EQ(bench[1].core().computation().fault(), "address 0x12 is not that of a word");
}

/// A user's memory: notes each access and takes three clocks for a read.
struct SlowMemory : sc_core::sc_module {
  tlm_utils::simple_target_socket<SlowMemory, 64> socket{"socket"};
  std::vector<std::string> accesses;
  std::array<unsigned char, 64> bytes{};

  explicit SlowMemory(sc_core::sc_module_name name) : sc_module(name) {
    socket.register_b_transport(this, &SlowMemory::b_transport);
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const bool write = payload.is_write();
    accesses.push_back(fmt::format("{} {} {}", write ? "write" : "read", payload.get_address(),
                                   payload.get_data_length()));
    if (payload.get_address() + payload.get_data_length() > bytes.size()) {
      return payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
    unsigned char* const here = bytes.data() + payload.get_address();
    unsigned char* const there = payload.get_data_ptr();
    std::memcpy(write ? here : there, write ? there : here, payload.get_data_length());
    if (!write) delay += sc_core::sc_time(150, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

TEST_P(IwarpMemory, a_memory_of_the_users_stands_behind_a_tlm_socket) {
  line(1);
  SlowMemory memory("slow");
  BaseProtocolChecker checker("checker");
  bench[0].memory().socket.bind(checker.target);
  checker.initiator.bind(memory.socket);
  std::vector<Time> took;
  bench.program(0, [&](CoroutineProgram& cell) -> ProgramTask {
    Time since = cell.now;
    co_await cell(Store{12, 7});
    took.push_back((cell.now - since) / nanosecond);
    since = cell.now;
    EXPECT_EQ((co_await cell(Load{12})).words[0].value, 7U);
    took.push_back((cell.now - since) / nanosecond);
    for (std::uint32_t n = 0; n < 2; ++n) co_await cell(SendWord{own_channel(bench[0]), n});
    co_await cell(
        StartSpool{0, {.channel = own_channel(bench[0]), .address = 16, .limit = 64, .words = 2}});
    co_await cell(AwaitEvent{spool_ends});
    co_await cell(Load{64});
  });
  bench.run(5 * microsecond);
  EXPECT_EQ(took, (std::vector<Time>{50, 150}));
  EXPECT_EQ(memory.accesses,
            (std::vector<std::string>{"write 12 4", "read 8 8", "write 16 8", "read 64 8"}));
  EXPECT_EQ(checker.transactions(), 4U);
  EXPECT_EQ(bench[0].core().computation().fault(), "there is no memory at address 0x40");
}

}  // namespace
}  // namespace weft::test
