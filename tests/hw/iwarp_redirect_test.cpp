// Messages that a program routes, and the messages around them (paper, sections 6.1.6 and 6.1.7).
#include "tests/hw/iwarp_assembly.hpp"
#include "tests/hw/iwarp_pathway_support.hpp"

namespace weft::test {
namespace {

// 0 sends down to the joint cell 2, where pathways lead right to 3, the default output, and down
// to 4.
struct IwarpRedirect : IwarpArray {
  void SetUp() override { array({2, 3, false}); }

  unsigned input() { return bench[2].agent().channels().first_input[index_of(Bus::y_up)]; }
  unsigned right() { return bench[2].agent().channels().first_output[index_of(Bus::x_right)]; }
  unsigned down() { return bench[2].agent().channels().first_output[index_of(Bus::y_down)]; }

  /// Opens the pathway to 2 and sends these words over it, with some clocks between them.
  void send_words(const std::vector<Word>& words, std::uint64_t pause = 0) {
    bench.program(0, [this, words, pause](CoroutineProgram& cell) -> ProgramTask {
      const unsigned own = own_channel(bench[0]);
      co_await cell(Acquire{own, Bus::y_down, 0});
      co_await cell(open_marker(own, 2));
      for (const Word& word : words) {
        if (pause != 0) co_await cell(Compute{pause});
        if (word.tag == WordTag::data) {
          co_await cell(SendWord{own, word.value});
        } else {
          co_await cell(SendMarker{own, word});
        }
      }
    });
  }
  /// How the program of the joint cell begins: it opens both pathways and links the default one.
  std::vector<Operation> joint_begins() {
    const unsigned to_right = own_channel(bench[2], 0);
    const unsigned to_down = own_channel(bench[2], 1);
    return {Acquire{to_right, Bus::x_right, 0},
            open_marker(to_right, 3),
            Acquire{to_down, Bus::y_down, 0},
            open_marker(to_down, 4),
            AwaitEvent{events(AgentEvent::pathway_begin)},
            BindInput{0, input()},
            Read{0},
            Join{input(), right()}};
  }
};

INSTANTIATE_TEST_SUITE_P(At, IwarpRedirect, testing::ValuesIn(cell_levels()), level_name);

/// The words of a message.
std::vector<Word> to(unsigned cell, const std::vector<std::uint32_t>& data) {
  std::vector<Word> words{{cell, WordTag::message_begin}};
  for (const std::uint32_t value : data) words.push_back({value, WordTag::data});
  words.push_back({0, WordTag::message_end});
  return words;
}

std::vector<Word> operator+(std::vector<Word> one, const std::vector<Word>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// Reads its pathway until so many words of data have come.
CoroutineProgram::Body read_data(Seen& seen, std::size_t count) {
  return [&seen, count](CoroutineProgram& cell) -> ProgramTask {
    const Result arrival = co_await cell(AwaitEvent{events(AgentEvent::pathway_begin)});
    co_await cell(BindInput{0, arrival.status.channel});
    while (seen.data().size() < count) seen.words.push_back((co_await cell(Read{0})).words[0]);
  };
}

TEST_P(IwarpRedirect, ends_with_its_message_and_leaves_the_next_one_its_way) {
  send_words(to(2, counting(6)) + to(3, counting(10, 100)));
  bench.program(2, [this](CoroutineProgram& cell) -> ProgramTask {
    for (const Operation& operation : joint_begins()) co_await cell(operation);
    co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
    co_await cell(Read{0});
    co_await cell(Redirect{input(), down()});
    co_await cell(Restore{input()});  // waits until the message has gone down
  });
  Seen below, beside;
  bench.program(4, receive(below, AgentEvent::pathway_begin, WordTag::message_end));
  bench.program(3, receive(beside, AgentEvent::pathway_begin, WordTag::message_end));
  run();
  EXPECT_EQ(below.data(), counting(6));
  EXPECT_EQ(beside.data(), counting(10, 100));
}

TEST_P(IwarpRedirect, messages_for_three_ways_come_whole_and_in_order) {
  std::vector<Word> words;
  for (std::uint32_t n = 0; n < 4; ++n) {
    words = words + to(2, counting(5, 1000 + 10 * n)) + to(3, counting(3, 2000 + 10 * n)) +
            to(3, counting(2, 2005 + 10 * n));
  }
  send_words(words);
  std::vector<std::uint32_t> here;
  bench.program(2, [&](CoroutineProgram& cell) -> ProgramTask {
    for (const Operation& operation : joint_begins()) co_await cell(operation);
    for (int n = 0; n < 4; ++n) {
      co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
      co_await cell(Read{0});
      for (int i = 0; i < 2; ++i) here.push_back((co_await cell(Read{0})).words[0].value);
      co_await cell(Redirect{input(), down()});  // the rest of it
      co_await cell(Restore{input()});
    }
  });
  Seen below, beside;
  bench.program(4, read_data(below, 12));
  bench.program(3, read_data(beside, 20));
  run();
  std::vector<std::uint32_t> for_here, for_below, for_beside;
  for (std::uint32_t n = 0; n < 4; ++n) {
    for (std::uint32_t i = 0; i < 5; ++i) {
      (i < 2 ? for_here : for_below).push_back(1000 + 10 * n + i);
      for_beside.push_back(2000 + 10 * n + (i < 3 ? i : i + 2));
    }
  }
  EXPECT_EQ(here, for_here);
  EXPECT_EQ(below.data(), for_below);
  EXPECT_EQ(beside.data(), for_beside);
}

TEST_P(IwarpRedirect, a_program_sends_over_that_pathway_when_the_message_is_complete) {
  send_words(to(2, counting(6)), 50);  // slower than the queues: they run dry
  bench.program(2, [this](CoroutineProgram& cell) -> ProgramTask {
    for (const Operation& operation : joint_begins()) co_await cell(operation);
    const unsigned own = own_channel(bench[2], 1);
    co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
    co_await cell(Read{0});
    co_await cell(Redirect{input(), down()});
    for (const Operation& operation : message(own, 4, {50, 51})) co_await cell(operation);
    co_await cell(Join{own, down()});
  });
  Seen below;
  bench.program(4, read_data(below, 8));
  run();
  EXPECT_EQ(below.data(), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 50, 51}));
}

// Section 6.1.6: it cannot send over the default output until the ongoing message is complete.
TEST_P(IwarpRedirect, nor_does_a_program_cut_a_message_that_passes) {
  send_words(to(3, counting(6)), 50);
  bench.program(2, [this](CoroutineProgram& cell) -> ProgramTask {
    for (const Operation& operation : joint_begins()) co_await cell(operation);
    const unsigned own = own_channel(bench[2], 0);
    co_await cell(Compute{200});  // in the midst of it
    for (const Operation& operation : message(own, 3, {50, 51})) co_await cell(operation);
    co_await cell(Join{own, right()});
  });
  Seen beside;
  bench.program(3, read_data(beside, 8));
  run();
  EXPECT_EQ(beside.data(), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 50, 51}));
}

