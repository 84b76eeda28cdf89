#include "tlm/engine/wheel.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tlm/engine/clock_edges.hpp"

namespace weft {

namespace {

// Entries lie all over memory: those that fire soon are fetched in time, and then what they need.
// All are told in entries that fire before.
constexpr std::uint32_t entries_ahead = 5;
constexpr std::uint32_t needs_ahead = 2;
// Where entries fetch by themselves, in two steps.
constexpr std::uint32_t early_ahead = 4;
constexpr std::uint32_t acts_ahead = 6;

// Items that are put in order by counting: that is slower for fewer, and for more.
constexpr std::uint32_t least_counted = 6;
constexpr std::uint32_t most_counted = 48;

// To find a place among items in order.
constexpr auto is_before = [](const auto& item, const auto& other) {
  return item.order < other.order;
};

}  // namespace

Wheel::Wheel(Alarm& alarm) : alarm_(&alarm) { give_rooms(); }
Wheel::~Wheel() = default;

ClockEdges& Wheel::edges(Time period) {
  std::unique_ptr<ClockEdges>& made = clocks_[period];
  if (!made) made = std::make_unique<ClockEdges>(*this, period);
  return *made;
}

template <unsigned count>
unsigned Wheel::Ring<count>::first_from(unsigned start) const {
  constexpr unsigned words = count / 64;
  unsigned word = start / 64;
  std::uint64_t bits = occupied[word] & (~std::uint64_t{0} << (start % 64));
  for (unsigned tried = 0; tried <= words; ++tried) {
    if (bits != 0) return word * 64 + static_cast<unsigned>(std::countr_zero(bits));
    word = (word + 1) % words;
    bits = occupied[word];
  }
  return count;
}

// What is scheduled most: something that was not, for a time not too far, while the wheel fires.
// That is a few instructions; all else is a function of its own, which keeps its registers out of
// this one.
void Wheel::schedule(WheelEntry& entry, Time time) {
  const unsigned index = fine_index(time);
  List& list = fine_.slots[index].list_of(entry);
  const bool fits = is_near(time) && list.size < list.most;
  if (entry.scheduled() || !fits || time < earliest_told_) return schedule_with_care(entry, time);
  entry.time_ = time;
  entry.place_ = append(list, item_of(entry, time));
  fine_.mark(index);
}

void Wheel::schedule_with_care(WheelEntry& entry, Time time) {
  if (entry.scheduled()) cancel(entry);
  entry.time_ = time;
  insert(entry);
  if (time < earliest_told_) {
    earliest_told_ = time;
    alarm_->earliest(time);
  }
}

void Wheel::insert(WheelEntry& entry) {
  const auto phase = static_cast<unsigned>(entry.phase_);
  if (blocks_ahead(entry.time_) > coarse_count) return insert_far(entry);
  const bool near = is_near(entry.time_);
  const unsigned index = near ? fine_index(entry.time_) : coarse_index(entry.time_);
  Slot& slot = near ? fine_.slots[index] : coarse_.slots[index];
  entry.place_ = slot.lists[phase].size;
  insert(slot, phase, item_of(entry, entry.time_));
  near ? fine_.mark(index) : coarse_.mark(index);
}

void Wheel::insert_far(WheelEntry& entry) {
  entry.place_ = static_cast<std::uint32_t>(far_order_);
  far_.emplace(std::pair{entry.time_, far_order_++}, &entry);
}

// The entry has the low half of its order. The high half is that of the present, as a rule.
void Wheel::erase_far(const WheelEntry& entry) {
  constexpr std::uint64_t high = ~std::uint64_t{0} << 32;
  std::uint64_t order = (far_order_ & high) | entry.place_;
  while (far_.erase({entry.time_, order}) == 0) order -= std::uint64_t{1} << 32;
}

void Wheel::insert(Slot& slot, unsigned phase, Item item) {
  List& list = slot.lists[phase];
  if (list.size == list.capacity) grow(list);
  append(list, item);
  if (!slot.in_order) return;
  Item* const end = list.items + list.size;
  Item* const place = std::upper_bound(list.items + list.first, end - 1, item, is_before);
  std::move_backward(place, end - 1, end);
  *place = item;
}

void Wheel::give_rooms() {
  constexpr std::size_t lists = std::size_t{fine_count + coarse_count} * Slot::phases;
  rooms_ = std::make_unique_for_overwrite<Item[]>(lists * least_room);
  for (unsigned phase = 0; phase < Slot::phases; ++phase) {
    for (unsigned i = 0; i < fine_count; ++i) {
      fine_.slots[i].lists[phase] = {room(fine_room(i, phase)), 0, least_room, 0, least_room};
    }
    for (unsigned i = 0; i < coarse_count; ++i) {
      coarse_.slots[i].lists[phase] = {room(coarse_room(i, phase)), 0, least_room, 0, least_room};
    }
  }
}

// Larger room goes from list to list, to one that needs it soon: that of all lists together would
// not fit the processor's caches, and what was used last is there.
void Wheel::grow(List& list) {
  const std::uint32_t wanted = 2 * list.capacity;
  std::vector<Item*>& spare = spare_of(wanted);
  if (spare.empty()) {
    larger_.push_back(std::make_unique_for_overwrite<Item[]>(wanted));
    spare.push_back(larger_.back().get());
  }
  Item* const larger = spare.back();
  spare.pop_back();
  std::copy_n(list.items, list.size, larger);
  if (list.capacity > least_room) spare_of(list.capacity).push_back(list.items);
  list.items = larger;
  if (list.most != 0) list.most = wanted;
  list.capacity = wanted;
}

// Of a list that has all fired, and has a larger one.
void Wheel::give_back(List& list, std::size_t number) {
  spare_of(list.capacity).push_back(list.items);
  list.items = room(number);
  list.capacity = least_room;
}

void Wheel::cancel(WheelEntry& entry) {
  if (!entry.scheduled()) return;
  if (blocks_ahead(entry.time_) > coarse_count) {
    erase_far(entry);
  } else {
    Slot& slot = is_near(entry.time_) ? fine_.slots[fine_index(entry.time_)]
                                      : coarse_.slots[coarse_index(entry.time_)];
    List& list = slot.list_of(entry);
    Item* item = list.items;
    if (slot.in_order) {
      item = std::lower_bound(item + list.first, item + list.size, item_of(entry, entry.time_),
                              is_before);
      while (item->entry != &entry) ++item;
    } else {
      // One that was in a coarse slot may stand before the place that it had there.
      item += std::min(entry.place_, list.size - 1);
      while (item->entry != &entry) --item;
    }
    item->entry = nullptr;
  }
  entry.time_ = never;
}

// Of the first that is left in a list that is in order.
inline Time Wheel::due(List& list) const {
  while (!list.exhausted() && list.items[list.first].entry == nullptr) ++list.first;
  return list.exhausted() ? never : time_of(list.items[list.first]);
}

// All of its entries have fired.
[[gnu::always_inline]] inline void Wheel::retire(unsigned index) {
  Slot& slot = fine_.slots[index];
  for (unsigned phase = 0; phase < Slot::phases; ++phase) {
    List& list = slot.lists[phase];
    if (list.capacity != least_room) give_back(list, fine_room(index, phase));
    list.empty();
  }
  slot.in_order = false;
  fine_.clear(index);
}

[[gnu::always_inline]] inline Time Wheel::next_of_fine() {
  for (;;) {
    const unsigned index = fine_.first_from(fine_index(now_));
    if (index == fine_count) return next_of_coarse();
    Slot& slot = fine_.slots[index];
    if (!slot.in_order) open(index);
    if (const Time time = due(slot); time != never) return time;
    retire(index);
  }
}

Time Wheel::next() { return next_of_fine(); }

Time Wheel::next_of_coarse() const {
  const unsigned index = coarse_.first_from((coarse_index(now_) + 2) % coarse_count);
  if (index == coarse_count) return far_.empty() ? never : far_.begin()->first.first;
  Time first = never;
  for (const List& list : coarse_.slots[index].lists) {
    for (std::uint32_t i = 0; i < list.size; ++i) first = std::min(first, time_of(list.items[i]));
  }
  return first;
}

// It is the next to fire.
void Wheel::open(unsigned index) {
  Slot& slot = fine_.slots[index];
  for (List& list : slot.lists) {
    if (list.size > 1) sort(list);
    list.most = 0;
  }
  slot.in_order = true;
}

// What was scheduled last is the latest, as a rule.
void Wheel::sort(List& list) {
  Item* const begin = list.items;
  Item* const end = begin + list.size;
  Item* next = std::is_sorted_until(begin, end, is_before);
  if (next == end) return;
  if (list.size >= least_counted && list.size <= most_counted) return sort_by_counting(list);
  for (; next != end; ++next) {
    const Item item = *next;
    Item* place = next;
    if (list.size < least_counted) {
      for (; place != begin && is_before(item, place[-1]); --place) *place = place[-1];
    } else if (is_before(item, next[-1])) {
      place = std::upper_bound(begin, next, item, is_before);
      std::move_backward(place, next, next + 1);
    }
    *place = item;
  }
}

// By how many stand before each of them: without a branch that a processor would guess wrong, as
// that of nearly every step of another sort of so few.
void Wheel::sort_by_counting(List& list) {
  std::array<Item, most_counted> items;
  std::array<std::uint32_t, most_counted> places;
  for (std::uint32_t i = 0; i < list.size; ++i) {
    items[i] = list.items[i];
    std::uint32_t before = i;
    for (std::uint32_t j = 0; j < i; ++j) {
      const auto late = static_cast<std::uint32_t>(is_before(items[i], items[j]));
      places[j] += late;
      before -= late;
    }
    places[i] = before;
  }
  for (std::uint32_t i = 0; i < list.size; ++i) list.items[places[i]] = items[i];
}

// Up to the block behind the one of the present all is spread over the fine slots, before anything
// is scheduled for them directly; what was far may have a coarse slot then.
void Wheel::enter_block(Time before) {
  const Time present = now_ >> block_shift;
  near_end_ = (present + 2) << block_shift;
  for (Time block = std::max(present, before + 2); block <= present + 1; ++block) {
    spread_coarse_slot(block % coarse_count);
  }
  while (!far_.empty()) {
    WheelEntry& entry = *far_.begin()->second;
    if (blocks_ahead(entry.time_) > coarse_count) break;
    far_.erase(far_.begin());
    insert(entry);
  }
}

void Wheel::spread_coarse_slot(unsigned index) {
  if (coarse_.first_from(index) != index) return;
  Slot& slot = coarse_.slots[index];
  for (unsigned phase = 0; phase < Slot::phases; ++phase) {
    List& list = slot.lists[phase];
    for (std::uint32_t i = 0; i < list.size; ++i) {
      const Item& item = list.items[i];
      if (item.entry == nullptr) continue;
      const unsigned near = fine_index(time_of(item));
      insert(fine_.slots[near], phase, item);
      fine_.mark(near);
    }
    if (list.capacity != least_room) give_back(list, coarse_room(index, phase));
    list.empty();
  }
  coarse_.clear(index);
}

Time Wheel::fire(Time now) {
  const Time block = now_ >> block_shift;
  now_ = now;
  earliest_told_ = 0;
  if (now >> block_shift != block) enter_block(block);
  const unsigned index = fine_index(now);
  Slot& slot = fine_.slots[index];
  if (!slot.in_order) open(index);
  if (List& list = slot.list_of(Phase::select); !list.exhausted()) fire_due<Phase::select>(list);
  if (List& list = slot.list_of(Phase::act); !list.exhausted()) fire_due<Phase::act>(list);
  earliest_told_ = never;
  if (const Time more = due(slot); more != never) return more;
  retire(index);
  return next_of_fine();
}

// GCC takes the call of a function that only fetches for one without effect, and leaves it out.
[[gnu::always_inline]] inline void Wheel::fetch_lines(const WheelEntry& entry) {
  if (entry.needed_[0] == 0) return;
  for (unsigned which = 0; which < WheelEntry::most_needed; ++which) {
    __builtin_prefetch(entry.needed(which));
  }
}

// What fires behind the item `i`.
template <Phase phase>
[[gnu::always_inline]] inline void Wheel::fetch_ahead(const List& list, std::uint32_t i) {
  if (i + needs_ahead >= list.size) return;
  const auto own_fetch = [](const WheelEntry& entry, FetchStep step) {
    entry.own_fetch_.fetch(entry.owner_, entry.own_fetch_.place, step);
  };
  if (const WheelEntry* const entry = list.items[i + needs_ahead].entry; entry != nullptr) {
    if (phase == Phase::act && entry->fetches_) {
      own_fetch(*entry, FetchStep::late);
    } else {
      fetch_lines(*entry);
    }
  }
  if constexpr (phase == Phase::act) {
    if (i + early_ahead >= list.size) return;
    const WheelEntry* const entry = list.items[i + early_ahead].entry;
    if (entry != nullptr && entry->fetches_) own_fetch(*entry, FetchStep::early);
  }
  constexpr std::uint32_t ahead = phase == Phase::act ? acts_ahead : entries_ahead;
  if (i + ahead >= list.size) return;
  const auto at = reinterpret_cast<std::uintptr_t>(list.items[i + ahead].entry);
  __builtin_prefetch(reinterpret_cast<const void*>(at));
  __builtin_prefetch(reinterpret_cast<const void*>(at + WheelEntry::line));
  if (phase == Phase::act) {
    __builtin_prefetch(reinterpret_cast<const void*>(at + std::uintptr_t{WheelEntry::line} * 2));
  }
}

// Fires what is due, also what is added meanwhile.
template <Phase phase>
void Wheel::fire_due(List& list) {
  const std::uint64_t last = ((now_ + 1) << rank_bits) - 1;
  while (!list.exhausted()) {
    const std::uint32_t i = list.first;
    const Item item = list.items[i];
    if (item.order > last) return;  // those of earlier times were cancelled
    fetch_ahead<phase>(list, i);
    ++list.first;
    if (item.entry == nullptr) continue;
    item.entry->time_ = never;
    ++fired_;
    item.entry->action_(item.entry->owner_, *this);
  }
}

}  // namespace weft
