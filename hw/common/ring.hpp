// A first-in, first-out queue of fixed capacity.
#pragma once

#include <cstddef>
#include <memory>

namespace weft {

/// Ring buffer; the capacity is rounded up to a power of two inside, so that an index costs a mask.
/// Nothing is allocated after construction. Pushing into a full ring or reading an empty one is the
/// caller's error: who has credit has room.
template <class T>
class Ring {
 public:
  explicit Ring(std::size_t capacity) : mask_(round_up(capacity) - 1), items_(new T[mask_ + 1]) {}

  std::size_t size() const { return tail_ - head_; }
  bool empty() const { return head_ == tail_; }
  T& front() { return items_[head_ & mask_]; }
  const T& front() const { return items_[head_ & mask_]; }
  T& back() { return items_[(tail_ - 1) & mask_]; }
  T& operator[](std::size_t i) { return items_[(head_ + i) & mask_]; }
  void push(const T& item) { items_[tail_++ & mask_] = item; }
  void pop() { ++head_; }
  void clear() { head_ = tail_; }

 private:
  static std::size_t round_up(std::size_t capacity) {
    std::size_t size = 1;
    while (size < capacity) size *= 2;
    return size;
  }

  std::size_t mask_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
  std::unique_ptr<T[]> items_;
};

}  // namespace weft
