// weft manual, weft completion SHELL
#include "testbench/app/manual.hpp"

#include <fmt/format.h>

#include <memory>

#include "testbench/app/command_line.hpp"
#include "testbench/app/commands.hpp"
#include "testbench/app/data_files.hpp"
#include "testbench/app/result_file.hpp"
#include "testbench/build_info.hpp"

namespace weft::app {

namespace {

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  return fmt::format("{}", fmt::join(words, between));
}

// Hyphens that can be typed, and nothing that roff would take for its own.
std::string roff(const std::string& text) {
  std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string roff_of(const OptionInfo& option) {
  const std::string value =
      option.takes_value && !option.positional ? " \\fI" + roff(option.type) + "\\fR" : "";
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(joined(option.names, ", ")), value,
                     roff(option.help));
}

constexpr const char* exit_statuses =
    ".SH EXIT STATUS\n"
    ".TP\n0\nAll is well.\n"
    ".TP\n1\nA check or a run has failed.\n"
    ".TP\n2\nArguments or files are wrong, or an output cannot be written.\n"
    ".TP\n130, 143\nCtrl\\-C or SIGTERM has ended it; a run has written what it had by then.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n\\fBNO_COLOR\\fR\nIf it is set and not empty, errors have no colours.\n";

std::vector<std::string> option_names(const CommandInfo& command) {
  std::vector<std::string> names;
  for (const OptionInfo& option : command.options) {
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::vector<std::string> command_names(const std::vector<CommandInfo>& commands) {
  std::vector<std::string> names;
  for (const CommandInfo& command : commands) names.push_back(command.name);
  return names;
}

bool takes_platform(const CommandInfo& command) {
  for (const OptionInfo& option : command.options) {
    if (option.positional && option.names.front() == "PLATFORM") return true;
  }
  return false;
}

std::string bash_completion(const std::vector<CommandInfo>& commands,
                            const std::vector<std::string>& platforms) {
  std::string text = fmt::format(
      "# bash completion for weft\n_weft() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} words= files=-f\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words='{}'\n    files=\n  else\n"
      "    case ${{COMP_WORDS[1]}} in\n      help) words='{}'; files= ;;\n",
      joined(command_names(commands), " "), joined(command_names(commands), " "));
  for (const CommandInfo& command : commands) {
    if (command.name == "help") continue;
    text += fmt::format("      {})\n        case $word in\n          -*) words='{}'; files= ;;\n",
                        command.name, joined(option_names(command), " "));
    if (takes_platform(command)) {
      text += fmt::format("          *) words='{}' ;;\n", joined(platforms, " "));
    }
    text += "        esac ;;\n";
  }
  return text +
         "    esac\n  fi\n"
         "  mapfile -t COMPREPLY < <(compgen $files -W \"$words\" -- \"$word\")\n}\n"
         "complete -o filenames -F _weft weft\n";
}

// In single quotes, with what would end them or part the help from the name taken out.
std::string zsh_text(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else if (c == '[' || c == ']' || c == ':') {
      quoted += std::string("\\") + c;
    } else {
      quoted += c;
    }
  }
  return quoted;
}

std::string zsh_completion(const std::vector<CommandInfo>& commands,
                           const std::vector<std::string>& platforms) {
  std::string text = "#compdef weft\n_weft() {\n  local -a commands platforms\n  commands=(\n";
  for (const CommandInfo& command : commands) {
    text += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.help));
  }
  text += fmt::format("  )\n  platforms=({})\n", joined(platforms, " "));
  text +=
      "  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  case $words[2] in\n    help) _describe command commands ;;\n";
  for (const CommandInfo& command : commands) {
    if (command.name == "help") continue;
    text += fmt::format("    {})\n      _arguments \\\n", command.name);
    for (const OptionInfo& option : command.options) {
      if (option.positional) continue;
      const std::string value =
          option.takes_value ? fmt::format(":{}:_files", zsh_text(option.type)) : "";
      for (const std::string& name : option.names) {
        text += fmt::format("        '*{}[{}]{}' \\\n", name, zsh_text(option.help), value);
      }
    }
    text += takes_platform(command) ? "        '*:platform:{ _files; compadd -a platforms }' ;;\n"
                                    : "        '*:file:_files' ;;\n";
  }
  return text + "  esac\n}\n_weft \"$@\"\n";
}

std::string fish_text(const std::string& text) {
  std::string quoted;
  for (const char c : text)
    quoted += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return "'" + quoted + "'";
}

std::string fish_completion(const std::vector<CommandInfo>& commands,
                            const std::vector<std::string>& platforms) {
  std::string text = "# fish completion for weft\n";
  for (const CommandInfo& command : commands) {
    text += fmt::format("complete -c weft -f -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        fish_text(command.help));
  }
  for (const CommandInfo& command : commands) {
    const std::string when =
        fmt::format("complete -c weft -n '__fish_seen_subcommand_from {}'", command.name);
    if (command.name == "help") {
      text += fmt::format("{} -f -a {}\n", when, fish_text(joined(command_names(commands), " ")));
    }
    if (takes_platform(command)) {
      text += fmt::format("{} -a {}\n", when, fish_text(joined(platforms, " ")));
    }
    for (const OptionInfo& option : command.options) {
      if (option.positional) continue;
      text += when;
      for (const std::string& name : option.names) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      text += fmt::format("{} -d {}\n", option.takes_value ? " -r" : "", fish_text(option.help));
    }
  }
  return text;
}

}  // namespace

std::string manual_page(const std::vector<CommandInfo>& commands) {
  std::string text = fmt::format(
      ".TH WEFT 1 \"\" \"weft {}\" \"Weft\"\n"
      ".SH NAME\nweft \\- cycle\\-accurate SystemC models of iWarp and transputer multicomputers\n"
      ".SH SYNOPSIS\n\\fBweft\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
      ".SH COMMANDS\n",
      build_info::version);
  for (const CommandInfo& command : commands) {
    std::string arguments;
    for (const OptionInfo& option : command.options) {
      if (option.positional) arguments += " \\fI" + roff(option.names.front()) + "\\fR";
    }
    text +=
        fmt::format(".SS \"weft {}{}\"\n{}.\n", roff(command.name), arguments, roff(command.help));
    for (const OptionInfo& option : command.options) text += roff_of(option);
  }
  return text + exit_statuses;
}

std::string completion_script(const std::string& shell, const std::vector<CommandInfo>& commands,
                              const std::vector<std::string>& platforms) {
  if (shell == "zsh") return zsh_completion(commands, platforms);
  if (shell == "fish") return fish_completion(commands, platforms);
  return bash_completion(commands, platforms);
}

void define_manual(Command& command, CommandLine& line) {
  auto output = std::make_shared<std::string>("-");
  command
      .text("-o,--output", *output, "Write it into this file; - for standard output, the default")
      .type("FILE")
      .not_empty();
  command.does([output, &line] {
    ResultFile(*output, "--output").write(manual_page(line.commands()));
    return ok;
  });
}

void define_completion(Command& command, CommandLine& line) {
  struct Arguments {
    std::string shell = "bash";
    std::string output = "-";
  };
  auto arguments = std::make_shared<Arguments>();
  command.choice("SHELL", arguments->shell, {"bash", "zsh", "fish"}, "The shell");
  command
      .text("-o,--output", arguments->output,
            "Write it into this file; - for standard output, the default")
      .type("FILE")
      .not_empty();
  command.does([arguments, &line] {
    ResultFile(arguments->output, "--output")
        .write(completion_script(arguments->shell, line.commands(), yaml_names(ready_platforms())));
    return ok;
  });
}

}  // namespace weft::app
