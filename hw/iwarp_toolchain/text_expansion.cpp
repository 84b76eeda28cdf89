#include "hw/iwarp_toolchain/text_expansion.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/iwarp/isa/registers.hpp"
#include "hw/iwarp_toolchain/operation_parser.hpp"
#include "hw/iwarp_toolchain/token_stream.hpp"

namespace weft::isa {

namespace {

constexpr std::size_t most_tokens = 1U << 19U;
constexpr std::size_t most_errors = 20;
constexpr unsigned most_nested = 64;  // files and macros in one another

using Tokens = std::vector<Token>;

struct Macro {
  Token name;
  std::vector<std::string> parameters;
  std::vector<std::string> locals;
  Tokens body;  // whole lines
};

bool is_end_of_line(const Token& token) {
  return token.kind == TokenKind::newline || token.kind == TokenKind::end;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    begin = end + 1;
  }
  return lines;
}

/// Too much in all: nothing that comes after it is looked at.
struct Overflow {
  TokenError error;
};

class Expander {
 public:
  explicit Expander(const IncludeReader& read) : read_(read) {}

  ExpandedText run(std::string_view text, std::string file) {
    try {
      expand_file(text, std::move(file), {});
    } catch (const Overflow& overflow) {
      result_.errors.push_back(overflow.error);
    }
    put(end_);
    result_.statements = statement_ + 1;
    for (const auto& [name, macro] : macros_) result_.macros.push_back(name);
    return std::move(result_);
  }

 private:
  // --- one list of tokens

  /// Where the expansion of a list is.
  struct Place {
    const Tokens& tokens;
    std::size_t next = 0;
    bool in_macro = false;

    const Token& token() const { return tokens[next]; }
    bool at_end() const { return token().kind == TokenKind::end; }
  };

  // `tokens` ends with an `end`.
  void expand(const Tokens& tokens, bool in_macro) {
    Place place{tokens, 0, in_macro};
    bool begins = true;  // an instruction or a directive may stand here
    while (!place.at_end()) {
      if (begins && place.token().kind == TokenKind::name) {
        begins = read_name(place);
        continue;
      }
      const Token& token = place.token();
      if (token.is("{")) in_braces_ = true;
      if (token.is("}")) in_braces_ = false;
      begins = token.kind == TokenKind::newline || token.is("{") || (in_braces_ && token.is(";"));
      put(token);
      ++place.next;
    }
  }

  // A name where an instruction may stand. Whether one may stand behind it.
  bool read_name(Place& place) {
    const Token& name = place.token();
    if (place.tokens[place.next + 1].is(":")) {
      put(name);
      put(place.tokens[place.next + 1]);
      place.next += 2;
      return true;
    }
    const auto macro = macros_.find(name.text);
    const bool directive = name.text == ".include" || name.text == ".macro" ||
                           name.text == ".endmacro" || name.text == ".local";
    if (macro == macros_.end() && !directive) {
      put(name);
      ++place.next;
      return false;
    }
    ++place.next;
    try {
      if (name.text == ".include") {
        include(place, name);
      } else if (name.text == ".macro") {
        define(place, name);
      } else if (directive) {
        TokenStream::fail(name, fmt::format("'{}' outside of a macro", name.text),
                          "expected .macro before it");
      } else {
        call(place, name, macro->second);
      }
    } catch (const TokenError& error) {
      report(error);
      skip_statement(place);
    }
    return false;
  }

  void put(Token token) {
    if (token.kind != TokenKind::end) spend(token, 1);
    token.statement = statement_;
    if (token.kind == TokenKind::newline) ++statement_;
    result_.tokens.push_back(std::move(token));
  }

  // What is read, and again what is put in place of a call.
  void spend(const Token& at, std::size_t tokens) {
    spent_ += tokens;
    if (spent_ <= most_tokens) return;
    throw Overflow{{at,
                    "the text is too long with all that macros stand for",
                    fmt::format("expected at most {} words and signs", most_tokens),
                    {}}};
  }

  void report(const TokenError& error) {
    if (result_.errors.size() + 1 >= most_errors) throw Overflow{error};
    result_.errors.push_back(error);
  }

  bool ends_statement(const Token& token) const {
    return is_end_of_line(token) || (in_braces_ && (token.is(";") || token.is("}")));
  }
  void skip_statement(Place& place) const {
    while (!ends_statement(place.token())) ++place.next;
  }
  static void expect_end_of_line(const Place& place) {
    if (is_end_of_line(place.token())) return;
    TokenStream::fail(place.token(), "expected the end of the line");
  }

  // --- files

