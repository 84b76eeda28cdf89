#include "hw/iwarp_toolchain/assembly_error.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::isa {

namespace {

std::string lines_of(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += diagnostic.text();
  }
  return text;
}

}  // namespace

std::string Diagnostic::text() const {
  std::string text = line == 0 ? fmt::format("{}: {}", file, found)
                               : fmt::format("{}:{}:{}: {}", file, line, column, found);
  if (!expected.empty()) text += fmt::format("; {}", expected);
  if (!nearest.empty()) text += fmt::format("; did you mean '{}'?", nearest);
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

AssemblyError::AssemblyError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(lines_of(diagnostics)), diagnostics_(std::move(diagnostics)) {}

}  // namespace weft::isa
