// The rows of 32 and 256 words of the ConSet paper's tables, at the level of signals; the longer
// ones, with whole transfers.
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <iostream>
#include <ostream>
#include <regex>
#include <string>
#include <utility>

#include "tests/app/command.hpp"

namespace weft {
namespace {

struct Row {
  const char* pattern;
  unsigned words;

  friend std::ostream& operator<<(std::ostream& out, const Row& row) {
    return out << row.pattern << ' ' << row.words;
  }
};

struct ConsetRows : testing::TestWithParam<Row> {
  // The line of the result, which is clocks and their unit.
  static std::string clocks(const std::string& platform, const std::string& more,
                            const std::string& at_most = "20ms") {
    const test::Shell shell;
    const test::Result result =
        shell.run("weft run " + platform + " --for " + at_most +
                  " --set workload.connections=" + GetParam().pattern +
                  " --set workload.words=" + std::to_string(GetParam().words) + " " + more);
    EXPECT_EQ(result.status, 0) << result.err;
    std::smatch match;
    EXPECT_TRUE(std::regex_search(result.out, match, std::regex("\nclocks +[0-9]+"))) << result.out;
    return match.empty() ? "" : match.str();
  }
};

std::string name_of_row(const testing::TestParamInfo<Row>& info) {
  return std::string(info.param.pattern) + "_of_" + std::to_string(info.param.words);
}

INSTANTIATE_TEST_SUITE_P(Tables, ConsetRows,
                         testing::Values(Row{"torus", 32}, Row{"torus", 256}, Row{"butterfly", 32},
                                         Row{"butterfly", 256}, Row{"all_to_all", 32},
                                         Row{"all_to_all", 256}),
                         name_of_row);

TEST_P(ConsetRows, of_connections_take_the_same_clocks_at_signal) {
  EXPECT_EQ(clocks("conset_8x8", "--set level=signal"), clocks("conset_8x8", ""));
}

TEST_P(ConsetRows, of_messages_take_the_same_clocks_at_signal) {
  EXPECT_EQ(clocks("conset_messages_8x8", "--set level=signal"), clocks("conset_messages_8x8", ""));
}

struct LongConsetRows : ConsetRows {
  struct Run {
    double clocks = 0;
    double seconds = 0;  // of a processor, for the program
  };
  static Run run(const std::string& platform, const std::string& more) {
    const double begin = seconds_of_children();
    const std::string line = clocks(platform, more, "1s");
    const double taken = seconds_of_children() - begin;
    return {line.empty() ? 0 : std::stod(line.substr(line.rfind(' '))), taken};
  }
  static double seconds_of_children() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    return static_cast<double>(used.ru_utime.tv_sec) +
           static_cast<double>(used.ru_utime.tv_usec) * 1e-6;
  }
  // Both programs compile the pattern and make the cells, as one that sends a word does.
  static void compare(const std::string& platform) {
    const Run words = run(platform, "--set workload.transfers=word");
    const Run whole = run(platform, "--set workload.transfers=message");
    const Run start = run(platform, "--set workload.transfers=message --set workload.words=1");
    EXPECT_NEAR(whole.clocks, words.clocks, 0.03 * words.clocks);
    std::cout << platform << ": " << words.clocks << " clocks by words in " << words.seconds
              << " s, " << whole.clocks << " whole in " << whole.seconds << " s, " << start.seconds
              << " s of both at the start\n";
  }
};

INSTANTIATE_TEST_SUITE_P(Tables, LongConsetRows,
                         testing::Values(Row{"torus", 2048}, Row{"torus", 16384},
                                         Row{"butterfly", 2048}, Row{"butterfly", 16384},
                                         Row{"all_to_all", 256}, Row{"all_to_all", 2048}),
                         name_of_row);

TEST_P(LongConsetRows, of_connections_take_the_clocks_of_words_within_3_percent) {
  compare("conset_8x8");
}

TEST_P(LongConsetRows, of_messages_take_the_clocks_of_words_within_3_percent) {
  compare("conset_messages_8x8");
}

}  // namespace
}  // namespace weft
