// The command `weft`.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>

#include <systemc>

#include "hw/common/huge_pages.hpp"
#include "platforms/netlist/file_guard.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/build_info.hpp"
#include "testbench/waveforms/temporary_file.hpp"

namespace {

using namespace weft::app;

int no_standard_output(int error) {
  spdlog::error("standard output cannot be written: {}", std::generic_category().message(error));
  return wrong_use;
}

int run_command(int argc, char** argv) {
  CommandLine line("weft", std::string(weft::build_info::version),
                   "Cycle-accurate SystemC models of iWarp and transputer multicomputers");
  add_commands(line);
  int status = ok;
  const weft::FileGuard guard;
  try {
    status = line.run(argc, argv);
  } catch (const weft::InputError& error) {
    spdlog::error("{}", error.what());
    return wrong_use;
  } catch (const sc_core::sc_report& report) {
    spdlog::error("{}", report.get_msg());
    return failed;
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) != 0) return no_standard_output(error.code().value());
    spdlog::error("{}", error.what());
    return failed;
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
    return failed;
  }
  if (std::fflush(stdout) != 0) return no_standard_output(errno);
  return status;
}

// See https://no-color.org.
std::shared_ptr<spdlog::logger> error_logger() {
  const char* const no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return spdlog::stderr_logger_st("weft");
  return spdlog::stderr_color_st("weft");
}

}  // namespace

// SystemC's own `main` would print a banner and name the process "sc_main".
int sc_main(int argc, char** argv) { return run_command(argc, argv); }

int main(int argc, char** argv) {
  weft::use_huge_pages_for_heap();
  weft::remove_temporary_files_by_signals();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of `write`
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  const auto logger = error_logger();
  logger->set_pattern("weft: %^%l%$: %v");
  spdlog::set_default_logger(logger);
  return sc_core::sc_elab_and_sim(argc, argv);
}
