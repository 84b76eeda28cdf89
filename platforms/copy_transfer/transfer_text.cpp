#include "platforms/copy_transfer/transfer_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft::copy_transfer {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_figure(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr std::string_view patterns_of_memory = "1, a stride of at least 2, or w for indexed";

// One end of a transfer, as it is written and as its kind asks for it.
struct End {
  const std::optional<Pattern>& pattern;
  std::string_view side;  // "before", "behind"
  std::string_view verb;  // "reads", "writes"
  bool in_memory;
};

void check_end(const End& end, const TransferInfo& info, FixedEnds ends, const std::string& text,
               const Place& place) {
  const bool fixed_copy = ends == FixedEnds::of_copies && info.kind == TransferKind::copy;
  if (end.pattern && (end.pattern->in_memory() == end.in_memory || fixed_copy)) return;
  const std::string found =
      end.pattern
          ? fmt::format("'{}', with {} {} {}", text, text_of(*end.pattern), end.side, info.letters)
          : fmt::format("'{}', with nothing {} {}", text, end.side, info.letters);
  const std::string expected =
      end.in_memory
          ? fmt::format("expected how it {} memory there: {}, such as {}", end.verb,
                        patterns_of_memory, info.example)
          : fmt::format("expected 0 there, its end at the network, such as {}", info.example);
  throw InputError(place, found, expected);
}

}  // namespace

void TransferText::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

bool TransferText::at_end() {
  skip_blanks();
  return at_ == text_.size();
}

char TransferText::peek() { return at_end() ? '\0' : text_[at_]; }

bool TransferText::take(std::string_view what) {
  skip_blanks();
  if (text_.substr(at_, what.size()) != what) return false;
  at_ += what.size();
  return true;
}

Place TransferText::place_at(std::size_t position) const {
  if (!by_column_) return place_;
  const std::string_view before = text_.substr(0, position);
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  std::uint32_t line = 1;
  for (const char c : before) line += c == '\n' ? 1 : 0;
  return {place_.source, line, static_cast<std::uint32_t>(position - line_begin + 1)};
}

Place TransferText::place() {
  skip_blanks();
  return place_at(at_);
}

std::string TransferText::next_thing() {
  if (at_end()) return "the end";
  std::size_t end = at_;
  const bool word = is_letter(text_[at_]) || is_figure(text_[at_]);
  while (end < text_.size() && !is_blank(text_[end]) && text_[end] != '(' && text_[end] != ')' &&
         (is_letter(text_[end]) || is_figure(text_[end])) == word) {
    ++end;
  }
  if (end == at_) ++end;
  constexpr std::size_t longest = 20;
  return fmt::format("'{}'", text_.substr(at_, std::min(end - at_, longest)));
}

std::string TransferText::take_factor() {
  skip_blanks();
  const std::size_t begin = at_;
  while (at_ < text_.size() && (is_figure(text_[at_]) || text_[at_] == '.')) ++at_;
  const std::string number = since(begin);
  if (at_ < text_.size() && is_blank(text_[at_])) return number;
  if (!number.empty() && take("*")) return number;
  at_ = begin;
  return {};
}

std::uint32_t TransferText::read_count(std::string_view what) {
  const Place here = place();
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_figure(text_[at_])) ++at_;
  const auto number = parse_whole(text_.substr(begin, at_ - begin));
  if (number && *number >= 1 && *number <= most_stride) return static_cast<std::uint32_t>(*number);
  const std::string found = begin == at_
                                ? fmt::format("{} as a {}", next_thing(), what)
                                : fmt::format("'{}' as a {}", since(begin).substr(0, 20), what);
  throw InputError(here, found, fmt::format("expected a whole number, 1 to {}", most_stride));
}

std::optional<Pattern> TransferText::read_pattern() {
  const Place here = place();
  const std::size_t begin = at_;
  Pattern pattern;
  if (take("w")) {
    pattern.kind = Pattern::Kind::indexed;
  } else if (take("0")) {
    pattern.kind = Pattern::Kind::fixed;
  } else if (is_figure(peek())) {
    const std::uint32_t stride = read_count("stride");
    if (stride > 1) {
      pattern.kind = Pattern::Kind::strided;
      pattern.stride = stride;
    }
  } else {
    return std::nullopt;
  }
  // a number with a 0 before it
  if (pattern.kind == Pattern::Kind::fixed && at_ < text_.size() && is_figure(text_[at_])) {
    at_ = begin;
    read_count("stride");
  }
  if (at_ == text_.size() || text_[at_] != ':') return pattern;
  ++at_;
  pattern.block = read_count("number of words in a block");
  const bool has_blocks =
      pattern.kind == Pattern::Kind::strided || pattern.kind == Pattern::Kind::indexed;
  if (!has_blocks) {
    throw InputError(here, fmt::format("'{}': blocks in a pattern that has none", since(begin)),
                     "expected a stride before ':', such as 64:2, or w");
  }
  if (pattern.kind == Pattern::Kind::strided && pattern.stride <= pattern.block) {
    throw InputError(here,
                     fmt::format("'{}': blocks of {} words with a stride of {}", since(begin),
                                 pattern.block, pattern.stride),
                     "expected a stride that is larger than a block, or 1 for what is contiguous");
  }
  return pattern;
}