TEST_P(IwarpRedirect, sends_the_first_word_100_ns_later_as_a_join_does) {
  send_words(to(2, {7}));
  Time redirected = 0;
  bench.program(2, [&](CoroutineProgram& cell) -> ProgramTask {
    for (const Operation& operation : joint_begins()) co_await cell(operation);
    co_await cell(AwaitEvent{events(AgentEvent::message_begin)});
    co_await cell(Read{0});
    co_await cell(Compute{100});
    redirected = cell.now;
    co_await cell(Redirect{input(), down()});
  });
  run();
  EXPECT_EQ(times_of(bench[2].sent(Bus::y_down), WordTag::data).at(0) - redirected,
            100 * nanosecond);
}

TEST_P(IwarpRedirect, needs_a_message_that_comes_in) {
  bench.program(0, [this](CoroutineProgram& cell) -> ProgramTask {
    co_await cell(Redirect{own_channel(bench[0]), 0});
  });
  bench.program(1, [](CoroutineProgram& cell) -> ProgramTask { co_await cell(Redirect{0, 0}); });
  bench.run(microsecond);
  EXPECT_EQ(bench[0].core().computation().fault(),
            "no message comes in over logical input channel 16");
  EXPECT_EQ(bench[1].core().computation().fault(),
            "no message comes in over logical input channel 0");
}

// In assembly: each message names the way that it takes in the word behind its begin marker.
TEST_P(IwarpRedirect, is_an_instruction) {
  send_words(to(2, {1, 10, 11}) + to(2, {0, 20, 21, 22}) + to(3, {30}) + to(2, {1, 12}));
  const auto router = load(bench[2], R"(
    get r1, own
    li r2, x_right
    li r3, 3
    acquire r10, r1, r2, 0
    marker r1, r3, pathway_begin
    addi r1, r1, 1
    li r2, y_down
    li r3, 4
    acquire r11, r1, r2, 0
    marker r1, r3, pathway_begin
    li r4, on_pathway_begin
    await r5, r4
    andi r5, r5, 0xff
    bind in0, r5
    mov r6, in0
    join r5, r10
    li r4, on_message_begin
again:
    await r7, r4
    mov r6, in0
    mov r6, in0
    beq r6, r0, to_right
    redirect r5, r11
    restore r5
    jump again
to_right:
    redirect r5, r10
    jump again
)");
  Seen below, beside;
  bench.program(4, read_data(below, 3));
  bench.program(3, read_data(beside, 4));
  bench.run(50 * microsecond);
  EXPECT_EQ(bench[2].core().computation().fault(), "");
  EXPECT_EQ(below.data(), (std::vector<std::uint32_t>{10, 11, 12}));
  EXPECT_EQ(beside.data(), (std::vector<std::uint32_t>{20, 21, 22, 30}));
}

}  // namespace
}  // namespace weft::test
