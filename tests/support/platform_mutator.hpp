// Random changes of the text of a platform, or of a file that it names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw/common/random.hpp"

namespace weft::test {

/// The keys, types and names of choices that a platform can hold, as the registry has them.
std::vector<std::string> platform_words();

/// Changes texts; one seed and name make the same changes again.
class PlatformMutator {
 public:
  explicit PlatformMutator(std::string_view name, std::uint64_t seed = 1);

  /// The text with one to three changes: bytes, words, numbers, values or lines are dropped,
  /// doubled, swapped or replaced.
  std::string mutate(std::string text);

 private:
  void change_bytes(std::string& text);
  void change_word(std::string& text);
  void change_value(std::string& text);
  void change_lines(std::string& text);
  const std::string& any_word();
  std::string any_number(std::string_view old);

  RandomStream random_;
  std::vector<std::string> words_ = platform_words();
};

}  // namespace weft::test