const TransferInfo& TransferText::read_kind() {
  const Place here = place();
  const std::string found = next_thing();
  const std::size_t begin = at_;
  // of the kinds only those of the network have small letters; w is a pattern
  if (at_ < text_.size() && is_letter(text_[at_])) {
    const bool network = text_[at_++] == 'N';
    while (network && at_ < text_.size() && is_letter(text_[at_])) ++at_;
  }
  if (const TransferInfo* info = find_transfer(since(begin))) return *info;
  const std::vector<std::string> letters = transfer_letters();
  if (at_ == begin) {
    throw InputError(here, fmt::format("{} where a transfer should stand", found),
                     "expected one of " + list_names(letters) + " with its patterns, such as 1C64");
  }
  throw InputError(here, fmt::format("unknown transfer '{}'", since(begin).substr(0, 20)),
                   "expected " + list_names(letters), nearest_name(since(begin), letters));
}

BasicTransfer TransferText::read_transfer(FixedEnds ends) {
  const Place here = place();
  const std::size_t begin = at_;
  const std::optional<Pattern> read = read_pattern();
  const TransferInfo& info = read_kind();
  BasicTransfer transfer;
  transfer.kind = info.kind;
  if (info.resource == Resource::network) {
    if (read) {
      throw InputError(
          here, fmt::format("'{}', with a pattern before {}", since(begin), info.letters),
          fmt::format("expected none: the network has no memory; such as {}", info.example));
    }
    transfer.read.kind = transfer.write.kind = Pattern::Kind::fixed;
    if (at_ < text_.size() && text_[at_] == '@') {
      ++at_;
      transfer.congestion = read_count("congestion");
    }
    return transfer;
  }
  const std::optional<Pattern> write =
      at_ < text_.size() && !is_blank(text_[at_]) ? read_pattern() : std::nullopt;
  const std::string text = since(begin);
  check_end({read, "before", "reads", info.reads_memory}, info, ends, text, here);
  check_end({write, "behind", "writes", info.writes_memory}, info, ends, text, here);
  transfer.read = *read;
  transfer.write = *write;
  if (at_ < text_.size() && text_[at_] == '@') {
    throw InputError(place_at(at_), fmt::format("a congestion of '{}'", text),
                     "expected one of Nd and Nadp only");
  }
  return transfer;
}

Operation TransferText::read_operation() {
  const Place here = place();
  const std::string found = next_thing();
  const std::size_t begin = at_;
  const std::optional<Pattern> read = read_pattern();
  const bool operation = read && take("Q");
  const std::optional<Pattern> write = operation ? read_pattern() : std::nullopt;
  if (!write) {
    throw InputError(here, fmt::format("{} as an operation", found),
                     "expected how it reads, Q and how it writes, such as 1Q64");
  }
  if (read->in_memory() && write->in_memory()) return {*read, *write};
  throw InputError(here, fmt::format("'{}', with the pattern 0", since(begin)),
                   fmt::format("expected {}, on both sides of Q", patterns_of_memory));
}

Operation read_operation(std::string_view text, const Place& place) {
  TransferText reader(text, place, true);
  const Operation operation = reader.read_operation();
  if (reader.at_end()) return operation;
  throw InputError(reader.place(),
                   fmt::format("{} behind '{}'", reader.next_thing(), text_of(operation)),
                   "expected nothing");
}

BasicTransfer read_basic_transfer(std::string_view text, const Place& place) {
  TransferText reader(text, place, false);
  const BasicTransfer transfer = reader.read_transfer(FixedEnds::none);
  if (reader.at_end()) return transfer;
  throw InputError(place, fmt::format("{} behind '{}'", reader.next_thing(), text_of(transfer)),
                   "expected one transfer, such as 1C64");
}

}  // namespace weft::copy_transfer
