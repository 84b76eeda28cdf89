// What must become of mutations of the ready platforms.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/platform.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/platforms/ready_platforms.hpp"
#include "tests/support/platform_mutator.hpp"

namespace weft::test {

/// A suite with the ready platforms for parameters.
class ReadyPlatform : public testing::TestWithParam<std::filesystem::path> {};

inline std::string name_of_test(const testing::TestParamInfo<std::filesystem::path>& info) {
  return info.param.stem();
}

/// Makes `count` mutations of a file. Fails unless each gives a platform or one error with a line,
/// in the file or in one that it includes, and there are both. `good` is called with each platform
/// and its text.
inline void check_mutations(
    const std::filesystem::path& file, int count,
    const std::function<void(Platform platform, const std::string& text)>& good = {}) {
  const std::string name = file;  // files of graphs lie beside it
  const std::string original = read_file(file);
  PlatformMutator mutator(file.filename().string());
  int platforms = 0;
  for (int i = 0; i < count; ++i) {
    const std::string text = mutator.mutate(original);
    try {
      Platform platform = resolve(parse_netlist(text, name));
      ++platforms;
      if (good) good(std::move(platform), text);
    } catch (const InputError& error) {
      ASSERT_TRUE(error.place().source) << error.what() << "\n" << text;
      const std::filesystem::path place = *error.place().source;
      ASSERT_EQ(place.parent_path(), file.parent_path()) << error.what() << "\n" << text;
      ASSERT_GT(error.place().line, 0U) << error.what() << "\n" << text;
    } catch (const std::exception& error) {
      FAIL() << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(platforms, 0);
  EXPECT_LT(platforms, count);
}

}  // namespace weft::test
