// What no platform needs to be read, checked or run: the commands of studies and pictures. They are
// a shared library, loaded when one is first asked for, so that a first run neither builds nor
// loads them.
#pragma once

#include <string>
#include <string_view>

namespace weft {
struct Platform;
struct RunResult;
}  // namespace weft

namespace weft::app {

class Command;

/// The variable `weft_studies` of that library.
struct Studies {
  const char* weft_version;  ///< That it was built for.
  /// Gives one of its commands, such as "sweep", its options and what it does.
  void (*define)(std::string_view name, Command& command);
  /// An SVG of the platform with the loads of its links in that run.
  std::string (*draw_run)(const Platform& platform, const RunResult& result);
};

/// If the environment has WEFT_STUDIES_BUILD, that command is run first: `./weft` names the one
/// that builds the library. Throws std::runtime_error that says how to build it if it cannot be
/// used.
const Studies& studies();

}  // namespace weft::app
