// A pointer to an object that counts its pointers.
#pragma once

#include <cstddef>
#include <utility>

namespace weft {

/// Calls `retain` of the object for each pointer to it, and `release` as that goes. May be null.
template <class Item>
class CountedPointer {
 public:
  CountedPointer() = default;
  explicit CountedPointer(Item* item) : item_(item) {
    if (item_ != nullptr) item_->retain();
  }
  CountedPointer(const CountedPointer& other) : CountedPointer(other.item_) {}
  CountedPointer(CountedPointer&& other) noexcept : item_(std::exchange(other.item_, nullptr)) {}
  CountedPointer& operator=(CountedPointer other) noexcept {
    std::swap(item_, other.item_);
    return *this;
  }
  ~CountedPointer() {
    if (item_ != nullptr) item_->release();
  }

  void reset() { *this = CountedPointer(); }
  Item* get() const { return item_; }
  Item& operator*() const { return *item_; }
  Item* operator->() const { return item_; }
  friend bool operator==(const CountedPointer& pointer, std::nullptr_t) {
    return pointer.item_ == nullptr;
  }

 private:
  Item* item_ = nullptr;
};

}  // namespace weft
