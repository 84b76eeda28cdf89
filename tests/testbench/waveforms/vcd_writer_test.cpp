#include "testbench/waveforms/vcd_writer.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "tests/support/vcd_reader.hpp"
#include "tests/testbench/waveforms/support.hpp"

namespace weft::test {
namespace {

struct TwoWaves {
  VcdWriter::Variable wire;
  VcdWriter::Variable word;
};

/// What `record` writes, ended at 100 ps.
std::string written(TraceWindow window, const std::function<void(VcdWriter&, TwoWaves)>& record) {
  const WaveFolder folder;
  OutputFile file(folder.file("out.vcd"), "-o");
  VcdWriter writer(file, window, "test $end\nplatform");
  TwoWaves waves{};
  waves.wire = writer.declare("node[3,2].link5.d", 1);
  waves.word = writer.declare("node[3,2].link5.token", 10);
  record(writer, waves);
  writer.finish(100);
  file.finish();
  file.publish();
  return text_of(folder.file("out.vcd"));
}

const std::string header =
    "$version Weft $end\n"
    "$comment test  end platform $end\n"
    "$timescale 1ps $end\n"
    "$scope module node[3,2] $end\n"
    "$scope module link5 $end\n"
    "$var wire 1 ! d $end\n"
    "$var wire 10 \" token [9:0] $end\n"
    "$upscope $end\n"
    "$upscope $end\n"
    "$enddefinitions $end\n";

TEST(VcdWriter, WritesInitialValuesAndChanges) {
  const std::string text = written({}, [](VcdWriter& writer, TwoWaves waves) {
    writer.change(waves.wire, 1, 0);
    writer.change(waves.wire, 0, 20);
    writer.change(waves.word, 0x155, 20);
    writer.change(waves.word, 0, 31);
  });
  EXPECT_EQ(text, header +
                      "#0\n$dumpvars\n1!\nbx \"\n$end\n"
                      "#20\n0!\nb101010101 \"\n"
                      "#31\nb0 \"\n"
                      "#100\n");
}

TEST(VcdWriter, WritesRealChangesOnlyAndOneOfATime) {
  const std::string text = written({}, [](VcdWriter& writer, TwoWaves waves) {
    writer.change(waves.wire, 0, 0);
    writer.change(waves.wire, 0, 10);
    writer.change(waves.wire, 1, 20);
    writer.change(waves.wire, 0, 20);
    writer.change(waves.word, 1, 30);
    writer.change(waves.word, 2, 30);
  });
  EXPECT_EQ(text, header + "#0\n$dumpvars\n0!\nbx \"\n$end\n#30\nb10 \"\n#100\n");
}

TEST(VcdWriter, ShowsAtItsStartWhatWasThereThen) {
  const std::string text = written({50, 70}, [](VcdWriter& writer, TwoWaves waves) {
    writer.change(waves.word, 1, 10);
    writer.change(waves.word, 2, 50);
    writer.change(waves.wire, 1, 60);
    writer.change(waves.word, 3, 70);
    writer.change(waves.word, 4, 71);
    writer.change(waves.wire, 0, 90);
  });
  EXPECT_EQ(text, header + "#50\n$dumpvars\nx!\nb10 \"\n$end\n#60\n1!\n#70\nb11 \"\n");
}

TEST(VcdWriter, HoldsWhatWasThereEvenIfNothingHappens) {
  const std::string text = written(
      {50, 70}, [](VcdWriter& writer, TwoWaves waves) { writer.change(waves.wire, 1, 10); });
  EXPECT_EQ(text, header + "#50\n$dumpvars\n1!\nbx \"\n$end\n#70\n");
}

TEST(VcdWriter, RefusesTimesThatRunBackwards) {
  EXPECT_THROW(written({},
                       [](VcdWriter& writer, TwoWaves waves) {
                         writer.change(waves.wire, 1, 20);
                         writer.change(waves.wire, 0, 19);
                       }),
               std::logic_error);
}

TEST(VcdWriter, GivesThousandsOfVariablesCodesOfTheirOwn) {
  constexpr unsigned count = 20'000;
  const WaveFolder folder;
  OutputFile file(folder.file("out.vcd"), "-o");
  VcdWriter writer(file, {}, "many");
  std::vector<VcdWriter::Variable> variables;
  for (unsigned i = 0; i < count; ++i) {
    variables.push_back(writer.declare("a.v" + std::to_string(i), 64));
  }
  for (unsigned i = 0; i < count; ++i) writer.change(variables[i], ~std::uint64_t{0} - i, 7);
  writer.finish(8);
  file.finish();
  file.publish();
  const Vcd vcd = read_vcd(folder.file("out.vcd"));
  ASSERT_EQ(vcd.waves.size(), count);
  for (unsigned i = 0; i < count; ++i) {
    const auto& changes = vcd.waves.at("a.v" + std::to_string(i));
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_EQ(changes[0].value, "x");
    EXPECT_EQ(changes[1].number(), ~std::uint64_t{0} - i);
  }
}

}  // namespace
}  // namespace weft::test
