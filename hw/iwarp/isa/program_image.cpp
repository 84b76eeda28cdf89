#include "hw/iwarp/isa/program_image.hpp"

#include <fmt/format.h>

#include "hw/iwarp/isa/encoding.hpp"

namespace weft::isa {

std::string text_of(const SourceLine& line) {
  return line.file == 0 ? fmt::format("{}", line.line) : fmt::format("{}:{}", line.file, line.line);
}

std::string ProgramImage::place_text(std::uint32_t address) const {
  const SourceLine at = place(address);
  return fmt::format("{}:{}", files[at.file].name, at.line);
}

std::optional<SourceLine> ProgramImage::macro_caller(std::uint32_t address) const {
  for (const MacroCall& call : calls) {
    if (call.line.file == 0 && address >= call.begin && address < call.end) return call.line;
  }
  return std::nullopt;
}

std::vector<bool> ProgramImage::starts() const {
  std::vector<bool> starts(code.size());
  for (std::size_t i = 0; i < code.size(); i += words_of(code[i])) starts[i] = true;
  return starts;
}

}  // namespace weft::isa
