// The command `weft`.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <systemc>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/build_info.hpp"

namespace {

using namespace weft::app;

void report_unknown_command(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const weft::InputError error(weft::place_of("weft"), "unknown command '" + name + "'",
                               "expected " + weft::list_names(names),
                               weft::nearest_name(name, names));
  spdlog::error("{}", error.what());
}

// Help and version are "errors" too, of status 0.
int report(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  if (error.get_exit_code() == 0) {
    app.exit(error);
    return ok;
  }
  const auto commands = app.get_subcommands();
  if (commands.empty() && argc > 1 && argv[1][0] != '-') {
    report_unknown_command(app, argv[1]);
  } else {
    const std::string command = commands.empty() ? "" : " " + commands.front()->get_name();
    spdlog::error("{}; see `weft{} --help`", error.what(), command);
  }
  return wrong_use;
}

int run_command(int argc, char** argv) {
  CLI::App app{"Cycle-accurate SystemC models of iWarp and transputer multicomputers", "weft"};
  app.set_version_flag("--version", "weft " + std::string(weft::build_info::version));
  app.require_subcommand(1);
  Outcome outcome;
  add_run(app, outcome);
  add_check(app, outcome);
  add_draw(app, outcome);
  add_list(app, outcome);
  add_describe(app, outcome);
  add_schema(app, outcome);
  add_reproduce(app, outcome);
  add_sweep(app, outcome);
  add_extract(app, outcome);
  add_report(app, outcome);
  add_bench(app, outcome);
  add_assemble(app, outcome);
  add_disassemble(app, outcome);
  add_registers(app, outcome);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return report(app, error, argc, argv);
  } catch (const weft::InputError& error) {
    spdlog::error("{}", error.what());
    return wrong_use;
  } catch (const sc_core::sc_report& report) {
    spdlog::error("{}", report.get_msg());
    return failed;
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
    return failed;
  }
  if (std::fflush(stdout) != 0) {
    spdlog::error("standard output cannot be written: {}", std::generic_category().message(errno));
    return wrong_use;
  }
  return outcome.status;
}

}  // namespace

// SystemC's own `main` would print a banner and name the process "sc_main".
int sc_main(int argc, char** argv) { return run_command(argc, argv); }

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of `write`
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  auto logger = spdlog::stderr_color_st("weft");
  logger->set_pattern("weft: %^%l%$: %v");
  spdlog::set_default_logger(logger);
  return sc_core::sc_elab_and_sim(argc, argv);
}
