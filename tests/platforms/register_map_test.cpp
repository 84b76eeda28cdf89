// Registers from one description: what is made of it, and what is refused.
#include "platforms/registers/register_map.hpp"

#include <gtest/gtest.h>

#include <string>

#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

std::string description(const std::string& registers) {
  return "block: timer\n"
         "title: Timer\n"
         "address: {bits: 8, select: 7-4, fields: [{name: number, bits: 3-0}]}\n"
         "banks:\n"
         "  - name: all\n"
         "    at: 0\n"
         "    registers: [" +
         registers + "]\n";
}

const std::string control =
    "{name: control, at: 2, access: rw, reset: 1, index: [number], fields: [{name: rate, bits: ";

std::string error_of_registers(const std::string& registers) {
  try {
    read_register_map(description(registers), "t.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "good";
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(RegisterMap, a_changed_bit_moves_in_verilog_cpp_and_docs) {
  const RegisterMap map = read_register_map(description(control + "5-3}]}"), "t.yaml");
  EXPECT_TRUE(holds(verilog_of(map), "localparam ALL_CONTROL_RATE = 3;"));
  EXPECT_TRUE(holds(verilog_of(map), "localparam ALL_CONTROL_RATE_BITS = 3;"));
  EXPECT_TRUE(holds(cpp_of(map), "inline constexpr RegisterField rate{3, 3};"));
  EXPECT_TRUE(holds(markdown_of(map), "| 5-3 | rate |"));

  const RegisterMap moved = read_register_map(description(control + "9-8}]}"), "t.yaml");
  EXPECT_TRUE(holds(verilog_of(moved), "localparam ALL_CONTROL_RATE = 8;"));
  EXPECT_TRUE(holds(verilog_of(moved), "localparam ALL_CONTROL_RATE_BITS = 2;"));
  EXPECT_TRUE(holds(cpp_of(moved), "inline constexpr RegisterField rate{8, 2};"));
  EXPECT_TRUE(holds(markdown_of(moved), "| 9-8 | rate |"));
}

TEST(RegisterMap, addresses_and_values_after_reset_stand_in_all_three) {
  const RegisterMap map = read_register_map(description(control + "0}]}"), "t.yaml");
  EXPECT_TRUE(holds(verilog_of(map), "localparam [3:0] ALL_CONTROL = 4'h2;"));
  EXPECT_TRUE(holds(verilog_of(map), "localparam [31:0] ALL_CONTROL_RESET = 32'h00000001;"));
  EXPECT_TRUE(holds(verilog_of(map), "localparam ADDRESS_NUMBER_BITS = 4;"));
  EXPECT_TRUE(holds(cpp_of(map), "inline constexpr std::uint32_t at = 0x2;"));
  EXPECT_TRUE(holds(cpp_of(map), "inline constexpr std::uint32_t reset = 0x1;"));
  EXPECT_TRUE(holds(markdown_of(map), "| 2 | number | `control` | rw | 0x1 |"));
}

TEST(RegisterMap, a_field_takes_its_bits_out_of_a_word_and_puts_them_in) {
  constexpr RegisterField field{8, 4};
  EXPECT_EQ(field.of(0xabcdU), 0xbU);
  EXPECT_EQ(field.in(0x1dU), 0xd00U);
  EXPECT_EQ((RegisterField{0, 32}.of(0xffff'ffffU)), 0xffff'ffffU);
}

TEST(RegisterMap, refuses_bits_that_are_none) {
  EXPECT_EQ(error_of_registers(control + "32-30}]}"),
            "t.yaml:7:107: '32-30' as bits; expected the highest and the lowest, such as 15-8, or "
            "one bit; of 32 bits the highest is 31");
  EXPECT_EQ(error_of_registers(control + "3-5}]}").substr(0, 30), "t.yaml:7:107: '3-5' as bits; e");
  EXPECT_EQ(error_of_registers(control + "x}]}").substr(0, 28), "t.yaml:7:107: 'x' as bits; e");
}

TEST(RegisterMap, refuses_what_overlaps_or_is_there_twice) {
  EXPECT_EQ(error_of_registers(control + "5-3}, {name: on, bits: 4}]}"),
            "t.yaml:7:113: 'on' and 'rate' overlap; expected bits of their own for each");
  EXPECT_EQ(error_of_registers(control + "5-3}, {name: rate, bits: 8}]}"),
            "t.yaml:7:120: 'rate' is there twice; expected each name once");
  EXPECT_EQ(error_of_registers(control + "0}]}, {name: other, at: 2, access: r}"),
            "t.yaml:7:131: 'other' and 'control' have one address; expected an address for each");
  EXPECT_EQ(
      error_of_registers("{name: a, at: 0, every: 2, access: r}, {name: b, at: 6, access: r}"),
      "t.yaml:7:70: 'b' and 'a' have one address; expected an address for each");
}

TEST(RegisterMap, refuses_unknown_words_with_the_nearest) {
  EXPECT_EQ(error_of_registers("{name: a, at: 0, acces: r}"),
            "t.yaml:7:34: unknown key of a register: 'acces'; expected name, at, every, access, "
            "reset, says, index or fields; did you mean 'access'?");
  EXPECT_EQ(error_of_registers("{name: a, at: 0, access: rx}").substr(0, 41),
            "t.yaml:7:42: unknown access: 'rx'; expect");
  EXPECT_EQ(error_of_registers("{name: a, at: 0, access: r, index: [numbr]}"),
            "t.yaml:7:53: unknown field of the address: 'numbr'; expected number; did you mean "
            "'number'?");
  EXPECT_EQ(error_of_registers("{name: A-b, at: 0, access: r}"),
            "t.yaml:7:24: the name 'A-b'; expected lower case letters, digits and _, such as "
            "random_base");
  EXPECT_EQ(error_of_registers("{name: switch, at: 0, access: r}"),
            "t.yaml:7:24: the name 'switch'; expected another: it is a word of C++");
}

TEST(RegisterMap, says_what_is_missing) {
  EXPECT_EQ(error_of_registers("{name: a, access: r}"),
            "t.yaml:7:17: a register without 'at'; expected its address");
}

TEST(RegisterMap, refuses_numbers_that_do_not_fit) {
  EXPECT_EQ(error_of_registers("{name: a, at: 16, access: r}"),
            "t.yaml:7:31: '16' as at; expected a number from 0 to 0xf");
  EXPECT_EQ(error_of_registers("{name: a, at: 0, access: r, reset: 0x100000000}").substr(0, 32),
            "t.yaml:7:52: '0x100000000' as re");
}

}  // namespace
}  // namespace weft
