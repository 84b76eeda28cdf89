// Whole transfers in place of words: the level `message` of connections and of messages.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/app/command.hpp"

namespace weft {
namespace {

using test::Result;
using test::Shell;

class WholeTransfers : public testing::Test {
 protected:
  Result run(const std::string& platform, const std::string& more,
             const std::string& transfers = "message") const {
    return shell.run("weft run " + platform + " --set workload.transfers=" + transfers + more);
  }
  static double value(const Result& result, const std::string& name) {
    EXPECT_EQ(result.status, 0) << result.err;
    std::smatch match;
    if (std::regex_search(result.out, match, std::regex("(^|\n)" + name + " +([0-9.]+)"))) {
      return std::stod(match[2]);
    }
    ADD_FAILURE() << "no " << name << " in " << result.out;
    return 0;
  }
  double clocks(const std::string& platform, const std::string& more,
                const std::string& transfers = "message") const {
    return value(run(platform, more, transfers), "clocks");
  }
  std::string connections(const std::string& list) const {
    shell.write("c.yaml", "connections: {" + list + "}\n");
    return " --set workload.connections=" + shell.path("c.yaml").string();
  }

  Shell shell;
};

// Tables 1 and 2 by both models. The long rows are in ConsetRows.
TEST_F(WholeTransfers, take_the_clocks_of_words_within_3_percent) {
  for (const std::string platform : {"conset_8x8", "conset_messages_8x8"}) {
    for (const std::string pattern : {"torus", "butterfly"}) {
      for (const std::string words : {"32", "256"}) {
        const std::string row =
            " --set workload.connections=" + pattern + " --set workload.words=" + words;
        const double by_words = clocks(platform, row, "word");
        EXPECT_NEAR(clocks(platform, row), by_words, 0.03 * by_words) << platform << row;
      }
    }
  }
}

// Cells are late for each other there, and queues take what is sent meanwhile.
TEST_F(WholeTransfers, take_the_clocks_of_words_where_cells_wait_for_each_other) {
  for (const std::string mode : {"streaming", "spooling"}) {
    const std::string row =
        " --set network.shape=4x4 --set workload.connections=all_to_all"
        " --set workload.words=100 --set workload.mode=" +
        mode;
    const double by_words = clocks("conset_8x8", row, "word");
    EXPECT_NEAR(clocks("conset_8x8", row), by_words, 0.03 * by_words) << mode;
  }
}

// A cell sends `a` and then `c`; who receives `a` has `b` to receive first. Over one hop two queues
// take 16 words: with as many the cell goes on with `c` at once; with 24 more it goes on when `b`
// is over and they are sent, 2000 + 48 clocks later. Where one cell is late, others are in the
// midst of the barrier, which takes less then.
TEST_F(WholeTransfers, of_few_words_wait_in_queues_for_their_receiver) {
  const auto sent = [this](const std::string& words) {
    shell.write("c.yaml",
                "connections:\n"
                "  a: {from: \"node[0,0]\", to: \"node[1,0]\", words: " +
                    words +
                    "}\n"
                    "  b: {from: \"node[1,1]\", to: \"node[1,0]\", words: 1000}\n"
                    "  c: {from: \"node[0,0]\", to: \"node[0,1]\", words: 1000}\n"
                    "order: [{before: b, after: a}, {before: a, after: c}]\n");
    return " --set workload.connections=" + shell.path("c.yaml").string();
  };
  const double switches = 356 + 176 + 356;
  for (const std::string transfers : {"word", "message"}) {
    EXPECT_NEAR(clocks("conset_8x8", sent("16"), transfers), switches + 2000 + 32, 100)
        << transfers;
    EXPECT_NEAR(clocks("conset_8x8", sent("40"), transfers), switches + 2000 + 48 + 2000, 100)
        << transfers;
  }
}

// Each of the torus' 256 busses carries one connection, two clocks for each word.
TEST_F(WholeTransfers, are_counted_by_the_busses_that_they_cross) {
  const Result whole = run("conset_8x8", " --set workload.words=2048");
  const double part = 100 * 2 * 2048 / value(whole, "clocks");
  EXPECT_EQ(value(whole, "word-hops in transfers"), 256 * 2048);
  EXPECT_NEAR(value(whole, "transfer utilisation mean"), part, 0.01);
  EXPECT_NEAR(value(whole, "transfer utilisation highest"), part, 0.01);
}

TEST_F(WholeTransfers, bring_every_word_of_each_pattern_in_each_mode) {
  const std::string all =
      " --set network.shape=4x4 --set workload.connections=all_to_all --for 5ms"
      " --set workload.words=";
  for (const std::string more : {"9", "50 --set workload.mode=spooling"}) {
    const Result result = run("conset_8x8", all + more);
    EXPECT_EQ(value(result, "words received"), std::stoi(more) * 240) << more;
    EXPECT_GT(value(result, "word-hops in transfers"), std::stoi(more) * 240) << more;
  }
  for (const std::string more : {"9", "50 --set workload.order=random",
                                 "20 --set workload.order=random --set workload.wait=program"}) {
    EXPECT_EQ(value(run("conset_messages_8x8", all + more), "words received"),
              std::stoi(more) * 240)
        << more;
  }
}

// As ConsetRun has it with words: two clocks a word, four where two share a bus.
TEST_F(WholeTransfers, share_a_bus_evenly) {
  const std::string one = "a: {from: \"node[1,0]\", to: \"node[2,0]\", words: 1000}";
  const std::string apart = ", b: {from: \"node[0,1]\", to: \"node[3,1]\", words: 1000}";
  const std::string shared = ", b: {from: \"node[0,0]\", to: \"node[3,0]\", words: 1000}";
  for (const std::string mode : {"streaming", "spooling"}) {
    const std::string set = " --set workload.mode=" + mode;
    const double alone = clocks("conset_8x8", connections(one) + set);
    EXPECT_NEAR(clocks("conset_8x8", connections(one + apart) + set), alone, 20);
    EXPECT_NEAR(clocks("conset_8x8", connections(one + shared) + set), alone + 2000, 20);
  }
}

// Four cells in a ring of four hops each send by the instructions that receive, four words ahead. A
// word is in the queue behind the two clocks of its instruction, goes on at the edge after, and
// likewise at each hop: four take 5 * 3 clocks.
TEST_F(WholeTransfers, in_a_ring_are_no_faster_than_words_come_round) {
  const std::string ring = connections(
      "a: {from: \"node[0,0]\", to: \"node[4,0]\", words: 1000}, "
      "b: {from: \"node[4,0]\", to: \"node[4,4]\", words: 1000}, "
      "c: {from: \"node[4,4]\", to: \"node[0,4]\", words: 1000}, "
      "d: {from: \"node[0,4]\", to: \"node[0,0]\", words: 1000}");
  const double switches = 356 + 176 + 356;
  const double whole = clocks("conset_8x8", ring);
  EXPECT_NEAR(whole, switches + 1000 * 15.0 / 4, 50);
  EXPECT_NEAR(clocks("conset_8x8", ring, "word"), whole, 0.03 * whole);
  EXPECT_NEAR(clocks("conset_8x8", ring + " --set workload.mode=spooling"), switches + 2000, 50);
}

// What is left of words stands on pins there.
TEST_F(WholeTransfers, take_the_same_clocks_at_signal) {
  for (const std::string platform : {"conset_8x8", "conset_messages_8x8"}) {
    const std::string row = " --set network.shape=3x3 --set workload.words=500";
    EXPECT_EQ(clocks(platform, row + " --set level=signal"), clocks(platform, row)) << platform;
  }
}

TEST_F(WholeTransfers, take_longer_with_a_bus_less) {
  const std::string cut = " --set 'faults=[{link: \"node[0,0].y_up\"}]'";
  for (const std::string platform : {"conset_8x8", "conset_messages_8x8"}) {
    const std::string row = " --set network.shape=4x4 --set workload.words=256";
    EXPECT_GT(clocks(platform, row + cut), clocks(platform, row)) << platform;
  }
}

TEST_F(WholeTransfers, end_at_no_time_over_a_bus_that_is_cut_on_the_way) {
  const Result result = run("conset_8x8",
                            " --set workload.words=2048 --set 'faults=[{link: "
                            "\"node[0,0].y_up\", at: 100us}]'");
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("has not ended at"), std::string::npos) << result.err;
}

TEST_F(WholeTransfers, are_not_left_by_a_switch) {
  const Result result = run("conset_8x8",
                            " --set network.shape=4x4 --set workload.words=64 --set "
                            "workload.connections=all_to_all --set "
                            "workload.barriers=none");
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(std::regex_search(
      result.err, std::regex("phase 1 is loaded while words of connection '.*' are under way")))
      << result.err;
}

TEST_F(WholeTransfers, are_not_of_elements) {
  for (const std::string platform : {"conset_8x8", "conset_messages_8x8"}) {
    const Result result = run(platform, " --set workload.mode=systolic");
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find("expected `transfers: word`"), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace weft
