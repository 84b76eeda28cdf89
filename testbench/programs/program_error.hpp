// What went wrong in a program, with the name of the program.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace weft {

/// `what()` reads "program 'node[1,2].cpu/0': what happened". It leaves `sc_start` as the kernel
/// hands on every exception of a process: as an `sc_core::sc_report` whose message is this text.
class ProgramError : public std::runtime_error {
 public:
  ProgramError(std::string_view program, std::string_view what)
      : runtime_error("program '" + std::string(program) + "': " + std::string(what)) {}
};

class Program;

/// Throws what an ended program has thrown, if it has, as a ProgramError with this name.
void rethrow(const Program& program, std::string_view name);

}  // namespace weft
