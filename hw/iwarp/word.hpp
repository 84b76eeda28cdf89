// What an iWarp bus carries: a 32-bit word and its tag.
#pragma once

#include <cstdint>

namespace weft {

/// A word with a tag is a marker (section 6.1.2). The numbers are those of the control lines.
enum class WordTag : std::uint8_t {
  data,           ///< No marker.
  pathway_begin,  ///< Its data is a header word, see HeaderWord.
  pathway_end,
  message_begin,  ///< The low bits of its data are the address of the destination.
  message_end,
  application,  ///< Marks a point in a message for the program (section 7.3).
};

/// Of a word in the memory of a cell.
inline constexpr unsigned word_bytes = 4;

struct Word {
  std::uint32_t value = 0;
  WordTag tag = WordTag::data;

  friend constexpr bool operator==(Word, Word) = default;
};

constexpr const char* name_of(WordTag tag) {
  switch (tag) {
    case WordTag::data: return "data";
    case WordTag::pathway_begin: return "pathway_begin";
    case WordTag::pathway_end: return "pathway_end";
    case WordTag::message_begin: return "message_begin";
    case WordTag::message_end: return "message_end";
    case WordTag::application: return "application";
  }
  return "";
}

}  // namespace weft
