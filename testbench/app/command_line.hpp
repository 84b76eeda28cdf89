// The command line of `weft`: its commands and their options, and the only door to the library
// that reads them, which takes as long to compile as everything else here.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "testbench/app/command_info.hpp"

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace weft::app {

/// Exit status of the command.
inline constexpr int ok = 0;
inline constexpr int failed = 1;     ///< A check or a run failed.
inline constexpr int wrong_use = 2;  ///< Wrong arguments, or a file that is not right.

/// An option, or an argument without a name, of one command.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  /// What stands for its value in the help: FILE, TIME, KEY=VALUE.
  Option& type(const std::string& name);
  /// The command is refused without it.
  Option& required();
  /// Refuses an empty value, such as that of a shell variable that is not set.
  Option& not_empty();
  /// Refused unless `other` is given too.
  Option& needs(const Option& other);
  /// Whether it stands on the command line; known in the action of the command.
  bool given() const;

 private:
  CLI::Option* option_;
};

/// One command. What its options are read into must live as long as the command line. Names are
/// "NAME" of an argument in its place, "--name" or "-n,--name".
class Command {
 public:
  /// `status` is that of its action.
  Command(CLI::App* command, int& status) : command_(command), status_(&status) {}

  Option text(const std::string& names, std::string& into, const std::string& help);
  /// One text each time that it is given.
  Option texts(const std::string& names, std::vector<std::string>& into, const std::string& help);
  /// `into` holds the default, which the help tells.
  Option number(const std::string& names, unsigned& into, int least, int most,
                const std::string& help);
  /// Likewise.
  Option choice(const std::string& names, std::string& into,
                const std::vector<std::string>& choices, const std::string& help);
  Option flag(const std::string& names, bool& into, const std::string& help);

  /// What it does, and its exit status. May throw InputError.
  void does(std::function<int()> action);

 private:
  CLI::App* command_;
  int* status_;
};

class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& version, const std::string& help);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// `define` gives the command its options and what it does, when something first asks for them;
  /// what it throws comes out of that.
  void add(const std::string& name, const std::string& help, std::function<void(Command&)> define);
  /// All of them, as the help tells of them.
  std::vector<CommandInfo> commands();
  /// Does what the arguments ask for and returns the exit status. What is wrong with the arguments
  /// is logged; what the command throws comes out.
  int run(int argc, char** argv);

 private:
  void report_unknown_command(const std::string& name) const;
  void report(const CLI::ParseError& error, int argc, char** argv) const;
  void define(const CLI::App* command);

  std::unique_ptr<CLI::App> app_;
  std::map<const CLI::App*, std::function<void()>> undefined_;  ///< What defines it.
  int status_ = ok;
};

}  // namespace weft::app
