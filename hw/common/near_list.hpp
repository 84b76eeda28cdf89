// A short list that stays where its owner is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace weft {

/// Items in order. So many of them, `near`, have their place within the list itself, so that who
/// has the owner in the processor's caches has them too; more than these are together elsewhere,
/// until few are left. An item that is taken out moves those behind it: it is for few items. Memory
/// is taken for as many as were ever there. How many it may hold, 65,535 at most, is the owner's to
/// keep.
template <class T, unsigned near>
class NearList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::uint32_t i) { return items()[i]; }
  const T& operator[](std::uint32_t i) const { return items()[i]; }
  const T& front() const { return items()[0]; }

  /// Fetches from memory the first items, if they have their place here.
  void fetch() const { __builtin_prefetch(near_); }
  /// Before the one at `place`; behind all others if that is the size.
  void insert(std::uint32_t place, const T& item) {
    if (size_ == (away_ ? capacity_ : near)) move_away();
    T* const all = items();
    for (std::uint32_t i = size_++; i > place; --i) all[i] = all[i - 1];
    all[place] = item;
  }
  void erase(std::uint32_t place) {
    T* const all = items();
    --size_;
    for (std::uint32_t i = place; i < size_; ++i) all[i] = all[i + 1];
    if (away_ && size_ <= near / 2) move_home();
  }

 private:
  T* items() { return away_ ? far_.get() : near_; }
  const T* items() const { return away_ ? far_.get() : near_; }
  void move_away() {
    if (size_ >= capacity_) {
      capacity_ = 2U * size_;
      std::unique_ptr<T[]> larger(new T[capacity_]);
      std::copy_n(items(), size_, larger.get());
      far_ = std::move(larger);
    } else {
      std::copy_n(near_, size_, far_.get());
    }
    away_ = true;
  }
  void move_home() {
    std::copy_n(far_.get(), size_, near_);
    away_ = false;
  }

  std::unique_ptr<T[]> far_;
  std::uint32_t capacity_ = 0;  // of `far_`
  std::uint16_t size_ = 0;
  bool away_ = false;  // items are there
  T near_[near];
};

}  // namespace weft
