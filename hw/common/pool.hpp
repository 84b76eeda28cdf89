// Objects that are used again.
#pragma once

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

namespace weft {

/// As many as were ever in use at once: taking one allocates nothing unless all are. They stay
/// where they are, and as they were given back.
template <class Item>
class Pool {
 public:
  /// One that is not in use; a new one is made of the arguments.
  template <class... Arguments>
  Item& take(Arguments&&... arguments) {
    if (free_.empty()) return grow(std::forward<Arguments>(arguments)...);
    Item& item = *free_.back();
    free_.pop_back();
    return item;
  }
  void give_back(Item& item) { free_.push_back(&item); }

 private:
  template <class... Arguments>
  Item& grow(Arguments&&... arguments) {
    Item& item = items_.emplace_back(std::forward<Arguments>(arguments)...);
    if (free_.capacity() < items_.size()) free_.reserve(2 * items_.size());
    return item;
  }

  std::deque<Item> items_;
  std::vector<Item*> free_;
};

}  // namespace weft
