// Runs the command `weft` as a person does: typed into a shell, in a folder of its own.
#pragma once

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_folder.hpp"

namespace weft::test {

/// What a shell line left.
struct Result {
  int status = 0;  ///< Exit status; 128 and the signal for a process that was killed.
  std::string out;
  std::string err;
};

/// A fresh folder to type in; it is deleted at the end.
class Shell {
 public:
  /// Runs a line of shell, in which `weft` is the built command. Standard input is empty; neither
  /// output is a terminal.
  Result run(const std::string& line) const;
  /// Runs `weft` with these arguments and sends it a signal once a condition of the shell holds, if
  /// it has not ended before. No time is assumed: to look again and again is all that the pause is
  /// for.
  Result run_and_signal(const std::string& arguments, const std::string& condition,
                        const std::string& signal) const {
    return run("'" WEFT_PROGRAM "' " + arguments + " & until " + condition +
               " || ! kill -0 $!; do sleep 0.01; done 2>/dev/null; kill -" + signal +
               " $!; wait $!");
  }

  void write(const std::string& name, std::string_view text) const;
  std::string read(const std::string& name) const;
  /// Names of what is in the folder, in order.
  std::vector<std::string> list() const;
  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }

 private:
  TemporaryFolder folder_;  // where lines are typed
  TemporaryFolder beside_;  // where their outputs go
};

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(const std::string& text);

/// The value of this name in what `weft run` and `weft extract` print as JSON; a failure and 0 if
/// there is none.
inline double value_of(const nlohmann::json& results, const std::string& name) {
  for (const nlohmann::json& value : results["values"]) {
    if (value["name"] == name) return value["value"];
  }
  ADD_FAILURE() << "no " << name;
  return 0;
}

namespace detail {

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline std::string quoted(const std::string& text) { return "'" + text + "'"; }

}  // namespace detail

inline Result Shell::run(const std::string& line) const {
  const std::filesystem::path out = beside_.path() / "out";
  const std::filesystem::path err = beside_.path() / "err";
  const std::filesystem::path script = beside_.path() / "line";
  std::ofstream(script) << "weft() { " << detail::quoted(WEFT_PROGRAM) << " \"$@\"; }\n"
                        << "cd " << detail::quoted(folder_.path().string()) << "\n"
                        << line << "\n";
  const std::string command = "bash " + detail::quoted(script.string()) + " >" +
                              detail::quoted(out.string()) + " 2>" + detail::quoted(err.string()) +
                              " </dev/null";
  const int status = std::system(command.c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, detail::text_of(out), detail::text_of(err)};
}

inline void Shell::write(const std::string& name, std::string_view text) const {
  folder_.write(name, text);
}

inline std::string Shell::read(const std::string& name) const {
  return detail::text_of(path(name));
}

inline std::vector<std::string> Shell::list() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace weft::test
