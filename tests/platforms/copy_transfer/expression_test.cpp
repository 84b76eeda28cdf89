// Expressions of basic transfers, as a person writes them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platforms/copy_transfer/transfer_text.hpp"
#include "tests/platforms/copy_transfer/support.hpp"

namespace weft::copy_transfer {
namespace {

std::string canonical(const std::string& text) { return text_of(expression_of(text)); }

std::string wrong_expression(const std::string& text) {
  return error_of([&] { expression_of(text); });
}

// Section 3.2.
TEST(CopyTransferText, has_the_seven_basic_transfers) {
  const std::vector<std::pair<std::string, TransferKind>> kinds{
      {"1C64", TransferKind::copy},           {"wS0", TransferKind::load_send},
      {"1F0", TransferKind::fetch_send},      {"0R64", TransferKind::receive_store},
      {"0Dw", TransferKind::receive_deposit}, {"Nd", TransferKind::data},
      {"Nadp@2", TransferKind::address_data}};
  for (const auto& [text, kind] : kinds) {
    const Expression expression = expression_of(text);
    EXPECT_EQ(expression.transfer.kind, kind) << text;
    EXPECT_EQ(text_of(expression), text);
  }
}

// Section 2.2, and 0 for a fixed location (section 3.2).
TEST(CopyTransferText, has_contiguous_strided_and_indexed_patterns) {
  const BasicTransfer copy = expression_of("64:2Cw:3").transfer;
  EXPECT_EQ(copy.read.kind, Pattern::Kind::strided);
  EXPECT_EQ(copy.read.stride, 64U);
  EXPECT_EQ(copy.read.block, 2U);
  EXPECT_EQ(copy.write.kind, Pattern::Kind::indexed);
  EXPECT_EQ(copy.write.block, 3U);
  const BasicTransfer send = expression_of("1S0").transfer;
  EXPECT_EQ(send.read.kind, Pattern::Kind::contiguous);
  EXPECT_EQ(send.write.kind, Pattern::Kind::fixed);
  EXPECT_EQ(canonical("64:1C2"), "64C2");
}

TEST(CopyTransferText, blanks_and_parentheses_mean_nothing_more) {
  const std::string packed = "1C1 o (1S0 || Nd || 0D1) o 1C64";
  EXPECT_EQ(canonical(packed), packed);
  EXPECT_EQ(canonical("1C1o(1S0||Nd||0D1)o1C64"), packed);
  EXPECT_EQ(canonical(" ( 1C1 o ((1S0 || Nd || (0D1))) o 1C64 ) "), packed);
  EXPECT_EQ(canonical("1Q64 = " + packed), packed);
  EXPECT_EQ(canonical("1C1\n o 1C1"), "1C1 o 1C1");
}

TEST(CopyTransferText, operations_have_two_patterns_of_memory) {
  const Operation operation = read_operation("1Q1024:2", place_of("--best"));
  EXPECT_EQ(text_of(operation), "1Q1024:2");
  EXPECT_EQ(error_of([] { read_operation("0Q1", place_of("--best")); }),
            "--best:1:1: '0Q1', with the pattern 0; expected 1, a stride of at least 2, or w for "
            "indexed, on both sides of Q");
  EXPECT_EQ(error_of([] { read_operation("1C64", place_of("--best")); }),
            "--best:1:1: '1C64' as an operation; expected how it reads, Q and how it writes, such "
            "as 1Q64");
  EXPECT_EQ(error_of([] { read_operation("1Q64 1", place_of("--best")); }),
            "--best:1:6: '1' behind '1Q64'; expected nothing");
}

TEST(CopyTransferText, tells_where_patterns_do_not_match) {
  EXPECT_EQ(wrong_expression("1C1 o (1S0 || Nd || 0D1) o 64C1"),
            "EXPRESSION:1:28: '64C1' reads 64, where '0D1' before it writes 1; expected a transfer "
            "that reads 1");
  EXPECT_EQ(wrong_expression("64C1 o (64S0 || Nd)"),
            "EXPRESSION:1:9: '64S0' reads 64, where '64C1' before it writes 1; expected a transfer "
            "that reads 1");
  EXPECT_EQ(wrong_expression("1S0 || 0D1 || Nd"),
            "EXPRESSION:1:15: 'Nd' reads 0, where '0D1' before it writes 1; expected a transfer "
            "that reads 1");
  EXPECT_EQ(wrong_expression("1Q1 = 1S0 || Nd || 0D64"),
            "EXPRESSION:1:1: '1Q1' of what reads 1 and writes 64; expected 1Q64");
}

TEST(CopyTransferText, tells_what_is_no_transfer) {
  const std::string memory =
      "; expected how it reads memory there: 1, a stride of at least 2, or w for indexed, such as ";
  EXPECT_EQ(wrong_expression("0C1"), "EXPRESSION:1:1: '0C1', with 0 before C" + memory + "1C64");
  EXPECT_EQ(wrong_expression("C1"),
            "EXPRESSION:1:1: 'C1', with nothing before C" + memory + "1C64");
  EXPECT_EQ(
      wrong_expression("1S"),
      "EXPRESSION:1:1: '1S', with nothing behind S; expected 0 there, its end at the network, "
      "such as 64S0");
  EXPECT_EQ(
      wrong_expression("1D1"),
      "EXPRESSION:1:1: '1D1', with 1 before D; expected 0 there, its end at the network, such "
      "as 0D64");
  EXPECT_EQ(wrong_expression("1Nd"),
            "EXPRESSION:1:1: '1Nd', with a pattern before Nd; expected none: the network has no "
            "memory; such as Nd@2");
  EXPECT_EQ(wrong_expression("1c64"),
            "EXPRESSION:1:2: unknown transfer 'c'; expected C, S, F, R, D, Nd or Nadp; did you "
            "mean 'C'?");
  EXPECT_EQ(wrong_expression("1S0 || Napd"),
            "EXPRESSION:1:8: unknown transfer 'Napd'; expected C, S, F, R, D, Nd or Nadp; did you "
            "mean 'Nadp'?");
  EXPECT_EQ(wrong_expression("1C1@2"),
            "EXPRESSION:1:4: a congestion of '1C1'; expected one of Nd and Nadp only");
}

TEST(CopyTransferText, tells_what_is_no_number) {
  EXPECT_EQ(
      wrong_expression("2:2C1"),
      "EXPRESSION:1:1: '2:2': blocks of 2 words with a stride of 2; expected a stride that is "
      "larger than a block, or 1 for what is contiguous");
  EXPECT_EQ(wrong_expression("1:2C1"),
            "EXPRESSION:1:1: '1:2': blocks in a pattern that has none; expected a stride before "
            "':', such as 64:2, or w");
  EXPECT_EQ(wrong_expression("064C1"),
            "EXPRESSION:1:1: '064' as a stride; expected a whole number, 1 to 1000000000");
  EXPECT_EQ(wrong_expression("64:0C1"),
            "EXPRESSION:1:4: '0' as a number of words in a block; expected a whole number, 1 to "
            "1000000000");
  EXPECT_EQ(wrong_expression("Nd@0"),
            "EXPRESSION:1:4: '0' as a congestion; expected a whole number, 1 to "
            "1000000000");
  EXPECT_EQ(wrong_expression("Nd@"),
            "EXPRESSION:1:4: the end as a congestion; expected a whole number, 1 to "
            "1000000000");
}

TEST(CopyTransferText, tells_what_is_no_composition) {
  EXPECT_EQ(wrong_expression(""),
            "EXPRESSION:1:1: the end where a transfer should stand; expected one of C, S, F, R, D, "
            "Nd or Nadp with its patterns, such as 1C64");
  EXPECT_EQ(wrong_expression("1C1 o"),
            "EXPRESSION:1:6: the end where a transfer should stand; expected one of C, S, F, R, D, "
            "Nd or Nadp with its patterns, such as 1C64");
  EXPECT_EQ(wrong_expression("1C1 o 1S0 || Nd"),
            "EXPRESSION:1:11: '||' behind 'o'; expected parentheses around what belongs together");
  EXPECT_EQ(wrong_expression("1C1 o (1S0 || Nd"),
            "EXPRESSION:1:17: the end in parentheses; expected 'o', '||' or ')'");
  EXPECT_EQ(wrong_expression("1C1 1C1"),
            "EXPRESSION:1:5: '1C1' behind '1C1'; expected 'o', '||' or the end");
  EXPECT_EQ(wrong_expression("1C1 o\n 1C1 | 1C1"),
            "EXPRESSION:2:6: '|' behind '1C1'; expected 'o', '||' or the end");
  EXPECT_EQ(wrong_expression("1Q1 1S0 ="), "EXPRESSION:1:5: '1S0' behind '1Q1'; expected '='");
  EXPECT_EQ(wrong_expression(std::string(65, '(') + "1C1" + std::string(65, ')')),
            "EXPRESSION:1:66: too many parentheses in each other; expected 64 at most");
  EXPECT_EQ(wrong_expression(std::string(4097, ' ')),
            "EXPRESSION: an expression of 4097 characters; expected at most 4096");
}

TEST(CopyTransferText, in_a_file_errors_have_its_place) {
  const Place place{std::make_shared<const std::string>("r.yaml"), 7, 9};
  EXPECT_EQ(error_of([&] { parse_expression("1C1 o 64C1", place); }),
            "r.yaml:7:9: '64C1' reads 64, where '1C1' before it writes 1; expected a transfer that "
            "reads 1");
}

}  // namespace
}  // namespace weft::copy_transfer
