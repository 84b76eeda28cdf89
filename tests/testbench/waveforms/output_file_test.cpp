#include "testbench/waveforms/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "testbench/experiments/forked.hpp"
#include "tests/testbench/waveforms/support.hpp"

namespace weft::test {
namespace {

using Names = std::vector<std::string>;

TEST(OutputFile, LeavesTheTargetUntouchedUntilItIsPublished) {
  const WaveFolder folder;
  const std::string path = folder.file("out");
  write_text(path, "old");
  OutputFile file(path, "-o");
  file.write("new");
  file.finish();
  EXPECT_EQ(text_of(path), "old");
  file.publish();
  EXPECT_EQ(text_of(path), "new");
  EXPECT_EQ(folder.list(), Names{"out"});
}

TEST(OutputFile, LeavesNothingBehindWhenItIsAbandoned) {
  const WaveFolder folder;
  const std::string path = folder.file("out");
  write_text(path, "old");
  {
    OutputFile file(path, "-o");
    file.write(std::string(1U << 20U, 'x'));
    EXPECT_EQ(folder.list().size(), 2U);
  }
  EXPECT_EQ(text_of(path), "old");
  EXPECT_EQ(folder.list(), Names{"out"});
}

TEST(OutputFile, RemovesWhatAKilledProcessLeft) {
  const WaveFolder folder;
  const std::string other = folder.file("other");
  const auto die_while_writing = [&]() -> std::string {
    const OutputFile file(other, "-o");
    std::raise(SIGKILL);
    return {};
  };
  EXPECT_THROW(run_forked({die_while_writing}, 1), std::runtime_error);
  EXPECT_EQ(folder.list().size(), 1U);
  const OutputFile file(folder.file("out"), "-o");
  const auto names = folder.list();
  ASSERT_EQ(names.size(), 1U);
  EXPECT_EQ(names[0].rfind("out.", 0), 0U) << "its own";
}

TEST(OutputFile, LeavesWhatALivingProcessWrites) {
  const WaveFolder folder;
  OutputFile first(folder.file("first"), "-o");
  const auto write_beside_it = [&]() -> std::string {
    OutputFile second(folder.file("second"), "-o");
    second.finish();
    second.publish();
    return {};
  };
  run_forked({write_beside_it}, 1);
  first.finish();
  first.publish();
  EXPECT_EQ(folder.list(), (Names{"first", "second"}));
}

TEST(OutputFile, KeepsASymbolicLinkAndTheModeOfTheFileBehindIt) {
  const WaveFolder folder;
  const std::string path = folder.file("real");
  write_text(path, "old");
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  std::filesystem::create_symlink("real", folder.file("link"));
  OutputFile file(folder.file("link"), "-o");
  file.write("new");
  file.finish();
  file.publish();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(text_of(path), "new");
  EXPECT_EQ(static_cast<unsigned>(std::filesystem::status(path).permissions()), 0640U);
}

TEST(OutputFile, TellsOfAFolderThatDoesNotExist) {
  const WaveFolder folder;
  const std::string path = folder.file("nowhere/out.vcd");
  EXPECT_EQ(input_error_of([&] { OutputFile file(path, "-o"); }),
            path + ": cannot be created: No such file or directory");
}

TEST(OutputFile, TellsOfATargetThatIsAFolder) {
  const WaveFolder folder;
  std::filesystem::create_directory(folder.file("sub"));
  EXPECT_EQ(input_error_of([&] { OutputFile file(folder.file("sub"), "-o"); }),
            folder.file("sub") + ": cannot be written: Is a directory");
}

TEST(OutputFile, TellsOnceOfAFullDisk) {
  OutputFile file("/dev/full", "-o");
  unsigned failures = 0;
  file.on_failure([&failures] { ++failures; });
  for (unsigned i = 0; i < 4; ++i) file.write(std::string(1U << 20U, 'x'));
  EXPECT_TRUE(file.failed());
  EXPECT_EQ(failures, 1U);
  EXPECT_EQ(input_error_of([&] { file.finish(); }),
            "/dev/full: cannot be written: No space left on device");
}

TEST(OutputFile, WritesADeviceDirectly) {
  OutputFile file("/dev/null", "-o");
  file.write("text");
  EXPECT_FALSE(file.regular());
  file.finish();
  file.publish();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace weft::test
