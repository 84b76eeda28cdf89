// Whatever happens to a file, it gives a platform or one error with a place.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/random.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/platform.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

constexpr int mutations = 2'000;  // of each ready platform

// Changes a byte or a word, or inserts, drops, doubles or swaps some bytes or lines.
class Mutator {
 public:
  explicit Mutator(const std::string& name) : random_(1, name) {}

  std::string mutate(std::string text) {
    const std::uint64_t changes = 1 + random_.below(3);
    for (std::uint64_t i = 0; i < changes && !text.empty(); ++i) {
      switch (random_.below(3)) {
        case 0: mutate_bytes(text); break;
        case 1: mutate_lines(text); break;
        default: mutate_word(text); break;
      }
    }
    return text;
  }

 private:
  void mutate_bytes(std::string& text) {
    static constexpr std::array<const char*, 24> pieces{"0",        "9999999999999999999",
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
                                                        "\xc3\xa9", "|"};
    const std::size_t at = random_.below(text.size());
    const std::size_t length = std::min<std::size_t>(1 + random_.below(8), text.size() - at);
    switch (random_.below(4)) {
      case 0: text[at] = static_cast<char>(random_.below(256)); break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(at, pieces[random_.below(pieces.size())]); break;
      default: text.insert(random_.below(text.size()), text.substr(at, length)); break;
    }
  }

  // Another number for a number, another word of the file for a word; or another indentation.
  void mutate_word(std::string& text) {
    static constexpr std::array<const char*, 8> numbers{"0",  "1",  "2",   "7",
                                                        "64", "65", "256", "4096"};
    const auto is_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    const auto word_at = [&](std::size_t at) {
      while (at > 0 && is_word(text[at - 1])) --at;
      std::size_t end = at;
      while (end < text.size() && is_word(text[end])) ++end;
      return std::pair(at, end - at);
    };
    const auto [at, length] = word_at(random_.below(text.size()));
    const auto [other, other_length] = word_at(random_.below(text.size()));
    if (length == 0) {
      text.insert(at, random_.below(2) + 1, ' ');
    } else if (std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
      text.replace(at, length, numbers[random_.below(numbers.size())]);
    } else {
      text.replace(at, length, text.substr(other, other_length));
    }
  }

  void mutate_lines(std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    if (lines.empty()) return;
    const std::size_t a = random_.below(lines.size());
    const std::size_t b = random_.below(lines.size());
    switch (random_.below(4)) {
      case 0: std::swap(lines[a], lines[b]); break;
      case 1: lines.erase(lines.begin() + static_cast<long>(a)); break;
      case 2: lines.insert(lines.begin() + static_cast<long>(b), lines[a]); break;
      default: lines.resize(a); break;  // truncated
    }
    text = fmt::format("{}\n", fmt::join(lines, "\n"));
  }

  RandomStream random_;
};

TEST(Mutations, GiveAPlatformOrOneErrorWithAPlace) {
  for (const auto& file : test::ready_platforms()) {
    SCOPED_TRACE(file);
    const std::string name = file;  // files of graphs lie beside it
    const std::string original = test::read_file(file);
    Mutator mutator(file.filename());
    int good = 0;
    for (int i = 0; i < mutations; ++i) {
      const std::string text = mutator.mutate(original);
      try {
        resolve(parse_netlist(text, name));
        ++good;
      } catch (const InputError& error) {
        ASSERT_EQ(std::string(error.what()).rfind(name + ":", 0), 0U) << error.what() << "\n"
                                                                      << text;
        ASSERT_GT(error.place().line, 0U) << error.what() << "\n" << text;
      } catch (const std::exception& error) {
        FAIL() << error.what() << "\n" << text;
      }
    }
    EXPECT_GT(good, 0) << name;
    EXPECT_LT(good, mutations) << name;
  }
}

}  // namespace
}  // namespace weft
