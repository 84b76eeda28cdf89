// Objects that are found by their numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft {

/// Objects that each have a `number`, any that is needed, and stay where they are. They lie one
/// behind the other, in the order in which they were added. A table of pointers, at least twice as
/// many as there are objects, leads to them: each stands at the place that its number is hashed to,
/// or at the next free one behind it (open addressing), so that most are found at the first look.
/// Nothing is taken out. There is no memory in use before the first is added.
template <class Item>
class NumberedItems {
 public:
  /// Null if there is none.
  Item* find(std::uint32_t number) { return count_ == 0 ? nullptr : table_[place_of(number)]; }
  const Item* find(std::uint32_t number) const {
    return const_cast<NumberedItems*>(this)->find(number);
  }
  /// Made, of nothing but its number, if there was none.
  Item& find_or_add(std::uint32_t number) {
    if (Item* const item = find(number); item != nullptr) return *item;
    if (2 * (count_ + 1) > table_.size()) enlarge_table();
    Item& item = next_place();
    item.number = number;
    table_[place_of(number)] = &item;
    ++count_;
    return item;
  }
  /// Fetches the one of this number from memory into the caches, if it is found at the first look.
  /// Inlined, as GCC leaves out a call that does nothing else.
  [[gnu::always_inline]] void prefetch(std::uint32_t number) const {
    if (count_ != 0) __builtin_prefetch(table_[hash(number)]);
  }
  /// `action` is called with each, in the order in which they were added.
  template <class Action>
  void for_each(Action&& action) {
    std::size_t left = count_;
    for (std::vector<Item>& block : blocks_) {
      for (std::size_t i = 0; i < block.size() && left != 0; ++i, --left) action(block[i]);
    }
  }

 private:
  static constexpr std::size_t first_block = 2;
  // Each twice as long as the one before, up to that: no more memory is touched than is needed.
  static constexpr std::size_t most_in_block = 32;
  static constexpr std::size_t first_table = 2 * first_block;

  // Neighbours are spread evenly by the golden section (Knuth, vol. 3, 6.4).
  std::size_t hash(std::uint32_t number) const {
    constexpr std::uint64_t golden = 0x9E37'79B9'7F4A'7C15;
    return number * golden >> shift_;
  }
  // Where it stands, or else would.
  std::size_t place_of(std::uint32_t number) const {
    std::size_t place = hash(number);
    while (table_[place] != nullptr && table_[place]->number != number) {
      place = (place + 1) & (table_.size() - 1);
    }
    return place;
  }
  Item& next_place() {
    if (used_ == (blocks_.empty() ? 0 : blocks_.back().size())) {
      blocks_.emplace_back(std::clamp(2 * used_, first_block, most_in_block));
      used_ = 0;
    }
    return blocks_.back()[used_++];
  }
  void enlarge_table() {
    table_.assign(std::max(first_table, 2 * table_.size()), nullptr);
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(table_.size()));
    for_each([this](Item& item) { table_[place_of(item.number)] = &item; });
  }

  std::vector<Item*> table_;  // as long as a power of two; null: nothing here
  unsigned shift_ = 0;        // leaves of a product a place in it
  std::uint32_t count_ = 0;
  std::vector<std::vector<Item>> blocks_;
  std::size_t used_ = 0;  // of the last one
};

}  // namespace weft
