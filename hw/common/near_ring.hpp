// A queue that stays where its owner is as long as it is short.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace weft {

/// A queue whose first items, `near` of them, have their place within it, so that who has its owner
/// in the processor's caches has them too. When there are more, all are in a ring elsewhere that
/// doubles when it is full, until the queue is empty again. How many it may hold, at most the
/// largest `Index`, is the owner's to keep. Reading an empty one is the caller's error.
template <class T, std::uint16_t near, std::unsigned_integral Index = std::uint16_t>
class NearRing {
  static_assert(std::is_trivially_copyable_v<T> && std::has_single_bit(near));
  static_assert(sizeof(Index) <= sizeof(std::uint32_t));

 public:
  NearRing() = default;
  NearRing(const NearRing&) = delete;
  NearRing& operator=(const NearRing&) = delete;

  std::uint32_t size() const { return static_cast<Index>(tail_ - head_); }
  bool empty() const { return head_ == tail_; }
  const T& front() const { return items_[head_ & mask_]; }
  const T& operator[](std::uint32_t i) const { return items_[(head_ + i) & mask_]; }
  void push(const T& item) {
    if (size() > mask_) grow();
    items_[tail_++ & mask_] = item;
  }
  void pop() {
    if (++head_ == tail_) clear();
  }
  T take() {
    const T item = front();
    pop();
    return item;
  }
  void clear() {
    head_ = tail_ = 0;
    if (items_ == near_) return;
    items_ = near_;
    mask_ = near - 1;
  }

 private:
  [[gnu::noinline]] void grow() {
    const std::uint32_t count = size();
    if (items_ != near_ || far_mask_ == 0) {
      far_mask_ = static_cast<Index>(2 * std::max<std::uint32_t>(count, min_far / 2) - 1);
      std::unique_ptr<T[]> larger(new T[std::size_t{far_mask_} + 1]);
      move_to(larger.get(), count);
      far_ = std::move(larger);
    } else {
      move_to(far_.get(), count);
    }
    mask_ = far_mask_;
    head_ = 0;
    tail_ = static_cast<Index>(count);
  }
  void move_to(T* items, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) items[i] = (*this)[i];
    items_ = items;
  }

  static constexpr std::uint32_t min_far = 2U * near;

  T* items_ = near_;
  Index mask_ = near - 1;
  Index head_ = 0;  // both run on over the end of the numbers
  Index tail_ = 0;
  Index far_mask_ = 0;
  std::unique_ptr<T[]> far_;  // kept once it was needed
  T near_[near];
};

}  // namespace weft
