// The tables of the contention study, by the command.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"

namespace weft {
namespace {

using nlohmann::json;

struct Table {
  const char* name;
  std::size_t rows;
  std::size_t judged;      // the others are shown, each with why
  std::size_t missed = 0;  // docs/contention.md, What stays outside
  std::size_t missed_means = 0;

  friend std::ostream& operator<<(std::ostream& out, const Table& table) {
    return out << table.name;
  }
};

std::string name_of(const testing::TestParamInfo<Table>& info) {
  std::string name = info.param.name;
  for (char& c : name) c = c == '.' || c == '-' ? '_' : c;
  return name;
}

// What is judged is met, but for what is known to be missed; what is not judged says why.
void expect_reproduced(const Table& table) {
  const test::Shell shell;
  const test::Result result = shell.run(std::string("weft reproduce ") + table.name + " --json -");
  EXPECT_EQ(result.status, table.missed == 0 ? 0 : 1) << result.err;
  const json reproduction = json::parse(result.out);
  EXPECT_EQ(reproduction["reproduced"], table.missed == 0);
  std::size_t judged = 0;
  std::size_t missed = 0;
  for (const json& row : reproduction["rows"]) {
    if (!row["met"]) ++missed;
    if (row["judged"]) {
      ++judged;
    } else {
      EXPECT_FALSE(row["note"].get<std::string>().empty()) << row;
    }
  }
  EXPECT_EQ(reproduction["rows"].size(), table.rows);
  EXPECT_EQ(judged, table.judged);
  EXPECT_EQ(missed, table.missed) << reproduction["rows"];
  std::size_t missed_means = 0;
  for (const json& mean : reproduction["means"]) {
    if (!mean["met"]) ++missed_means;
  }
  EXPECT_EQ(missed_means, table.missed_means) << reproduction["means"];
}

class StudyTable : public testing::TestWithParam<Table> {};

TEST_P(StudyTable, IsReproduced) { expect_reproduced(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Thesis, StudyTable,
                         testing::Values(Table{"table4.1", 75, 75, 25, 1},
                                         Table{"c104-latency", 42, 18}, Table{"table4.2", 50, 50},
                                         Table{"table4.3", 7, 7, 1}, Table{"contention-free", 4, 3},
                                         Table{"figure5.1", 3, 1}, Table{"gpmimd", 12, 11}),
                         name_of);

// Minutes.
class FullStudy : public testing::TestWithParam<Table> {};

TEST_P(FullStudy, IsReproduced) { expect_reproduced(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Thesis, FullStudy,
                         testing::Values(Table{"table5.1", 30, 30}, Table{"table5.2", 22, 10},
                                         Table{"table6.1", 18, 18, 1}),
                         name_of);

}  // namespace
}  // namespace weft
