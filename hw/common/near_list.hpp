// A short list that stays where its owner is.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace weft {

/// Items in order. So many of them, `near`, a power of two, have their place within the list
/// itself, so that who has the owner in the processor's caches has them too; more than these are
/// together elsewhere, until few are left. Both places are rings: an item that is put in or taken
/// out moves those before it or those behind it, whichever are fewer. Memory is taken for as many
/// as were ever there. How many it may hold, 65,535 at most, is the owner's to keep.
template <class T, unsigned near>
class NearList {
  static_assert(std::is_trivially_copyable_v<T> && std::has_single_bit(near));

 public:
  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::uint32_t i) { return items()[(head_ + i) & mask_]; }
  const T& operator[](std::uint32_t i) const { return items()[(head_ + i) & mask_]; }
  const T& front() const { return items()[head_]; }

  /// Fetches from memory the items that have their place here.
  void fetch() const { __builtin_prefetch(near_); }
  /// Fetches one that may have its place elsewhere; the list itself should be in the caches.
  void fetch(std::uint32_t i) const { __builtin_prefetch(&items()[(head_ + i) & mask_]); }
  /// Before the one at `place`; behind all others if that is the size.
  void insert(std::uint32_t place, const T& item) {
    if (size_ > mask_) move_away();
    NearList& all = *this;
    if (const std::uint32_t behind = size_++ - place; behind <= place) {
      for (std::uint32_t i = place + behind; i > place; --i) all[i] = all[i - 1];
    } else {
      head_ = static_cast<std::uint16_t>((head_ - 1U) & mask_);
      for (std::uint32_t i = 0; i < place; ++i) all[i] = all[i + 1];
    }
    all[place] = item;
  }
  void erase(std::uint32_t place) {
    NearList& all = *this;
    if (const std::uint32_t behind = --size_ - place; behind < place) {
      for (std::uint32_t i = place; i < size_; ++i) all[i] = all[i + 1];
    } else {
      for (std::uint32_t i = place; i > 0; --i) all[i] = all[i - 1];
      head_ = static_cast<std::uint16_t>((head_ + 1U) & mask_);
    }
    if (away() && size_ <= near / 2) move_home();
  }

 private:
  bool away() const { return mask_ >= near; }
  T* items() { return away() ? far_.get() : near_; }
  const T* items() const { return away() ? far_.get() : near_; }
  // Where there is room for more.
  void move_away() {
    if (far_mask_ <= mask_) {
      const std::uint32_t capacity = std::max(2U * (mask_ + 1U), 4U * near);
      std::unique_ptr<T[]> larger(new T[capacity]);
      copy_to(larger.get());
      far_ = std::move(larger);
      far_mask_ = static_cast<std::uint16_t>(capacity - 1);
    } else {
      copy_to(far_.get());
    }
    mask_ = far_mask_;
    head_ = 0;
  }
  void move_home() {
    copy_to(near_);
    mask_ = near - 1;
    head_ = 0;
  }
  void copy_to(T* place) const {
    for (std::uint32_t i = 0; i < size_; ++i) place[i] = (*this)[i];
  }

  std::unique_ptr<T[]> far_;
  std::uint16_t far_mask_ = 0;     // its capacity less 1
  std::uint16_t mask_ = near - 1;  // that of where items are
  std::uint16_t size_ = 0;
  std::uint16_t head_ = 0;  // where the first one is
  T near_[near];
};

}  // namespace weft
