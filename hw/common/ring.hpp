// A queue that grows to its use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace weft {

/// Ring buffer; its capacity is a power of two, so that an index costs a mask. It takes no memory
/// before the first push and doubles when it is full, so that a buffer which seldom holds much
/// stays within a cache line or two, however large the hardware's is. How many items it may hold is
/// the owner's to keep. Reading an empty one is the caller's error.
template <class T>
class Ring {
 public:
  std::uint32_t size() const { return tail_ - head_; }
  bool empty() const { return head_ == tail_; }
  /// Items that it can hold before it grows.
  std::uint32_t capacity() const { return capacity_; }
  T& front() { return items_[index(0)]; }
  const T& front() const { return items_[index(0)]; }
  T& back() { return items_[index(size() - 1)]; }
  T& operator[](std::uint32_t i) { return items_[index(i)]; }
  const T& operator[](std::uint32_t i) const { return items_[index(i)]; }
  void push(const T& item) {
    if (size() == capacity_) grow();
    items_[tail_++ & (capacity_ - 1)] = item;
  }
  /// A place behind the others, as it was left, to be written: an item that is made there need not
  /// be copied.
  T& push_place() {
    if (size() == capacity_) grow();
    return items_[tail_++ & (capacity_ - 1)];
  }
  void push_front(const T& item) {
    if (size() == capacity_) grow();
    items_[--head_ & (capacity_ - 1)] = item;
  }
  void pop() {
    if constexpr (!std::is_trivially_destructible_v<T>) front() = T{};  // lets go of what it holds
    ++head_;
  }
  /// Pops the front and gives it; the slot keeps nothing that it held.
  T take() {
    T& slot = front();
    ++head_;
    return std::move(slot);
  }
  void pop_back() {
    if constexpr (!std::is_trivially_destructible_v<T>) back() = T{};
    --tail_;
  }
  void clear() {
    if constexpr (std::is_trivially_destructible_v<T>) {
      head_ = tail_;
    } else {
      while (!empty()) pop();
    }
  }

 private:
  static constexpr std::uint32_t first_capacity = sizeof(T) >= 32 ? 2 : 64 / sizeof(T);

  std::uint32_t index(std::uint32_t i) const { return (head_ + i) & (capacity_ - 1); }
  void grow() {
    const std::uint32_t larger = std::max(2 * capacity_, first_capacity);
    std::unique_ptr<T[]> items(new T[larger]);
    const std::uint32_t count = size();
    for (std::uint32_t i = 0; i < count; ++i) items[i] = items_[index(i)];
    items_ = std::move(items);
    capacity_ = larger;
    head_ = 0;
    tail_ = count;
  }

  std::unique_ptr<T[]> items_;
  std::uint32_t capacity_ = 0;
  std::uint32_t head_ = 0;  // both run on over the end of the numbers
  std::uint32_t tail_ = 0;
};

}  // namespace weft
