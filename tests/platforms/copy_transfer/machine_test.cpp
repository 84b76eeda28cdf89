// Machine files of the copy-transfer model, good and bad.
#include <gtest/gtest.h>

#include <string>

#include "tests/platforms/copy_transfer/support.hpp"

namespace weft::copy_transfer {
namespace {

std::string wrong_machine(const std::string& yaml) {
  return error_of([&] { machine_of(yaml); });
}

std::string with_transfers(const std::string& transfers, const std::string& rest = {}) {
  return "name: m\nfigures:\n  - source: s\n    transfers: {" + transfers + "}\n" + rest;
}

std::string found(const Machine& machine, const std::string& transfer) {
  const auto figure = find_figure(machine, expression_of(transfer).transfer);
  return figure ? figure->name : "none";
}

// Tables 1 to 4.
TEST(CopyTransferMachine, ready_ones_have_the_published_figures) {
  const Machine t3d = ready_machine("t3d");
  EXPECT_EQ(t3d.name, "Cray T3D");
  EXPECT_EQ(t3d.figures.at("1C64").rate, 67.9);
  EXPECT_EQ(t3d.figures.at("1C64").source, "table 1");
  EXPECT_EQ(t3d.figures.at("wS0").rate, 32);
  EXPECT_EQ(t3d.figures.at("0D64").rate, 52);
  EXPECT_EQ(t3d.figures.at("Nadp@4").rate, 20);
  const Machine paragon = ready_machine("paragon");
  EXPECT_EQ(paragon.figures.at("wC1").rate, 45.1);
  EXPECT_EQ(paragon.figures.at("1F0").rate, 160);
  EXPECT_EQ(paragon.figures.at("0Rw").rate, 42);
  EXPECT_EQ(paragon.figures.at("Nd@1").rate, 176);
  EXPECT_EQ(paragon.figures.at("0R16").source, "");
  EXPECT_NE(paragon.figures.at("0R16").derived, "");
}

// "For our estimates we use congestion two" (section 4.3); table 4.
TEST(CopyTransferMachine, a_network_without_congestion_has_that_of_the_machine) {
  EXPECT_EQ(found(ready_machine("t3d"), "Nd"), "Nd@2");
  EXPECT_EQ(found(ready_machine("t3d"), "Nadp@4"), "Nadp@4");
  EXPECT_EQ(found(machine_of(round_machine), "Nd"), "Nd@1");
  EXPECT_EQ(found(machine_of(round_machine), "Nd@3"), "none");
}

// "We assume for simplicity that the throughput for stride 64 applies to any larger stride" (4.2).
TEST(CopyTransferMachine, strides_above_64_use_64) {
  const Machine t3d = ready_machine("t3d");
  EXPECT_EQ(found(t3d, "1C1024"), "1C64");
  EXPECT_EQ(found(t3d, "65S0"), "64S0");
  EXPECT_EQ(found(t3d, "32C1"), "none");
  EXPECT_EQ(found(machine_of(round_machine), "1C65"), "none");
}

TEST(CopyTransferMachine, blocks_use_single_words_where_they_have_no_figure) {
  EXPECT_EQ(found(ready_machine("t3d"), "1C1024:2"), "1C64");
  EXPECT_EQ(found(ready_machine("t3d"), "w:2C1"), "wC1");
  const Machine own =
      machine_of(with_transfers("1C64: 50 MB/s, 1C64:2: 70 MB/s", "large_stride: 64\n"));
  EXPECT_EQ(found(own, "1C64:2"), "1C64:2");
  EXPECT_EQ(found(own, "1C128:2"), "1C64:2");
  EXPECT_EQ(found(own, "1C128:3"), "1C64");
}

TEST(CopyTransferMachine, tells_what_is_wrong_with_its_place) {
  EXPECT_EQ(
      wrong_machine(with_transfers("1C1: 93 MB/s", "congestoin: 2\n")),
      "m.yaml:5:1: unknown key of a machine: 'congestoin'; expected name, source, congestion, "
      "processors, large_stride, figures or limits; did you mean 'congestion'?");
  EXPECT_EQ(wrong_machine("figures: []\n"),
            "m.yaml:1:1: a machine without 'name'; expected what the machine is called");
  EXPECT_EQ(
      wrong_machine("name: m\n"),
      "m.yaml:1:1: a machine without 'figures'; expected a list of figures with their source");
  EXPECT_EQ(
      wrong_machine("name: m\nfigures:\n  - transfers: {1C1: 1 MB/s}\n"),
      "m.yaml:3:5: figures with neither or both of 'source' and 'derived'; expected where they "
      "were published, or what they follow from");
  EXPECT_EQ(wrong_machine(with_transfers("1X1: 93 MB/s")),
            "m.yaml:4:17: unknown transfer 'X'; expected C, S, F, R, D, Nd or Nadp");
  EXPECT_EQ(
      wrong_machine(with_transfers("1C1 1C1: 93 MB/s")),
      "m.yaml:4:17: '1C1 1C1': '1C1' behind the transfer; expected one transfer, such as 1C64");
  EXPECT_EQ(wrong_machine(with_transfers("Nd: 93 MB/s")),
            "m.yaml:4:17: 'Nd' without its congestion; expected it behind '@', such as Nd@2");
  EXPECT_EQ(
      wrong_machine(with_transfers("1C1: 93")),
      "m.yaml:4:22: '93' for '1C1'; expected a number with one of the units B/s, kB/s, MB/s or "
      "GB/s, such as 10 MB/s");
  EXPECT_EQ(wrong_machine(with_transfers("1C1: 0 MB/s")),
            "m.yaml:4:22: a throughput of 0 of '1C1'; expected more, or no figure");
  EXPECT_EQ(wrong_machine(with_transfers("64C1: 1 MB/s, 64:1C1: 2 MB/s")),
            "m.yaml:4:31: '64C1' once more; expected one figure of each transfer");
  EXPECT_EQ(wrong_machine(with_transfers("1C1: 93 MB/s", "large_stride: 1\n")),
            "m.yaml:5:15: '1' for 'large_stride'; expected 2..1000000000");
}

TEST(CopyTransferMachine, tells_what_is_no_limit) {
  const auto wrong_limit = [](const std::string& limit) {
    return wrong_machine(with_transfers("1C1: 93 MB/s", "limits:\n  - {limit: " + limit + "}\n"));
  };
  EXPECT_EQ(
      wrong_limit("xQy + S <= 0Cx"),
      "m.yaml:6:13: 'xQy + S <= 0Cx': xQy and other terms; expected the whole operation alone");
  EXPECT_EQ(wrong_limit("2 S > 3"), "m.yaml:6:13: '2 S > 3': '>'; expected '+', '<=' or '<'");
  EXPECT_EQ(wrong_limit("0 S <= 1 MB/s"),
            "m.yaml:6:13: '0 S <= 1 MB/s': '0' as a factor; expected a number such as 2");
  EXPECT_EQ(
      wrong_limit("S <= Nd"),
      "m.yaml:6:13: 'S <= Nd': 'Nd'; expected a rate, such as 400 MB/s, or a transfer, such as "
      "0Cx");
  EXPECT_EQ(wrong_limit("S <= 0 MB/s"), "m.yaml:6:13: 'S <= 0 MB/s': a limit of 0; expected more");
  EXPECT_EQ(wrong_limit("S <= 4 Mbyte/s"),
            "m.yaml:6:13: unknown transfer 'M'; expected C, S, F, R, D, Nd or Nadp");
  EXPECT_EQ(wrong_limit("S <= 0C1 o"),
            "m.yaml:6:13: 'S <= 0C1 o': 'o'; expected nothing behind it");
}

}  // namespace
}  // namespace weft::copy_transfer
