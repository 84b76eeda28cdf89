// What a message says.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft {

/// Values whose bytes can be sent: an array, a vector or a span of numbers or of plain structs.
template <class Values>
concept MessageValues = std::ranges::contiguous_range<const Values> &&
    std::is_trivially_copyable_v<std::ranges::range_value_t<const Values>>;

/// The bytes of a message: written once, and shared by all who refer to them, the sender, the
/// packets on their way and the receiver. None for a message of which only the length counts.
class MessageBody {
 public:
  /// None.
  MessageBody() = default;
  explicit MessageBody(std::vector<std::byte> bytes)
      : bytes_(std::make_shared<const std::vector<std::byte>>(std::move(bytes))) {}
  /// The bytes of values as they stand in memory.
  template <MessageValues Values>
  static MessageBody of(const Values& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return MessageBody(std::vector<std::byte>(bytes.begin(), bytes.end()));
  }

  explicit operator bool() const { return bytes_ != nullptr; }
  /// Empty where there are none.
  std::span<const std::byte> bytes() const {
    return bytes_ == nullptr ? std::span<const std::byte>() : std::span(*bytes_);
  }
  /// There are bytes, and `i` is one of them.
  std::byte operator[](std::size_t i) const { return (*bytes_)[i]; }

 private:
  std::shared_ptr<const std::vector<std::byte>> bytes_;
};

/// The values whose bytes these are. Throws std::runtime_error if the last is not complete.
template <class Value>
std::vector<Value> values_of(std::span<const std::byte> bytes) {
  static_assert(std::is_trivially_copyable_v<Value>);
  if (bytes.size() % sizeof(Value) != 0) {
    throw std::runtime_error("a message of " + std::to_string(bytes.size()) +
                             " bytes; expected a multiple of " + std::to_string(sizeof(Value)));
  }
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace weft
