#include "platforms/netlist/input_error.hpp"

#include <fmt/format.h>

#include <utility>

#include "hw/common/harmless_text.hpp"

namespace weft {
namespace {

std::string message(const Place& place, std::string_view found, std::string_view expected,
                    std::string_view nearest) {
  std::string text = fmt::format("{}: {}", place.text(), found);
  if (!expected.empty()) text += fmt::format("; {}", expected);
  if (!nearest.empty()) text += fmt::format("; did you mean '{}'?", nearest);
  return harmless(text);  // names are shown as they were written, and an error is one line
}

}  // namespace

InputError::InputError(Place place, std::string_view found, std::string_view expected,
                       std::string_view nearest)
    : std::runtime_error(message(place, found, expected, nearest)), place_(std::move(place)) {}

}  // namespace weft
