#include "hw/iwarp_toolchain/origins.hpp"

#include <fmt/format.h>

namespace weft::isa {

namespace {

constexpr unsigned most_links = 8;  // of a chain, in a message

}  // namespace

std::string Origins::place_text(const Token& token) const {
  return fmt::format("{}:{}:{}", files_[all_[token.origin].file], token.line, token.column);
}

std::string Origins::link_text(const Origin& origin) const {
  const std::string place = place_text(origin.place);
  switch (origin.kind) {
    case Origin::Kind::included: return "included at " + place;
    case Origin::Kind::macro: return fmt::format("in macro '{}' called at {}", origin.name, place);
    default: return fmt::format("for '{}' at {}", origin.name, place);
  }
}

std::string Origins::chain_text(const Token& token) const {
  std::string text;
  unsigned links = 0;
  for (unsigned at = token.origin; all_[at].kind != Origin::Kind::program;
       at = all_[at].place.origin) {
    if (++links > most_links) {
      text += ", ...";
      break;
    }
    text += (text.empty() ? " (" : ", ") + link_text(all_[at]);
  }
  return text.empty() ? text : text + ")";
}

Diagnostic Origins::diagnostic(const TokenError& error) const {
  return {files_[all_[error.at.origin].file], error.at.line,  error.at.column,
          error.found + chain_text(error.at), error.expected, error.nearest};
}

}  // namespace weft::isa
