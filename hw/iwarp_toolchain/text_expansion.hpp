// A program's text with all that it includes, and what its macros stand for, in place.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/iwarp/isa/program_image.hpp"
#include "hw/iwarp_toolchain/origins.hpp"
#include "hw/iwarp_toolchain/tokens.hpp"

namespace weft::isa {

/// Gives the text of a file that a program includes. `place` is the diagnostic place of the
/// `.include`, `chain` how that came there, as in Origins::chain_text. What it throws where the
/// file cannot be read ends the assembly.
using IncludeReader = std::function<std::string(const std::string& file, const Diagnostic& place,
                                                const std::string& chain)>;

/// What a text is when it is expanded.
struct ExpandedText {
  std::vector<Token> tokens;
  Origins origins;
  std::vector<SourceFile> files;  ///< By Origin::file.
  std::vector<std::string> macros;
  std::vector<TokenError> errors;
  unsigned statements = 0;  ///< More than any Token::statement.
};

/// Expands a text. A file that is included a second time is left out. Errors, 20 at most: a file or
/// a macro within itself, a call with other arguments than the macro has, what is no definition;
/// more than 524,288 words and
/// signs with what macros stand for.
ExpandedText expand_text(std::string_view text, std::string file, const IncludeReader& read);

}  // namespace weft::isa
