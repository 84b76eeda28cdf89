// The level rtl through the command `weft`.
#include <string>

#include <gtest/gtest.h>

#include "rtl/c104/c104_models.hpp"
#include "tests/app/command.hpp"

namespace weft::test {
namespace {

class RtlCommand : public testing::Test {
 protected:
  void SetUp() override {
    if (rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  }
  // The table, without the line that names the levels and that of the wall clock.
  std::string table(const std::string& arguments) {
    const Result result = shell_.run("weft run " + arguments);
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

TEST_F(RtlCommand, what_the_verilog_cannot_be_is_refused) {
  const Result result = shell_.run("weft run rtl_mesh_4x4 --set defaults.c104.arbitration=random");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("arbitration must be fifo"), std::string::npos) << result.err;
}

TEST_F(RtlCommand, a_file_that_is_no_plugin_is_refused) {
  shell_.write("mine.so", "no library");
  const Result result = shell_.run("weft run two_t9000 --plugin mine.so");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("the plugin 'mine.so', which cannot be loaded"), std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace weft::test
