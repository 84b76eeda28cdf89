// What is wrong in a program's text.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace weft::isa {

/// One error, with its place.
struct Diagnostic {
  std::string file;
  unsigned line = 0;    ///< From 1; 0 for what is no file.
  unsigned column = 0;  ///< From 1.
  std::string found;
  std::string expected;  ///< May be empty.
  std::string nearest;   ///< A name that may have been meant, or empty.

  /// "file:line:column: what was found; what was expected; did you mean 'x'?", in one line.
  std::string text() const;
};

/// All errors of a file, 20 at most, in the order of their lines. `what()` has one in each line.
class AssemblyError : public std::runtime_error {
 public:
  explicit AssemblyError(std::vector<Diagnostic> diagnostics);

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace weft::isa
