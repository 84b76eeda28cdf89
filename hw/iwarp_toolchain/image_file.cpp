#include "hw/iwarp_toolchain/image_file.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "hw/common/nearest_name.hpp"
#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp_toolchain/assembler.hpp"

namespace weft::isa {

namespace {

constexpr std::size_t data_words_in_line = 8;

struct Field {
  std::string_view text;
  unsigned column = 1;
};

std::vector<Field> split(std::string_view line) {
  std::vector<Field> fields;
  for (std::size_t place = 0; place < line.size();) {
    const std::size_t begin = line.find_first_not_of(" \t\r", place);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
    fields.push_back({line.substr(begin, end - begin), static_cast<unsigned>(begin + 1)});
    place = end;
  }
  return fields;
}

class ImageReader {
 public:
  explicit ImageReader(const std::string& file) : file_(file) {}

  ProgramImage read(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      const std::vector<Field> fields = split(text.substr(begin, end - begin));
      if (!fields.empty()) read_line(fields);
      begin = end + 1;
    }
    if (!marked_)
      fail({"", 1}, "no file of an assembled program", "expected 'iwarp-program 1' first");
    check();
    return std::move(image_);
  }

 private:
  [[noreturn]] void fail(const Field& at, std::string found, std::string expected,
                         std::string nearest = {}) const {
    throw AssemblyError({{file_, std::max(line_, 1U), at.column, std::move(found),
                          std::move(expected), std::move(nearest)}});
  }

  std::uint32_t number(const Field& field, int base) const {
    std::uint32_t value = 0;
    const char* last = field.text.data() + field.text.size();
    const auto [end, error] = std::from_chars(field.text.data(), last, value, base);
    if (error != std::errc{} || end != last) {
      fail(field, fmt::format("'{}' is no number", field.text),
           base == 16 ? "expected a hexadecimal number of 32 bits" : "expected a decimal number");
    }
    return value;
  }

  void expect_count(const std::vector<Field>& fields, std::size_t least, std::size_t most) const {
    if (fields.size() > least && fields.size() <= most + 1) return;
    fail(fields[0], fmt::format("'{}' with {} values", fields[0].text, fields.size() - 1),
         least == most ? fmt::format("expected {}", least)
                       : fmt::format("expected {} to {}", least, most));
  }

  void read_line(const std::vector<Field>& fields) {
    const std::string_view kind = fields[0].text;
    if (!marked_) {
      marked_ = kind == image_mark && fields.size() == 2 && fields[1].text == "1";
      if (!marked_)
        fail(fields[0], "no file of an assembled program", "expected 'iwarp-program 1' first");
      return;
    }
    if (kind == "source") {
      expect_count(fields, 1, 64);
      add_source(fields);
    } else if (kind == "entry") {
      expect_count(fields, 1, 1);
      image_.entry = number(fields[1], 16);
    } else if (kind == "code") {
      expect_count(fields, 2, 4);
      add_code(fields);
    } else if (kind == "data") {
      expect_count(fields, 1, data_words_in_line);
      for (std::size_t i = 1; i < fields.size(); ++i) image_.data.push_back(number(fields[i], 16));
    } else if (kind == "call") {
      expect_count(fields, 3, 3);
      add_call(fields);
    } else if (kind == "label") {
      expect_count(fields, 2, 2);
      image_.symbols[std::string(fields[1].text)] = number(fields[2], 16);
    } else {
      static const std::vector<std::string> kinds{"source", "entry", "code",
                                                  "data",   "call",  "label"};
      fail(fields[0], fmt::format("unknown line '{}'", kind), "expected " + list_names(kinds),
           nearest_name(kind, kinds));
    }
    if (image_.bytes() > most_program_bytes) {
      fail(fields[0], "the program is too large",
           fmt::format("expected at most {} bytes", most_program_bytes));
    }
  }

  // The first one is the program's own.
  void add_source(const std::vector<Field>& fields) {
    std::string name(fields[1].text);
    for (std::size_t i = 2; i < fields.size(); ++i) name.append(" ").append(fields[i].text);
    if (named_) image_.files.emplace_back();
    named_ = true;
    image_.files.back().name = std::move(name);
  }

  SourceLine line(const Field& field) const {
    const std::size_t colon = field.text.find(':');
    if (colon == std::string_view::npos) return {0, number(field, 10)};
    const std::uint32_t file = number({field.text.substr(0, colon), field.column}, 10);
    if (file >= image_.files.size())
      fail(field, fmt::format("there is no file {}", file), "expected a line 'source' for it");
    return {file, number({field.text.substr(colon + 1), field.column}, 10)};
  }

  void add_call(const std::vector<Field>& fields) {
    image_.calls.push_back({line(fields[1]), number(fields[2], 16), number(fields[3], 16)});
  }

  void add_code(const std::vector<Field>& fields) {
    const SourceLine source_line = line(fields[1]);
    std::vector<std::uint32_t> words;
    for (std::size_t i = 2; i < fields.size(); ++i) words.push_back(number(fields[i], 16));
    const auto instruction = decode(words.data(), static_cast<unsigned>(words.size()));
    if (!instruction || instruction->words() != words.size()) {
      fail(fields[2], "these words are no instruction",
           "expected one word of a short instruction, or three of a long word");
    }
    for (const std::uint32_t word : words) {
      image_.code.push_back(word);
      image_.lines.push_back(source_line);
    }
  }

  void check() {
    const std::vector<bool> starts = image_.starts();
    if (image_.code.empty())
      fail({"", 1}, "there is no instruction", "expected at least one line 'code'");
    if (image_.entry % 4 == 0 && image_.entry / 4 < starts.size() && starts[image_.entry / 4])
      return;
    fail({"", 1}, fmt::format("there is no instruction at the entry {:x}", image_.entry),
         "expected the address of an instruction");
  }

  const std::string& file_;
  ProgramImage image_;
  unsigned line_ = 0;
  bool marked_ = false;
  bool named_ = false;
};

}  // namespace

std::string write_image(const ProgramImage& image) {
  std::string text = fmt::format("{} 1\n", image_mark);
  const auto out = std::back_inserter(text);
  for (const SourceFile& file : image.files) fmt::format_to(out, "source {}\n", file.name);
  fmt::format_to(out, "entry {:x}\n", image.entry);
  for (std::size_t i = 0; i < image.code.size();) {
    fmt::format_to(out, "code {}", text_of(image.lines[i]));
    const std::size_t end = i + words_of(image.code[i]);
    for (; i < end; ++i) fmt::format_to(out, " {:08x}", image.code[i]);
    text += '\n';
  }
  for (std::size_t i = 0; i < image.data.size(); ++i) {
    if (i % data_words_in_line == 0) text += i == 0 ? "data" : "\ndata";
    fmt::format_to(out, " {:08x}", image.data[i]);
  }
  if (!image.data.empty()) text += '\n';
  for (const MacroCall& call : image.calls)
    fmt::format_to(out, "call {} {:x} {:x}\n", text_of(call.line), call.begin, call.end);
  for (const auto& [name, address] : image.symbols)
    fmt::format_to(out, "label {} {:x}\n", name, address);
  return text;
}

ProgramImage read_image(std::string_view text, const std::string& file) {
  return ImageReader(file).read(text);
}

}  // namespace weft::isa
