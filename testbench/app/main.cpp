// The command `weft`.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <string>

#include <CLI/CLI.hpp>
#include <systemc>

#include "platforms/netlist/input_error.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/build_info.hpp"

namespace {

using namespace weft::app;

int run_command(int argc, char** argv) {
  CLI::App app{"Cycle-accurate SystemC models of transputer networks", "weft"};
  app.set_version_flag("--version", "weft " + std::string(weft::build_info::version));
  app.require_subcommand(1);
  Outcome outcome;
  add_run(app, outcome);
  add_check(app, outcome);
  add_list(app, outcome);
  add_describe(app, outcome);
  add_reproduce(app, outcome);
  add_bench(app, outcome);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ok : wrong_use;
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
  return outcome.status;
}

}  // namespace

// SystemC's own `main` would print a banner and name the process "sc_main".
int sc_main(int argc, char** argv) { return run_command(argc, argv); }

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  auto logger = spdlog::stderr_color_st("weft");
  logger->set_pattern("weft: %^%l%$: %v");
  spdlog::set_default_logger(logger);
  return sc_core::sc_elab_and_sim(argc, argv);
}
