// The rows of 32 and 256 words of the ConSet paper's tables, at the level of signals.
#include <gtest/gtest.h>

#include <ostream>
#include <regex>
#include <string>

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
  static std::string clocks(const std::string& platform, const std::string& more) {
    const test::Shell shell;
    const test::Result result = shell.run(
        "weft run " + platform + " --for 20ms --set workload.connections=" + GetParam().pattern +
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

}  // namespace
}  // namespace weft
