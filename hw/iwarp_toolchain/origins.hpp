// Where the tokens of a program's text come from: files in one another, and macros.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/iwarp_toolchain/assembly_error.hpp"
#include "hw/iwarp_toolchain/tokens.hpp"

namespace weft::isa {

/// One way by which tokens came.
struct Origin {
  enum class Kind : std::uint8_t {
    program,   ///< The text that was to be assembled.
    included,  ///< `.include` at `place`.
    macro,     ///< A call at `place` of the macro `name`.
    argument,  ///< They stand for the parameter `name` at `place` in a macro.
  };

  Kind kind = Kind::program;
  unsigned file = 0;  ///< Theirs.
  Token place;        ///< Of the include, the call, the parameter; has its own origin.
  std::string name;
};

/// All of a text, by the number in Token::origin.
class Origins {
 public:
  unsigned add(Origin origin) {
    all_.push_back(std::move(origin));
    return static_cast<unsigned>(all_.size() - 1);
  }
  const Origin& operator[](unsigned number) const { return all_[number]; }

  /// The name of a token's file, by the names of all.
  void name_file(std::string name) { files_.push_back(std::move(name)); }
  const std::vector<std::string>& files() const { return files_; }
  /// "lib.s:4:9"
  std::string place_text(const Token& token) const;
  /// How it came there: " (in macro 'step' called at lib.s:4:9, included at main.s:1:10)", or
  /// nothing. Of longer chains the first links.
  std::string chain_text(const Token& token) const;
  /// An error at a token.
  Diagnostic diagnostic(const TokenError& error) const;

 private:
  std::string link_text(const Origin& origin) const;

  std::vector<Origin> all_;
  std::vector<std::string> files_;
};

}  // namespace weft::isa
