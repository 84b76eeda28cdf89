// weft bench without a platform: the ready benchmarks.
#pragma once

#include <string>
#include <vector>

#include "testbench/app/json_file.hpp"

namespace weft::app {

struct BenchTableArguments {
  std::vector<std::string> only;  ///< Names, or how some begin; empty for all.
  unsigned runs = 5;
  bool counts = false;  ///< Instructions and misses too.
  std::string compare;  ///< What `--json` of another run of it wrote; empty for none.
};

/// Runs them in turn, so that a machine that slows down slows all, and prints the table, or writes
/// it as JSON; one whose run fails says so in its row. The exit status: `failed` if there is such a
/// one, that of a signal which has ended it early, with what there was; else `ok`, as asked or not.
/// Throws InputError: an unknown name, a file to compare with that is none.
int bench_table(const BenchTableArguments& arguments, JsonFile& json);

}  // namespace weft::app
