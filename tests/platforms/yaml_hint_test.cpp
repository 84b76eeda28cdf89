// What YAML does to Weft's names and patterns is said in words.
#include <gtest/gtest.h>

#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::error_of;

TEST(YamlHint, ATabInTheIndentationIsNamed) {
  EXPECT_EQ(error_of("network:\n\ttopology: mesh\n\tshape: 2x2\n"),
            "t.yaml:2:1: a tab in the indentation; expected blanks");
}

TEST(YamlHint, APatternNeedsQuotes) {
  EXPECT_EQ(error_of("groups:\n  - {match: *, level: signal}\n"),
            "t.yaml:2:13: a pattern without quotes: *; expected '*'");
  EXPECT_EQ(error_of("groups:\n  - match: *.cpu\n"),
            "t.yaml:2:12: a pattern without quotes: *.cpu; expected '*.cpu'");
}

TEST(YamlHint, ANameWithBracketsNeedsQuotesWithinBraces) {
  EXPECT_EQ(error_of("links:\n- {from: g.link0, to: node[0,0].router.link3}\n"),
            "t.yaml:2:23: a name with brackets without quotes: node[0,0].router.link3; expected "
            "'node[0,0].router.link3'");
  EXPECT_EQ(error_of("groups: [{match: node[*].cpu, level: signal}]\n"),
            "t.yaml:1:18: a name with brackets without quotes: node[*].cpu; expected "
            "'node[*].cpu'");
}

TEST(YamlHint, OtherMistakesAreYamls) {
  EXPECT_NE(error_of("seed: 1\n  name: a * b\n").find("not YAML"), std::string::npos);
}

}  // namespace
}  // namespace weft
