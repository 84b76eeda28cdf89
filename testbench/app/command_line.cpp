#include "testbench/app/command_line.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include "hw/common/harmless_text.hpp"
#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft::app {

namespace {

// "--json", "-o", "--output"
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

}  // namespace

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

bool Option::given() const { return option_->count() != 0; }

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
  auto command = std::make_shared<std::string>();
  CLI::App* help_command = app_->add_subcommand("help", "Print the options of a command");
  help_command->add_option("COMMAND", *command, "What is asked about; none: all commands");
  help_command->callback([this, command] {
    const CLI::App* asked = app_.get();
    for (const CLI::App* one : app_->get_subcommands({})) {
      if (one->get_name() == *command) asked = one;
    }
    if (asked == app_.get() && !command->empty()) {
      report_unknown_command(*command);
      status_ = wrong_use;
      return;
    }
    define(asked);
    // `App::help` would tell of the command that is running
    const std::string before = asked == app_.get() ? "" : app_->get_name() + " ";
    fmt::print("{}", asked->get_formatter()->make_help(asked, before + asked->get_name(),
                                                       CLI::AppFormatMode::Normal));
  });
}

CommandLine::~CommandLine() = default;

void CommandLine::add(const std::string& name, const std::string& help,
                      std::function<void(Command&)> define_it) {
  CLI::App* const command = app_->add_subcommand(name, help);
  undefined_.emplace(command, [this, command, define_it = std::move(define_it)] {
    Command it(command, status_);
    define_it(it);
  });
  // before its first argument is looked at
  command->preparse_callback([this, command](std::size_t /*arguments*/) { define(command); });
}

void CommandLine::define(const CLI::App* command) {
  if (const auto it = undefined_.extract(command)) it.mapped()();
}

void CommandLine::report_unknown_command(const std::string& name) const {
  std::vector<std::string> names;
  for (const CLI::App* command : app_->get_subcommands({})) names.push_back(command->get_name());
  const InputError error(place_of(app_->get_name()), "unknown command '" + name + "'",
                         "expected " + list_names(names), nearest_name(name, names));
  spdlog::error("{}", error.what());
}

std::vector<CommandInfo> CommandLine::commands() {
  std::vector<CommandInfo> all;
  for (const CLI::App* command : app_->get_subcommands({})) {
    define(command);
    CommandInfo& info =
        all.emplace_back(CommandInfo{command->get_name(), command->get_description(), {}});
    for (const CLI::Option* option : command->get_options()) {
      OptionInfo& one = info.options.emplace_back();
      one.positional = option->get_positional();
      one.takes_value = option->get_items_expected_max() > 0;
      one.type = option->get_type_name();
      one.help = option->get_description();
      if (one.positional) one.names.push_back(option->get_name());
      for (const std::string& name : option->get_snames()) one.names.push_back("-" + name);
      for (const std::string& name : option->get_lnames()) one.names.push_back("--" + name);
    }
  }
  return all;
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
    report(error, argc, argv);
    return wrong_use;
  }
}

void CommandLine::report(const CLI::ParseError& error, int argc, char** argv) const {
  const auto commands = app_->get_subcommands();
  if (commands.empty() && argc > 1 && argv[1][0] != '-') return report_unknown_command(argv[1]);
  const CLI::App& app = commands.empty() ? *app_ : *commands.front();
  const std::string name = app_->get_name() + (commands.empty() ? "" : " " + app.get_name());
  const std::string see = "see `" + name + " --help`";
  for (const std::string& extra : app.remaining()) {
    if (!extra.starts_with('-')) continue;
    const std::string option = extra.substr(0, extra.find('='));
    const InputError unknown(place_of(name), "unknown option '" + option + "'", see,
                             nearest_name(option, option_names(app)));
    return spdlog::error("{}", unknown.what());
  }
  spdlog::error("{}; {}", harmless(error.what()), see);
}

}  // namespace weft::app
