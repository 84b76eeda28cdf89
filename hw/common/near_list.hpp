// A short list that stays where its owner is.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace weft {

/// Items in order. The first `near` of them have their place within the list itself, so that who
/// has the owner in the processor's caches has them too; more of them are together elsewhere, in
/// memory that is given back when `near` suffice again by far. An item behind others that is taken
/// out moves those behind it: it is for few items. How many it may hold is the owner's to keep.
template <class T, unsigned near>
class NearList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::uint32_t i) { return items()[i]; }
  const T& operator[](std::uint32_t i) const { return items()[i]; }
  const T& front() const { return items()[0]; }

  /// Before the one at `place`; behind all others if that is the size.
  void insert(std::uint32_t place, const T& item) {
    if (size_ == capacity_) move_to(2 * capacity_);
    T* const all = items();
    for (std::uint32_t i = size_++; i > place; --i) all[i] = all[i - 1];
    all[place] = item;
  }
  void erase(std::uint32_t place) {
    T* const all = items();
    --size_;
    for (std::uint32_t i = place; i < size_; ++i) all[i] = all[i + 1];
    if (far_ && size_ <= near / 2) move_to(near);
  }

 private:
  T* items() { return far_ ? far_.get() : near_; }
  const T* items() const { return far_ ? far_.get() : near_; }
  void move_to(std::uint32_t capacity) {
    std::unique_ptr<T[]> larger(capacity > near ? new T[capacity] : nullptr);
    T* const to = larger ? larger.get() : near_;
    const T* const from = items();
    for (std::uint32_t i = 0; i < size_; ++i) to[i] = from[i];
    far_ = std::move(larger);
    capacity_ = capacity;
  }

  std::unique_ptr<T[]> far_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = near;
  T near_[near];
};

}  // namespace weft
