// The commands of `weft`, each in a file of its own.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace weft::app {

/// Exit status of the command.
inline constexpr int ok = 0;
inline constexpr int failed = 1;     ///< A check or a run failed.
inline constexpr int wrong_use = 2;  ///< Wrong arguments, or a file that is not right.

/// Check of an option: refuses an empty value, such as that of a shell variable that is not set.
inline std::string require_value(const std::string& value) {
  return value.empty() ? "expected a value" : "";
}

/// What the chosen command returned.
struct Outcome {
  int status = ok;
};

void add_run(CLI::App& app, Outcome& outcome);
void add_check(CLI::App& app, Outcome& outcome);
void add_list(CLI::App& app, Outcome& outcome);
void add_describe(CLI::App& app, Outcome& outcome);
void add_schema(CLI::App& app, Outcome& outcome);
void add_reproduce(CLI::App& app, Outcome& outcome);
void add_sweep(CLI::App& app, Outcome& outcome);
void add_extract(CLI::App& app, Outcome& outcome);
void add_report(CLI::App& app, Outcome& outcome);
void add_bench(CLI::App& app, Outcome& outcome);
void add_draw(CLI::App& app, Outcome& outcome);
void add_assemble(CLI::App& app, Outcome& outcome);
void add_disassemble(CLI::App& app, Outcome& outcome);
void add_registers(CLI::App& app, Outcome& outcome);

}  // namespace weft::app
