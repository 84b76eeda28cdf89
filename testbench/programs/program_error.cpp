#include "testbench/programs/program_error.hpp"

#include <exception>

#include "testbench/programs/program.hpp"

namespace weft {

void rethrow(const Program& program, std::string_view name) {
  try {
    program.rethrow();
  } catch (const ProgramError&) {
    throw;
  } catch (const std::exception& error) {
    std::throw_with_nested(ProgramError(name, error.what()));
  } catch (...) {
    std::throw_with_nested(ProgramError(name, "an exception of an unknown type"));
  }
}

}  // namespace weft