  void expand_file(std::string_view text, std::string file, const std::optional<Token>& by) {
    const auto number = static_cast<unsigned>(result_.files.size());
    seen_.insert(normal(file));
    result_.origins.name_file(file);
    result_.files.push_back({file, lines_of(text)});
    const unsigned origin =
        result_.origins.add(by ? Origin{Origin::Kind::included, number, *by, {}} : Origin{});
    Tokens tokens = read_tokens(text);
    for (Token& token : tokens) token.origin = origin;
    open_files_.push_back(normal(file));
    expand(tokens, false);
    open_files_.pop_back();
    if (!by) end_ = tokens.back();
    in_braces_ = false;
  }

  static std::string normal(const std::string& file) {
    return std::filesystem::path(file).lexically_normal().string();
  }

  void include(Place& place, const Token& directive) {
    const Token name = place.token();
    if (name.kind != TokenKind::text || name.text.empty())
      TokenStream::fail(name, "expected the name of a file in quotes");
    ++place.next;
    expect_end_of_line(place);
    if (place.in_macro)
      TokenStream::fail(directive, "'.include' in a macro", "expected it outside of all macros");
    const std::filesystem::path here = result_.files[result_.origins[name.origin].file].name;
    const std::string file = (here.parent_path() / name.text).lexically_normal().string();
    if (std::find(open_files_.begin(), open_files_.end(), file) != open_files_.end())
      TokenStream::fail(name, fmt::format("'{}' includes itself", file),
                        "expected a file that does not");
    if (seen_.contains(file)) return;
    if (open_files_.size() >= most_nested)
      TokenStream::fail(name, "too many files in one another",
                        fmt::format("expected at most {}", most_nested));
    if (!read_)
      TokenStream::fail(name, "this text cannot include files", "expected a program in one file");
    const std::string text = read_(file, result_.origins.diagnostic({name, {}, {}, {}}),
                                   result_.origins.chain_text(name));
    expand_file(text, file, name);
  }

  // --- macros

  void define(Place& place, const Token& directive) {
    std::optional<TokenError> wrong;
    std::optional<Macro> macro;
    try {
      macro = read_head(place);
    } catch (const TokenError& error) {  // the body is passed over all the same
      wrong = error;
      while (!is_end_of_line(place.token())) ++place.next;
    }
    Macro ignored;
    read_body(place, directive, macro ? *macro : ignored);
    if (wrong) throw *wrong;
    macros_.emplace(macro->name.text, *macro);
  }

  Macro read_head(Place& place) const {
    Macro macro;
    macro.name = place.token();
    check_name(macro.name);
    ++place.next;
    if (!is_end_of_line(place.token())) macro.parameters = read_names(place, {});
    expect_end_of_line(place);
    return macro;
  }

  void check_name(const Token& name) const {
    if (name.kind != TokenKind::name || name.text[0] == '.')
      TokenStream::fail(name, "expected the name of a macro");
    const std::vector<std::string> taken = OperationParser::all_names();
    if (std::find(taken.begin(), taken.end(), name.text) != taken.end())
      TokenStream::fail(name, fmt::format("'{}' is an instruction", name.text),
                        "expected another name");
    const auto before = macros_.find(name.text);
    if (before == macros_.end()) return;
    TokenStream::fail(name,
                      fmt::format("there is a macro '{}' from {} already", name.text,
                                  result_.origins.place_text(before->second.name)),
                      "expected another name");
  }

  // Names with commas between, none of them twice or one of `others`.
  static std::vector<std::string> read_names(Place& place, const std::vector<std::string>& others) {
    std::vector<std::string> names;
    while (true) {
      const Token& name = place.token();
      if (name.kind != TokenKind::name || name.text[0] == '.' || find_register(name.text))
        TokenStream::fail(name, "expected a name that is none of a register");
      const auto among = [&name](const std::vector<std::string>& some) {
        return std::find(some.begin(), some.end(), name.text) != some.end();
      };
      if (among(names) || among(others))
        TokenStream::fail(name, fmt::format("a second '{}'", name.text), "expected another name");
      names.push_back(name.text);
      ++place.next;
      if (!place.token().is(",")) return names;
      ++place.next;
    }
  }

