#include "platforms/netlist/yaml_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace weft {
namespace {

constexpr std::size_t most_shown = 60;

std::string_view line_of(std::string_view text, std::size_t line) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool ends_word(char c) { return c == ' ' || c == '}' || c == '\r' || c == '#'; }

// From `begin` to the blank, comma or brace that ends it; a comma in brackets does not.
std::string word_at(std::string_view line, std::size_t begin) {
  std::size_t end = begin;
  for (int depth = 0; end < line.size() && !ends_word(line[end]); ++end) {
    if (line[end] == '[') ++depth;
    if (line[end] == ']' && depth-- == 0) break;
    if (depth == 0 && (line[end] == ',' || line[end] == ':')) break;
  }
  return std::string(line.substr(begin, std::min(end - begin, most_shown)));
}

YamlHint quotes(std::string_view line, std::size_t number, std::size_t begin,
                std::string_view what) {
  const std::string word = word_at(line, begin);
  return {fmt::format("{} without quotes: {}", what, word), fmt::format("expected '{}'", word),
          number, begin + 1};
}

YamlHint hint_in(std::string_view line, std::size_t number) {
  bool flow = false;
  char quote = 0;
  bool value = true;  // a value may begin here
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '#' && (i == 0 || line[i - 1] == ' ')) break;
    if (c == '\'' || c == '"') quote = c;
    if (c == '*' && value) return quotes(line, number, i, "a pattern");
    if (c == '[' && i > 0 && is_name(line[i - 1]) && flow) {
      std::size_t begin = i;
      while (begin > 0 && is_name(line[begin - 1])) --begin;
      return quotes(line, number, begin, "a name with brackets");
    }
    flow = flow || c == '{' || c == '[';
    if (c != ' ') value = std::string_view("{[,:-").find(c) != std::string_view::npos;
  }
  return {};
}

YamlHint tab_in(std::string_view line, std::size_t number) {
  const std::size_t tab = line.find('\t');
  const bool indents = tab != std::string_view::npos && line.find_first_not_of(" \t") > tab;
  if (!indents) return {};
  return {"a tab in the indentation", "expected blanks", number, tab + 1};
}

std::size_t line_start(std::string_view text, std::size_t line) {
  std::size_t start = 0;
  for (; line > 1; --line) start = text.find('\n', start) + 1;
  return start;
}

}  // namespace

YamlHint yaml_hint(std::string_view text, std::size_t line) {
  for (const std::size_t number : {line > 1 ? line - 1 : line, line}) {
    YamlHint hint = tab_in(line_of(text, number), number);
    if (!hint.found.empty()) return hint;
  }
  return hint_in(line_of(text, line), line);
}

YamlHint unclosed_hint(std::string_view text) {
  struct Opening {
    char bracket = 0;
    std::size_t line = 0;
    std::size_t column = 0;
  };
  std::vector<Opening> open;
  std::size_t number = 0;
  char quote = 0;
  while (!text.empty()) {
    ++number;
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    bool value = true;  // a value may begin here
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
        continue;
      }
      if (c == '#' && (i == 0 || line[i - 1] == ' ')) break;
      if ((c == '\'' || c == '"') && (value || !open.empty())) quote = c;
      const bool opens = c == '{' || c == '[';
      if (opens && (value || !open.empty())) open.push_back({c, number, i + 1});
      if ((c == '}' || c == ']') && !open.empty()) open.pop_back();
      if (c != ' ') value = std::string_view("{[,:-").find(c) != std::string_view::npos;
    }
  }
  if (open.empty()) return {};
  const Opening& last = open.back();
  return {fmt::format("'{}' that is never closed", last.bracket),
          fmt::format("expected '{}'", last.bracket == '{' ? '}' : ']'), last.line, last.column};
}

// Within `"` a backslash takes what follows; within `'` that quote stands twice for itself.
YamlHint unclosed_quote(std::string_view text, std::size_t line, std::size_t column) {
  const std::size_t start = line_start(text, line);
  std::size_t opened = start + column - 1;
  if (opened < text.size() && text[opened] == '&') {  // its anchor
    opened = text.find_first_not_of(" \r\n", text.find_first_of(" \r\n", opened));
  }
  if (opened >= text.size()) return {};
  const char quote = text[opened];
  if (quote != '"' && quote != '\'') return {};  // a block of lines
  const char escape = quote == '"' ? '\\' : '\'';
  for (std::size_t i = opened + 1; i < text.size(); ++i) {
    const bool escapes = text[i] == escape && (quote == '"' || text.substr(i, 2) == "''");
    if (!escapes && text[i] == quote) return {};
    i += escapes ? 1 : 0;
  }
  const std::size_t lines_before = std::count(text.begin() + start, text.begin() + opened, '\n');
  const std::size_t own_line = line + lines_before;
  return {fmt::format("'{}' that is never closed", quote), fmt::format("expected '{}'", quote),
          own_line, opened - line_start(text, own_line) + 1};
}

}  // namespace weft
