#include "testbench/events/event_line.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <utility>

namespace weft {
namespace {

constexpr std::array<const char*, 16> column_names{
    "time_ps", "event",    "place",  "packet", "what",  "value",  "bytes",    "channel",
    "hops",    "begin_ps", "end_ps", "cause",  "input", "output", "asked_ps", "holder"};

}  // namespace

std::string EventLine::header() { return fmt::format("{}\n", fmt::join(column_names, ",")); }

void EventLine::begin(EventColumn column) {
  const auto number = static_cast<unsigned>(column);
  if (format_ == EventFormat::csv) {
    text_.append(number - column_, ',');
    column_ = number;
  } else {
    fmt::format_to(std::back_inserter(text_), "{}\"{}\": ", text_.empty() ? "{" : ", ",
                   column_names[number]);
  }
}

void EventLine::add(EventColumn column, std::uint64_t number) {
  begin(column);
  fmt::format_to(std::back_inserter(text_), "{}", number);
}

void EventLine::add(EventColumn column, std::string_view text) {
  begin(column);
  const bool quoted = format_ == EventFormat::json_lines || text.find(',') != text.npos;
  if (quoted) text_ += '"';
  text_ += text;
  if (quoted) text_ += '"';
}

std::string EventLine::take() {
  if (format_ == EventFormat::csv) {
    text_.append(column_names.size() - 1 - column_, ',');
  } else {
    text_ += '}';
  }
  text_ += '\n';
  column_ = 0;
  return std::exchange(text_, {});
}

}  // namespace weft
