// A queue that stays where its owner is as long as it is short.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

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
  const T& front() const { return items()[head_ & mask_]; }
  const T& operator[](std::uint32_t i) const { return items()[(head_ + i) & mask_]; }
  void push(const T& item) {
    if (size() > mask_) grow();
    items()[tail_++ & mask_] = item;
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
    mask_ = near_mask;
  }

 private:
  static constexpr Index near_mask = near - 1;

  bool is_near() const { return mask_ == near_mask; }
  T* items() { return const_cast<T*>(std::as_const(*this).items()); }
  // A processor cannot guess which of them it is: one of two addresses is taken without a branch.
  const T* items() const {
    const auto near_at = reinterpret_cast<std::uintptr_t>(near_);
    const auto far_at = reinterpret_cast<std::uintptr_t>(far_.get());
    const std::uintptr_t far_counts = std::uintptr_t{is_near()} - 1;
    return reinterpret_cast<const T*>(near_at + ((far_at - near_at) & far_counts));
  }
  [[gnu::noinline]] void grow() {
    const std::uint32_t count = size();
    if (!is_near() || far_mask_ == 0) {
      const std::uint32_t room = std::max<std::uint32_t>(2 * count, min_far);
      std::unique_ptr<T[]> larger(new T[room]);
      copy_to(larger.get(), count);
      far_ = std::move(larger);
      far_mask_ = static_cast<Index>(room - 1);
    } else {
      copy_to(far_.get(), count);
    }
    mask_ = far_mask_;
    head_ = 0;
    tail_ = static_cast<Index>(count);
  }
  void copy_to(T* to, std::uint32_t count) const {
    for (std::uint32_t i = 0; i < count; ++i) to[i] = (*this)[i];
  }

  static constexpr std::uint32_t min_far = std::max(2U * near, 16U);

  std::unique_ptr<T[]> far_;  // kept once it was needed
  T near_[near];
  Index head_ = 0;  // both run on over the end of the numbers
  Index tail_ = 0;
  Index mask_ = near_mask;  // of the ring in use: its items less one
  Index far_mask_ = 0;
};

}  // namespace weft