  // To the end of the line of `.endmacro`.
  void read_body(Place& place, const Token& directive, Macro& macro) {
    if (!place.at_end()) ++place.next;
    while (true) {
      const Token& first = place.token();
      if (place.at_end())
        TokenStream::fail(directive, "a macro that does not end", "expected .endmacro");
      ++place.next;
      if (first.text == ".endmacro" && first.kind == TokenKind::name) break;
      try {
        if (first.kind == TokenKind::name && first.text == ".macro")
          TokenStream::fail(first, "a macro in a macro", "expected .endmacro before it");
        if (first.kind == TokenKind::name && first.text == ".local") {
          const std::vector<std::string> names = read_names(place, macro.parameters);
          expect_end_of_line(place);
          macro.locals.insert(macro.locals.end(), names.begin(), names.end());
        } else {
          --place.next;
          while (!is_end_of_line(place.token())) macro.body.push_back(place.tokens[place.next++]);
        }
      } catch (const TokenError& error) {
        report(error);
        while (!is_end_of_line(place.token())) ++place.next;
      }
      if (place.at_end()) continue;
      macro.body.push_back(place.token());
      ++place.next;
    }
    expect_end_of_line(place);
  }

  void call(Place& place, const Token& name, const Macro& macro) {
    const std::vector<Tokens> arguments = read_arguments(place, name, macro);
    if (std::find(open_macros_.begin(), open_macros_.end(), macro.name.text) != open_macros_.end())
      TokenStream::fail(name, fmt::format("macro '{}' calls itself", name.text),
                        "expected one that does not");
    if (open_macros_.size() >= most_nested)
      TokenStream::fail(name, "too many macros in one another",
                        fmt::format("expected at most {}", most_nested));
    const Tokens body = body_of(name, macro, arguments);
    open_macros_.push_back(macro.name.text);
    expand(body, true);
    open_macros_.pop_back();
  }

  std::vector<Tokens> read_arguments(Place& place, const Token& name, const Macro& macro) const {
    std::vector<Tokens> arguments;
    if (!ends_statement(place.token())) arguments.emplace_back();
    for (int depth = 0; !ends_statement(place.token()); ++place.next) {
      const Token& token = place.token();
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth > 0 || !token.is(",")) {
        arguments.back().push_back(token);
      } else {
        arguments.emplace_back();
      }
    }
    const std::size_t wanted = macro.parameters.size();
    if (arguments.size() != wanted)
      TokenStream::fail(
          name, fmt::format("macro '{}' with {} arguments", name.text, arguments.size()),
          wanted == 0 ? "expected none"
                      : fmt::format("expected {}: {}", wanted, fmt::join(macro.parameters, ", ")));
    for (std::size_t i = 0; i < wanted; ++i) {
      if (!arguments[i].empty()) continue;
      TokenStream::fail(name,
                        fmt::format("macro '{}' without its '{}'", name.text, macro.parameters[i]),
                        "expected something between the commas");
    }
    return arguments;
  }

  Tokens body_of(const Token& name, const Macro& macro, const std::vector<Tokens>& arguments) {
    const Origin& text = result_.origins[macro.name.origin];
    const unsigned origin =
        result_.origins.add({Origin::Kind::macro, text.file, name, macro.name.text});
    const unsigned number = ++calls_;
    spend(name, macro.body.size());
    Tokens body;
    for (Token token : macro.body) {
      token.origin = origin;
      const auto place_in = [&token](const std::vector<std::string>& names) {
        return static_cast<std::size_t>(std::find(names.begin(), names.end(), token.text) -
                                        names.begin());
      };
      const bool is_name = token.kind == TokenKind::name;
      const std::size_t parameter = is_name ? place_in(macro.parameters) : arguments.size();
      if (parameter < arguments.size()) {
        substitute(token, arguments[parameter], body);
        continue;
      }
      // no name in a text has an `@`
      if (is_name && place_in(macro.locals) < macro.locals.size())
        token.text += fmt::format("@{}", number);
      body.push_back(std::move(token));
    }
    Token end;
    end.origin = origin;
    body.push_back(end);
    return body;
  }

  void substitute(const Token& parameter, const Tokens& argument, Tokens& body) {
    spend(parameter, argument.size());
    const Origin given{Origin::Kind::argument, result_.origins[argument.front().origin].file,
                       parameter, parameter.text};
    const unsigned origin = result_.origins.add(given);
    for (Token token : argument) {
      token.origin = origin;
      body.push_back(std::move(token));
    }
  }

  const IncludeReader& read_;
  ExpandedText result_;
  std::map<std::string, Macro> macros_;
  std::set<std::string> seen_;           // files
  std::vector<std::string> open_files_;  // in one another
  std::vector<std::string> open_macros_;
  std::size_t spent_ = 0;
  unsigned statement_ = 0;
  unsigned calls_ = 0;
  Token end_;  // of the program's own text
  bool in_braces_ = false;
};

}  // namespace

ExpandedText expand_text(std::string_view text, std::string file, const IncludeReader& read) {
  return Expander(read).run(text, std::move(file));
}

}  // namespace weft::isa
