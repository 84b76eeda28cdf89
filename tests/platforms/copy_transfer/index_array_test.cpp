// Index arrays of a person's own.
#include "platforms/copy_transfer/index_array.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "platforms/copy_transfer/measurement.hpp"
#include "platforms/copy_transfer/node_file.hpp"
#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::copy_transfer {
namespace {

std::string refusal_of(const std::string& text) {
  try {
    read_index_array(parse_tree(text, "order.yaml"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(IndexArray, of_a_person_is_gone_through_in_its_order) {
  const std::vector<std::uint64_t> order =
      read_index_array(parse_tree("indices: [2, 0, 1]", "order.yaml"));
  EXPECT_EQ(order, (std::vector<std::uint64_t>{2, 0, 1}));
  EXPECT_EQ(IndexOrder(RandomStream(1, "any"), order).of(3), order);
}

TEST(IndexArray, refuses_what_is_no_permutation) {
  EXPECT_EQ(refusal_of("indices: [0, 3, 1]"),
            "order.yaml:1:14: index 3 outside of 3 blocks; expected 0 to 2");
  EXPECT_EQ(refusal_of("indices:\n- 0\n- 1\n- 0\n"),
            "order.yaml:4:3: index 0 for the second time; expected each block once");
  EXPECT_EQ(refusal_of("indices: []"),
            "order.yaml:1:10: an index array of 0 blocks; expected 1 to 1000000");
  EXPECT_NE(refusal_of("indices: [0, x]").find("order.yaml:1:14: "), std::string::npos);
  EXPECT_NE(refusal_of("indicies: [0]").find("did you mean 'indices'?"), std::string::npos);
}

// Words one behind the other are in one line of the cache and one page of the memory.
TEST(IndexArray, whose_words_follow_one_another_is_faster_than_chance) {
  const NodeFile t3d = load_node(WEFT_SOURCE_DIR "/platforms/nodes/t3d.yaml");
  const BasicTransfer gather =
      TransferText("wC1", place_of("test"), false).read_transfer(FixedEnds::none);
  MeasurementOptions options;
  options.words = 2048;
  const double by_chance = measure_transfer(t3d.parameters, gather, options).rate;
  options.indices.resize(options.words);
  std::iota(options.indices.begin(), options.indices.end(), 0);
  EXPECT_GT(measure_transfer(t3d.parameters, gather, options).rate, 1.5 * by_chance);
}

}  // namespace
}  // namespace weft::copy_transfer
