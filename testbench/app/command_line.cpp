#include "testbench/app/command_line.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include <CLI/CLI.hpp>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::app {

Option& Option::type(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::not_empty() {
  option_->check([](const std::string& value) { return value.empty() ? "expected a value" : ""; });
  return *this;
}

Option& Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

Option Command::text(const std::string& names, std::string& into, const std::string& help) {
  return Option(command_->add_option(names, into, help));
}

Option Command::texts(const std::string& names, std::vector<std::string>& into,
                      const std::string& help) {
  return Option(command_->add_option(names, into, help)->expected(1)->take_all());
}

Option Command::number(const std::string& names, unsigned& into, int least, int most,
                       const std::string& help) {
  return Option(command_->add_option(names, into, help)
                    ->check(CLI::Range(least, most))
                    ->capture_default_str());
}

Option Command::choice(const std::string& names, std::string& into,
                       const std::vector<std::string>& choices, const std::string& help) {
  return Option(command_->add_option(names, into, help)
                    ->check(CLI::IsMember(choices))
                    ->capture_default_str());
}

Option Command::flag(const std::string& names, bool& into, const std::string& help) {
  return Option(command_->add_flag(names, into, help));
}

void Command::does(std::function<int()> action) {
  command_->callback([action = std::move(action), status = status_] { *status = action(); });
}

CommandLine::CommandLine(const std::string& name, const std::string& version,
                         const std::string& help)
    : app_(std::make_unique<CLI::App>(help, name)) {
  app_->set_version_flag("--version", name + " " + version);
  app_->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const std::string& name, const std::string& help) {
  return {app_->add_subcommand(name, help), status_};
}

void CommandLine::report_unknown_command(const std::string& name) const {
  std::vector<std::string> names;
  for (const CLI::App* command : app_->get_subcommands({})) names.push_back(command->get_name());
  const InputError error(place_of(app_->get_name()), "unknown command '" + name + "'",
                         "expected " + list_names(names), nearest_name(name, names));
  spdlog::error("{}", error.what());
}

int CommandLine::run(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
    return status_;
  } catch (const CLI::ParseError& error) {
    // help and version are "errors" too, of status 0
    if (error.get_exit_code() == 0) {
      app_->exit(error);
      return ok;
    }
    const auto commands = app_->get_subcommands();
    if (commands.empty() && argc > 1 && argv[1][0] != '-') {
      report_unknown_command(argv[1]);
    } else {
      const std::string command = commands.empty() ? "" : " " + commands.front()->get_name();
      spdlog::error("{}; see `{}{} --help`", error.what(), app_->get_name(), command);
    }
    return wrong_use;
  }
}

}  // namespace weft::app
