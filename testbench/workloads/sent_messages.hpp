// The messages of one sender that have not come in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "hw/common/time.hpp"

namespace weft {

/// By numbers that are given out in turn, and again once all have been: what a run keeps of
/// messages does not grow with its length.
class SentMessages {
 public:
  static constexpr unsigned number_bits = 22;

  struct Message {
    Time begin = 0;  ///< Of its begin marker in the program, ps.
    std::uint32_t words = 0;
  };

  /// The number of a message that is sent now.
  std::uint32_t add(const Message& message) {
    const std::uint32_t number = next_++ & mask;
    under_way_[number] = message;
    return number;
  }
  /// It has come in; nothing if none of this number is on its way.
  std::optional<Message> take(std::uint32_t number) {
    const auto found = under_way_.extract(number);
    return found.empty() ? std::nullopt : std::optional(found.mapped());
  }
  std::size_t under_way() const { return under_way_.size(); }

 private:
  static constexpr std::uint32_t mask = (1U << number_bits) - 1;

  std::unordered_map<std::uint32_t, Message> under_way_;
  std::uint32_t next_ = 0;
};

}  // namespace weft
