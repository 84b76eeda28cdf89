#include "platforms/registry/byte_rate.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {

std::uint64_t read_byte_rate(const Node& node, std::string_view what) {
  static const std::map<std::string, std::uint64_t, std::less<>> units{
      {"B/s", 1}, {"kB/s", 1'000}, {"MB/s", 1'000'000}, {"GB/s", 1'000'000'000}};
  const std::string& text = require_text(node, what);
  const auto quantity = parse_quantity(text);
  const auto unit = quantity ? units.find(quantity->unit) : units.end();
  if (unit == units.end() || quantity->digits > 1'000'000'000) {
    throw InputError(node.place, fmt::format("'{}' for '{}'", text, what),
                     "expected a number with one of the units B/s, kB/s, MB/s or GB/s, such as "
                     "10 MB/s");
  }
  return quantity->digits * unit->second / quantity->divisor;
}

}  // namespace weft
