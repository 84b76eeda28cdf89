#include "hw/common/harmless_text.hpp"

namespace weft {

std::string harmless(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t at) {
      return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    const bool control = byte(i) < 0x20 || byte(i) == 0x7f;
    const bool beyond_ascii = byte(i) == 0xc2 && byte(i + 1) >= 0x80 && byte(i + 1) <= 0x9f;
    shown += control || beyond_ascii ? '?' : text[i];
    if (beyond_ascii) ++i;
  }
  return shown;
}

}  // namespace weft
