#include "platforms/components/fault.hpp"

#include <cctype>
#include <string_view>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/component_type.hpp"

namespace weft {
namespace {

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Where the name stands as a word of its own, or npos.
std::size_t find_word(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_part_of_name(text[at - 1]);
    if (begins && (end == text.size() || !is_part_of_name(text[end]))) return at;
  }
  return std::string_view::npos;
}

}  // namespace

void refuse(const ParameterValues& values, const std::string& fault) {
  if (fault.empty()) return;
  const ParameterInfo* named = nullptr;
  const ParameterInfo* any = nullptr;  // set, but not named: a bit rate makes a time too short
  std::size_t first = std::string_view::npos;
  for (const ParameterInfo& info : values.type().parameters) {
    if (!values.is_set(info.name)) continue;
    if (any == nullptr) any = &info;
    const std::size_t at = find_word(fault, info.name);
    if (at >= first) continue;
    first = at;
    named = &info;
  }
  if (named == nullptr) named = any;
  throw InputError(named == nullptr ? place_of(values.type().name) : values.place(named->name),
                   fault);
}

}  // namespace weft
