#include "hw/iwarp/bus_coding.hpp"

namespace weft {

namespace {

constexpr unsigned word_start = 4;     // on the control lines
constexpr unsigned dequeue_start = 2;  // on the lines back

constexpr std::uint8_t byte(std::uint32_t value, unsigned number) {
  return static_cast<std::uint8_t>(value >> 8 * number);
}

constexpr WordTag tag_of(unsigned lines) {
  return lines <= static_cast<unsigned>(WordTag::application) ? static_cast<WordTag>(lines)
                                                              : WordTag::data;
}

}  // namespace

std::array<BusLevels, phases_per_word> phases_of(const BusWord& word) {
  const std::uint32_t value = word.word.value;
  return {{{byte(value, 0), static_cast<std::uint8_t>(word_start | (word.channel >> 3 & 3))},
           {byte(value, 1), static_cast<std::uint8_t>(word.channel & 7)},
           {byte(value, 2), static_cast<std::uint8_t>(word.word.tag)},
           {byte(value, 3), 0}}};
}

std::array<DequeueLevels, phases_per_word> phases_of_dequeue(unsigned channel) {
  return {{{static_cast<std::uint8_t>(dequeue_start | (channel >> 4 & 1))},
           {static_cast<std::uint8_t>(channel >> 2 & 3)},
           {static_cast<std::uint8_t>(channel & 3)},
           {0}}};
}

std::optional<BusWord> WordReceiver::sample(BusLevels lines) {
  switch (phase_) {
    case 0:
      if ((lines.control & word_start) == 0) return std::nullopt;
      word_ = {(lines.control & 3U) << 3, {lines.data, WordTag::data}};
      break;
    case 1: word_.channel |= lines.control & 7U; break;
    case 2: word_.word.tag = tag_of(lines.control & 7U); break;
    default: break;
  }
  word_.word.value |= static_cast<std::uint32_t>(lines.data) << 8 * phase_;
  phase_ = (phase_ + 1) % phases_per_word;
  if (phase_ != 0) return std::nullopt;
  return word_;
}

std::optional<unsigned> DequeueReceiver::sample(DequeueLevels lines) {
  switch (phase_) {
    case 0:
      if ((lines.lines & dequeue_start) == 0) return std::nullopt;
      channel_ = (lines.lines & 1U) << 4;
      break;
    case 1: channel_ |= (lines.lines & 3U) << 2; break;
    case 2: channel_ |= lines.lines & 3U; break;
    default: break;
  }
  phase_ = (phase_ + 1) % phases_per_word;
  if (phase_ != 0) return std::nullopt;
  return channel_;
}

}  // namespace weft
