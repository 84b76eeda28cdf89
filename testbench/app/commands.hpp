// The commands of `weft`, each in a file of its own.
#pragma once

#include <CLI/CLI.hpp>

namespace weft::app {

/// Exit status of the command.
inline constexpr int ok = 0;
inline constexpr int failed = 1;     ///< A check or a run failed.
inline constexpr int wrong_use = 2;  ///< Wrong arguments, or a file that is not right.

/// What the chosen command returned.
struct Outcome {
  int status = ok;
};

void add_run(CLI::App& app, Outcome& outcome);
void add_check(CLI::App& app, Outcome& outcome);
void add_list(CLI::App& app, Outcome& outcome);
void add_describe(CLI::App& app, Outcome& outcome);
void add_reproduce(CLI::App& app, Outcome& outcome);
void add_bench(CLI::App& app, Outcome& outcome);

}  // namespace weft::app
