#include "hw/common/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>

namespace weft {
namespace {

constexpr std::size_t longest_compared = 64;  // a longer text is no mistyped name

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = last[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0U : 1U);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, substituted});
      const bool swapped =
          i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string nearest_name(std::string_view wrong, const std::vector<std::string>& names) {
  if (wrong.empty() || wrong.size() > longest_compared) return {};
  std::string nearest;
  std::size_t least = longest_compared;
  for (const std::string& name : names) {
    if (name.size() > longest_compared) continue;
    const std::size_t longer = std::max(name.size(), wrong.size());
    const std::size_t distance = edit_distance(wrong, name);
    const bool near = distance <= std::max<std::size_t>(1, longer / 3) && distance < longer;
    if (!near || distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

std::string list_names(const std::vector<std::string>& names) {
  constexpr std::size_t most_listed = 20;  // all keys of any type, but not all components
  constexpr std::ptrdiff_t first_listed = 12;
  if (names.size() > most_listed) {
    return fmt::format("{}, ... ({} in all)",
                       fmt::join(names.begin(), names.begin() + first_listed, ", "), names.size());
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace weft
