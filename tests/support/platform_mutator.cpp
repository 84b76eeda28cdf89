#include "tests/support/platform_mutator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>
#include <sstream>
#include <utility>

#include "testbench/registry/built_in_registry.hpp"

namespace weft::test {
namespace {

constexpr std::array pieces{"0",        "9999999999999999999",
                            "-1",       ":",
                            "[",        "]",
                            "{",        "}",
                            "\"",       "'",
                            "*",        "&a",
                            "*a",       "!",
                            "#",        "\n",
                            "  ",       "\t",
                            ",",        "x",
                            "..",       "~",
                            "\xc3\xa9", "\\n",
                            "|"};

// How values look.
constexpr std::array values{"'*'",
                            "'node[0,0].router'",
                            "node[0]",
                            "link0",
                            "link0..link3",
                            "{}",
                            "[]",
                            "~",
                            "4x4",
                            "2x2x2",
                            "1 us",
                            "100 Mbit/s",
                            "1..256",
                            "true",
                            "false",
                            "[*, node]",
                            "net.graphml",
                            "net.edges",
                            "0",
                            "65536",
                            "1e3",
                            "routes.txt",
                            "{type: c104}",
                            "signal"};

constexpr std::array numbers{"0", "1", "2", "3", "7", "31", "64", "65", "256", "65536"};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Begin and length of the word around a place; empty where none is.
std::pair<std::size_t, std::size_t> word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (at > 0 && is_in_word(text[at - 1])) --at;
  while (end < text.size() && is_in_word(text[end])) ++end;
  return {at, end - at};
}

}  // namespace

std::vector<std::string> platform_words() {
  std::set<std::string> words;
  for (const ComponentType& type : built_in_registry().types()) {
    words.insert(type.name);
    for (const std::string& key : type.keys()) words.insert(key);
    for (const ParameterInfo& info : type.parameters) {
      words.insert(info.choices.begin(), info.choices.end());
    }
    for (const Level level : type.levels) words.emplace(name_of(level));
  }
  return {words.begin(), words.end()};
}

PlatformMutator::PlatformMutator(std::string_view name, std::uint64_t seed) : random_(seed, name) {}

std::string PlatformMutator::mutate(std::string text) {
  const std::uint64_t changes = 1 + random_.below(3);
  for (std::uint64_t i = 0; i < changes && !text.empty(); ++i) {
    switch (random_.below(4)) {
      case 0: change_bytes(text); break;
      case 1: change_lines(text); break;
      case 2: change_value(text); break;
      default: change_word(text); break;
    }
  }
  return text;
}

void PlatformMutator::change_bytes(std::string& text) {
  const std::size_t at = random_.below(text.size());
  const std::size_t length = std::min<std::size_t>(1 + random_.below(8), text.size() - at);
  switch (random_.below(4)) {
    case 0: text[at] = static_cast<char>(random_.below(256)); break;
    case 1: text.erase(at, length); break;
    case 2: text.insert(at, pieces[random_.below(pieces.size())]); break;
    default: text.insert(random_.below(text.size()), text.substr(at, length)); break;
  }
}

// Another number for a number, another word for a word; or another indentation.
void PlatformMutator::change_word(std::string& text) {
  const auto [at, length] = word_at(text, random_.below(text.size()));
  if (length == 0) {
    text.insert(at, random_.below(2) + 1, ' ');
  } else if (is_digit(text[at])) {
    text.replace(at, length, any_number(std::string_view(text).substr(at, length)));
  } else if (random_.below(2) == 0) {
    text.replace(at, length, any_word());
  } else {
    const auto [other, other_length] = word_at(text, random_.below(text.size()));
    text.replace(at, length, text.substr(other, other_length));
  }
}

// What stands behind a colon, up to the end of the value or of the line.
void PlatformMutator::change_value(std::string& text) {
  const std::size_t colon = text.find(": ", random_.below(text.size()));
  if (colon == std::string::npos) return;
  const std::size_t begin = colon + 2;
  const std::size_t end =
      std::min(text.find_first_of(random_.below(2) == 0 ? std::string_view(",}\n") : "\n", begin),
               text.size());
  text.replace(begin, end - begin,
               random_.below(4) == 0 ? any_word() : values[random_.below(values.size())]);
}

void PlatformMutator::change_lines(std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  if (lines.empty()) return;
  const std::size_t a = random_.below(lines.size());
  const std::size_t b = random_.below(lines.size());
  switch (random_.below(5)) {
    case 0: std::swap(lines[a], lines[b]); break;
    case 1: lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(a)); break;
    case 2: lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(b), lines[a]); break;
    case 3: {
      const std::size_t indent = std::min(lines[a].find_first_not_of(' '), lines[a].size());
      lines.insert(
          lines.begin() + static_cast<std::ptrdiff_t>(a),
          fmt::format("{:{}}{}: {}", "", indent, any_word(), values[random_.below(values.size())]));
      break;
    }
    default: lines.resize(a); break;  // cut off
  }
  text = fmt::format("{}\n", fmt::join(lines, "\n"));
}

const std::string& PlatformMutator::any_word() { return words_[random_.below(words_.size())]; }

// One more, one less, or another.
std::string PlatformMutator::any_number(std::string_view old) {
  std::uint64_t number = 0;
  std::from_chars(old.data(), old.data() + old.size(), number);
  switch (random_.below(4)) {
    case 0: return fmt::format("{}", number + 1);
    case 1: return fmt::format("{}", number == 0 ? 0 : number - 1);
    default: return numbers[random_.below(numbers.size())];
  }
}

}  // namespace weft::test
