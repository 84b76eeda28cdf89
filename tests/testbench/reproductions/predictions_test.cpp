// Rows beside which a publication has a prediction of its own.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "platforms/netlist/input_error.hpp"
#include "testbench/studies/reproduction.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft {
namespace {

struct PredictedRow {
  PredictedRow(double model, double prediction) {
    series.each_percent = 10;
    published.published = 100;
    published.predicted = prediction;
    row = {&series, &published, "word", model, {}};
  }

  Series series;
  PublishedRow published;
  ReproducedRow row;
};

TEST(Predictions, have_to_be_beaten_where_they_are_off_by_more_than_five_percent) {
  const PredictedRow nearer(108, 91);
  EXPECT_EQ(nearer.row.nearer_than_predicted(), true);
  EXPECT_TRUE(nearer.row.met());
  const PredictedRow further(108, 94);
  EXPECT_EQ(further.row.nearer_than_predicted(), false);
  EXPECT_FALSE(further.row.met());
  const PredictedRow good(108, 96);
  EXPECT_EQ(good.row.nearer_than_predicted(), std::nullopt);
  EXPECT_TRUE(good.row.met());
}

TEST(Predictions, are_one_for_each_row) {
  const test::TemporaryFolder folder;
  const std::string text =
      "title: t\nsource: s\nseries:\n"
      "  - title: a\n    platform: p.yaml\n    metric: clocks\n    tolerance: {each: 2}\n"
      "    vary: [seed]\n    levels: [word]\n    rows: [[1, 5], [2, 6]]\n    predictions: ";
  const Reproduction read = load_reproduction(folder.write("r.yaml", text + "[4, 7]\n"));
  EXPECT_EQ(read.series[0].rows[1].predicted, 7);
  try {
    load_reproduction(folder.write("s.yaml", text + "[4]\n"));
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).substr(folder.path().string().size() + 1),
              "s.yaml:11:18: 1 predictions; expected 2, one for each row");
  }
}

}  // namespace
}  // namespace weft
