// The level rtl through the command `weft`.
#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rtl/c104/c104_models.hpp"
#include "rtl/common/library_beside.hpp"
#include "tests/app/command.hpp"
#include "tests/support/vcd_reader.hpp"

namespace weft::test {
namespace {

// Bit 0 of a wave, as a wave of its own.
std::vector<VcdChange> lowest_bit(const std::vector<VcdChange>& wave) {
  std::vector<VcdChange> bit;
  for (const VcdChange& change : wave) {
    const std::string value = change.value.substr(change.value.size() - 1);
    if (bit.empty() || bit.back().value != value) bit.push_back({change.time, value});
  }
  return bit;
}

// What a library beside the program is refused for.
std::string refusal(const LibraryBeside& library) {
  struct Told {
    const char* weft_version;
  };
  try {
    load_beside<Told>(library);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing";
}

// libm has none of Weft's variables.
constexpr LibraryBeside libm{"a library", "libm.so.6", "nowhere.so", "weft_told",
                             "1",         "WEFT_NONE", "make it"};

TEST(LibraryBeside, that_is_not_there_tells_how_to_build_it) {
  LibraryBeside library = libm;
  library.file = "libweft_none.so";
  const std::string told = refusal(library);
  EXPECT_EQ(told.rfind("a library cannot be loaded: nowhere.so: ", 0), 0U) << told;
  EXPECT_TRUE(told.ends_with("; build it: make it")) << told;
}

TEST(LibraryBeside, of_another_weft_tells_how_to_build_it) {
  const std::string another = "a library was built for another Weft; build it: make it";
  EXPECT_EQ(refusal(libm), another);
  require_version(libm, "1");
  try {
    require_version(libm, "2");
    FAIL() << "version 2 does for 1";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), another);
  }
}

TEST(LibraryBeside, is_built_first_by_the_command_that_the_environment_has) {
  LibraryBeside library = libm;
  library.build_variable = "WEFT_TEST_BUILD";
  setenv("WEFT_TEST_BUILD", "exit 3", 1);
  EXPECT_EQ(refusal(library), "`exit 3` has failed");
}

class RtlCommand : public testing::Test {
 protected:
  void SetUp() override {
    if (rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  }
  // The table, without the line that names the levels and that of the wall clock.
  std::string table(const std::string& arguments) {
    const Result result = shell_.run("weft run " + arguments + " --all");
    EXPECT_EQ(result.status, 0) << result.err;
    std::string table;
    for (const std::string& line : lines_of(result.out)) {
      if (line.find("at signal") == std::string::npos && line.find("simulated") != 0) {
        table += line + '\n';
      }
    }
    return table;
  }

  Shell shell_;
};

TEST_F(RtlCommand, a_mesh_of_verilog_switches_gives_the_table_of_one_at_signal) {
  const std::string rtl = table("rtl_mesh_4x4");
  EXPECT_NE(rtl.find("messages"), std::string::npos) << rtl;
  EXPECT_EQ(rtl, table("rtl_mesh_4x4 --set groups.0.level=signal"));
  EXPECT_EQ(rtl, table("rtl_mesh_4x4 --set groups.0.level=token"));
}

TEST_F(RtlCommand, one_verilog_switch_stands_among_those_at_signal_and_token) {
  const std::string one = "rtl_mesh_4x4 --set 'groups.0.match=node[1,2].router'";
  const std::string rtl = table(one);
  EXPECT_EQ(rtl, table(one + " --set groups.0.level=signal"));
  EXPECT_EQ(rtl, table(one + " --level signal"));
}

TEST_F(RtlCommand, ready_platforms_give_the_same_table_with_all_of_them_in_verilog) {
  for (const std::string run :
       {"two_t9000 --for 300us", "two_t9000_c104 --for 300us", "mesh_4x4 --for 130us"}) {
    SCOPED_TRACE(run);
    const std::string rtl = table(run + " --level rtl");
    EXPECT_NE(rtl.find("messages"), std::string::npos) << rtl;
    EXPECT_EQ(rtl, table(run + " --level signal"));
  }
}

// Of a wait all but the holder, the last column: Verilog tells one whose last tokens cross later
// too, where a model has moved them already.
TEST_F(RtlCommand, hops_through_verilog_switches_are_those_at_signal) {
  const auto log = [this](const std::string& kind, const std::string& level) {
    const Result result =
        shell_.run("weft run rtl_mesh_4x4 --for 150us --set groups.0.level=" + level +
                   " --set workload.interval=3us --events log.csv --events-kind " + kind);
    EXPECT_EQ(result.status, 0) << result.err;
    std::vector<std::string> lines = lines_of(shell_.read("log.csv"));
    for (std::string& line : lines) line.erase(line.rfind(',') + 1);
    std::sort(lines.begin(), lines.end());  // those of one time come in any order
    return lines;
  };
  const std::vector<std::string> hops = log("hop", "rtl");
  EXPECT_GT(hops.size(), 1'000U);
  EXPECT_EQ(hops, log("hop", "signal"));
  const std::vector<std::string> waits = log("wait", "rtl");
  EXPECT_GT(waits.size(), 100U);
  EXPECT_EQ(waits, log("wait", "signal"));
}

TEST_F(RtlCommand, a_standstill_is_told_at_the_same_time_where_links_in_verilog_restart) {
  const std::string run =
      "weft run two_t9000 --set defaults.dslink.error_at=151us"
      " --set defaults.dslink.auto_restart=400us --level ";
  const Result rtl = shell_.run(run + "rtl");
  EXPECT_EQ(rtl.status, 1);
  EXPECT_NE(rtl.err.find("standstill at"), std::string::npos) << rtl.err;
  EXPECT_EQ(rtl.err, shell_.run(run + "signal").err);
}

TEST_F(RtlCommand, links_that_the_verilog_cannot_be_are_refused) {
  shell_.write("slow.yaml",
               "components:\n"
               "  a: {type: t9000}\n"
               "  b: {type: t9000, level: rtl, clock: 90 ns}\n"
               "links: [{from: a.link0, to: b.link0}]\n");
  const Result slow = shell_.run("weft run slow.yaml");
  EXPECT_EQ(slow.status, 2);
  EXPECT_NE(slow.err.find("slow.yaml:3:3: a t9000 at rtl whose links the RTL cannot be: clock "
                          "(90000 ps) must be at most 8 bit times of 10000 ps"),
            std::string::npos)
      << slow.err;
  const Result odd =
      shell_.run("weft run two_t9000 --level rtl --set defaults.dslink.bit_rate=9999ps");
  EXPECT_EQ(odd.status, 2);
  EXPECT_NE(odd.err.find("periods of the clock, more than"), std::string::npos) << odd.err;
}

TEST_F(RtlCommand, what_the_verilog_cannot_be_is_refused) {
  const Result result = shell_.run("weft run rtl_mesh_4x4 --set defaults.c104.arbitration=random");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("arbitration must be fifo"), std::string::npos) << result.err;
}

TEST_F(RtlCommand, one_waveform_holds_the_wires_in_systemc_and_the_inside_of_the_verilog) {
  const Result result = shell_.run(
      "weft run rtl_switch_8 --for 60us --set run.warm_up=0us --trace w.vcd"
      " --trace-filter 'switch.link0.?' --trace-filter switch.link0.state"
      " --trace-filter switch.rtl.clk --trace-filter 'switch.rtl.?_out'"
      " --trace-filter 'switch.rtl.link[0].ds.state' --trace-filter a.link0.token");
  ASSERT_EQ(result.status, 0) << result.err;
  Vcd vcd = read_vcd(shell_.path("w.vcd"));
  EXPECT_EQ(vcd.bits.at("switch.rtl.d_out"), 8U);
  EXPECT_GT(vcd.waves.at("a.link0.token").size(), 100U);
  const auto& d = vcd.waves.at("switch.link0.d");
  EXPECT_GT(d.size(), 1'000U);
  EXPECT_EQ(d, lowest_bit(vcd.waves.at("switch.rtl.d_out")));
  EXPECT_EQ(vcd.waves.at("switch.link0.s"), lowest_bit(vcd.waves.at("switch.rtl.s_out")));
  EXPECT_EQ(vcd.waves.at("switch.link0.state"), vcd.waves.at("switch.rtl.link[0].ds.state"));
  // up at 0, 10 ns, 20 ns ..., down between
  const auto& clk = vcd.waves.at("switch.rtl.clk");
  ASSERT_EQ(clk.size(), 12'000U);
  EXPECT_EQ(clk[2], (VcdChange{10 * nanosecond, "1"}));
  EXPECT_EQ(clk[3], (VcdChange{15 * nanosecond, "0"}));
}

TEST_F(RtlCommand, the_inside_of_the_links_of_a_t9000_is_in_the_waveform) {
  const std::string run =
      "weft run two_t9000 --for 60us --set run.warm_up=0us --trace w.vcd"
      " --trace-filter '*.token' --trace-filter '*.state'"
      " --trace-filter 'left.link0.?' --level ";
  ASSERT_EQ(shell_.run(run + "signal").status, 0);
  const Vcd signal = read_vcd(shell_.path("w.vcd"));
  const Result result = shell_.run(run +
                                   "rtl --trace-filter 'left.rtl.link[0].ds.?_out'"
                                   " --trace-filter 'left.rtl.link[0].ds.credit'");
  ASSERT_EQ(result.status, 0) << result.err;
  Vcd rtl = read_vcd(shell_.path("w.vcd"));
  for (const char* wave :
       {"left.link0.token", "left.link0.d", "left.link0.s", "right.link0.token"}) {
    EXPECT_GT(rtl.waves.at(wave).size(), 100U);
    EXPECT_EQ(rtl.waves.at(wave), signal.waves.at(wave)) << wave;
  }
  EXPECT_EQ(rtl.waves.at("left.link0.d"), rtl.waves.at("left.rtl.link[0].ds.d_out"));
  EXPECT_EQ(rtl.waves.at("left.link0.s"), rtl.waves.at("left.rtl.link[0].ds.s_out"));
  EXPECT_GT(rtl.waves.at("left.rtl.link[0].ds.credit").size(), 100U);
  // states follow a clock later where they came in by the wires
  const auto& at_signal = signal.waves.at("left.link0.state");
  const auto& at_rtl = rtl.waves.at("left.link0.state");
  ASSERT_EQ(at_rtl.size(), at_signal.size());
  EXPECT_EQ(at_rtl.back().value, at_signal.back().value);
  EXPECT_EQ(at_rtl.back().time, at_signal.back().time + 10 * nanosecond);
}

TEST_F(RtlCommand, a_trace_changes_nothing_and_leaves_the_inside_out_unless_it_is_asked_for) {
  const std::string run = "rtl_switch_8 --for 100us --set run.warm_up=0us";
  const auto without_files = [this](const std::string& arguments) {
    const std::string text = table(arguments);
    return text.substr(0, text.find("traced into"));
  };
  const std::string plain = without_files(run);
  EXPECT_EQ(plain, without_files(run + " --trace w.vcd"));
  for (const auto& [name, wave] : read_vcd(shell_.path("w.vcd")).waves) {
    EXPECT_EQ(name.find(".rtl."), std::string::npos) << name;
  }
  EXPECT_EQ(plain, without_files(run + " --trace w.vcd --trace-filter 'switch.rtl'"));
}

TEST_F(RtlCommand, the_cost_of_co_simulation_is_told) {
  const Result result = shell_.run("weft bench rtl --runs 1 --for 150us --json -");
  ASSERT_EQ(result.status, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json.at("clocks"), 15'000);
  EXPECT_GT(json.at("bare_seconds"), 0);
  EXPECT_GT(json.at("times"), 0);
}

TEST_F(RtlCommand, a_file_that_is_no_plugin_is_refused) {
  shell_.write("mine.so", "no library");
  const Result result = shell_.run("weft run two_t9000 --plugin mine.so");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("the plugin 'mine.so', which is no plugin of Weft's"),
            std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace weft::test
