#include "platforms/netlist/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace weft {
namespace {

std::string message(const Place& place, std::string_view found, std::string_view expected,
                    std::string_view nearest) {
  std::string text = fmt::format("{}: {}", place.text(), found);
  if (!expected.empty()) text += fmt::format("; {}", expected);
  if (!nearest.empty()) text += fmt::format("; did you mean '{}'?", nearest);
  // names are shown as they were written, and an error is one line
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

}  // namespace

InputError::InputError(Place place, std::string_view found, std::string_view expected,
                       std::string_view nearest)
    : std::runtime_error(message(place, found, expected, nearest)), place_(std::move(place)) {}

}  // namespace weft
