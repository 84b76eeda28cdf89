#include "tlm/engine/wheel.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tlm/engine/clock_edges.hpp"

namespace weft {

namespace {

constexpr std::uint32_t least_room = 8;  // entries: a line of the host's cache

// Entries lie all over memory: those that fire soon are fetched in time, and then what they need.
// Both are told in entries that fire before.
constexpr std::uint32_t entries_ahead = 6;
constexpr std::uint32_t needs_ahead = 3;

}  // namespace

Wheel::Wheel(Alarm& alarm) : alarm_(&alarm) {}
Wheel::~Wheel() = default;

ClockEdges& Wheel::edges(Time period) {
  std::unique_ptr<ClockEdges>& made = clocks_[period];
  if (!made) made = std::make_unique<ClockEdges>(*this, period);
  return *made;
}

unsigned Wheel::Ring::first_from(unsigned start) const {
  constexpr unsigned words = slot_count / 64;
  unsigned word = start / 64;
  std::uint64_t bits = occupied[word] & (~std::uint64_t{0} << (start % 64));
  for (unsigned tried = 0; tried <= words; ++tried) {
    if (bits != 0) return word * 64 + static_cast<unsigned>(std::countr_zero(bits));
    word = (word + 1) % words;
    bits = occupied[word];
  }
  return slot_count;
}

// What is scheduled most: something that was not, for a time within the coarse slot of the present,
// while the wheel fires. That is a few instructions; for all else there are other functions, which
// keep their registers out of this one.
void Wheel::schedule(WheelEntry& entry, Time time) {
  const unsigned index = fine_index(time);
  List& list = fine_.slots[index].list_of(entry);
  const bool near = (time ^ now_) >> coarse_shift == 0;
  if (entry.scheduled() || !near || list.full() || time < earliest_told_) {
    return schedule_ahead(entry, time);
  }
  entry.time_ = time;
  append(fine_, index, list, entry, time);
}

// The same for another coarse slot.
void Wheel::schedule_ahead(WheelEntry& entry, Time time) {
  const Time ahead = (time >> coarse_shift) - (now_ >> coarse_shift);
  const unsigned index = coarse_index(time);
  List& list = coarse_.slots[index].list_of(entry);
  if (entry.scheduled() || ahead - 1 >= slot_count - 1 || list.full() || time < earliest_told_) {
    return schedule_with_care(entry, time);
  }
  entry.time_ = time;
  append(coarse_, index, list, entry, time);
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
  const Time ahead = (entry.time_ >> coarse_shift) - (now_ >> coarse_shift);
  const auto phase = static_cast<unsigned>(entry.phase_);
  if (ahead == 0) {
    insert(fine_, fine_index(entry.time_), phase, {entry.time_, &entry});
  } else if (ahead < slot_count) {
    insert(coarse_, coarse_index(entry.time_), phase, {entry.time_, &entry});
  } else {
    insert_far(entry);
  }
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

void Wheel::insert(Ring& ring, unsigned index, unsigned phase, Item item) {
  List& list = ring.slots[index].lists[phase];
  if (list.full()) grow(list);
  append(ring, index, list, *item.entry, item.time);
}

void Wheel::grow(List& list) {
  if (list.capacity == 0 && !spare_.empty()) {
    list = std::move(spare_.back());
    spare_.pop_back();
    return;
  }
  list.capacity = std::max(2 * list.capacity, least_room);
  std::unique_ptr<Item[]> larger(new Item[list.capacity]);
  std::copy_n(list.items.get(), list.size, larger.get());
  list.items = std::move(larger);
}

// Large room goes to a slot that is needed soon: that of all slots together would not fit the
// processor's caches, and what was used last is there.
void Wheel::empty(List& list) {
  list.size = 0;
  if (list.capacity > least_room) spare_.push_back(std::exchange(list, {}));
}

Wheel::List& Wheel::list_of(const WheelEntry& entry) {
  const bool near = (entry.time_ >> coarse_shift) == (now_ >> coarse_shift);
  Slot& slot =
      near ? fine_.slots[fine_index(entry.time_)] : coarse_.slots[coarse_index(entry.time_)];
  return slot.list_of(entry);
}

void Wheel::cancel(WheelEntry& entry) {
  if (!entry.scheduled()) return;
  if ((entry.time_ >> coarse_shift) - (now_ >> coarse_shift) >= slot_count) {
    erase_far(entry);
  } else {
    // Where others before it have fired it has moved on towards the begin.
    Item* item = &list_of(entry).items[entry.place_];
    while (item->entry != &entry) --item;
    item->entry = nullptr;
  }
  entry.time_ = never;
}

Time Wheel::next() const {
  const unsigned fine = fine_.first_from(fine_index(now_));
  if (fine != slot_count) return fine_.slots[fine].earliest;
  const unsigned coarse = coarse_.first_from(coarse_index(now_));
  if (coarse != slot_count) return coarse_.slots[coarse].earliest;
  return far_.empty() ? never : far_.begin()->first.first;
}

// The coarse slot of the present is spread over the fine ones, and what was far may be near now.
void Wheel::enter_coarse_slot() {
  while (!far_.empty()) {
    WheelEntry& entry = *far_.begin()->second;
    if ((entry.time_ >> coarse_shift) - (now_ >> coarse_shift) >= slot_count) break;
    far_.erase(far_.begin());
    insert(entry);
  }
  const unsigned index = coarse_index(now_);
  Slot& slot = coarse_.slots[index];
  for (unsigned phase = 0; phase < slot.lists.size(); ++phase) {
    List& list = slot.lists[phase];
    for (std::uint32_t i = 0; i < list.size; ++i) {
      const Item& item = list.items[i];
      if (item.entry != nullptr) insert(fine_, fine_index(item.time), phase, item);
    }
    empty(list);
  }
  slot.earliest = never;
  coarse_.clear(index);
}

void Wheel::fire(Time now) {
  const Time changed = now ^ now_;
  now_ = now;
  earliest_told_ = 0;
  if (changed >> coarse_shift != 0) enter_coarse_slot();
  if (changed >> fine_shift != 0) fetch_next_slots();
  const unsigned index = fine_index(now);
  Slot& slot = fine_.slots[index];
  slot.earliest = never;
  for (List& list : slot.lists) {
    if (list.size != 0) fire_list(list);
  }
  if (slot.earliest <= now) {
    // Something was added for the present and fired as well: look what is left.
    slot.earliest = never;
    for (const List& list : slot.lists) {
      for (std::uint32_t i = 0; i < list.size; ++i) {
        const Item& item = list.items[i];
        if (item.entry != nullptr) slot.earliest = std::min(slot.earliest, item.time);
      }
    }
  }
  if (slot.earliest == never) {
    fine_.clear(index);
    for (List& list : slot.lists) empty(list);
  }
  earliest_told_ = never;
}

// GCC takes the call of a function that only fetches for one without effect, and leaves it out.
[[gnu::always_inline]] inline void Wheel::fetch_entry(const Item& item) {
  const auto at = reinterpret_cast<std::uintptr_t>(item.entry);
  __builtin_prefetch(reinterpret_cast<const void*>(at));
  __builtin_prefetch(reinterpret_cast<const void*>(at + WheelEntry::line));
}

[[gnu::always_inline]] inline void Wheel::fetch_needs(const Item& item) {
  const WheelEntry* const entry = item.entry;
  if (entry == nullptr || entry->needed_[0] == 0) return;
  for (unsigned which = 0; which < WheelEntry::most_needed; ++which) {
    __builtin_prefetch(entry->needed(which));
  }
}

// Of the next two slots the first entries, for which fire_list would be too late: of the nearer one
// what they need, as they themselves were fetched one slot before.
void Wheel::fetch_next_slots() const {
  const unsigned present = fine_index(now_);
  const unsigned next = present + 1 < slot_count ? fine_.first_from(present + 1) : slot_count;
  if (next == slot_count || next <= present) return;
  for (const List& list : fine_.slots[next].lists) {
    for (std::uint32_t i = 0; i < std::min(list.size, needs_ahead); ++i) fetch_needs(list.items[i]);
  }
  const unsigned after = next + 1 < slot_count ? fine_.first_from(next + 1) : slot_count;
  if (after == slot_count || after <= next) return;
  for (const List& list : fine_.slots[after].lists) {
    for (std::uint32_t i = 0; i < std::min(list.size, entries_ahead); ++i) {
      fetch_entry(list.items[i]);
    }
  }
}

// Fires what is due, also what is added meanwhile, and closes the ranks of the rest.
void Wheel::fire_list(List& list) {
  const Time now = now_;
  Time& earliest = fine_.slots[fine_index(now)].earliest;
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < list.size; ++i) {
    if (i + needs_ahead < list.size) {
      if (const Item& ahead = list.items[i + needs_ahead]; ahead.time == now) fetch_needs(ahead);
      if (i + entries_ahead < list.size) {
        if (const Item& far = list.items[i + entries_ahead]; far.time == now) fetch_entry(far);
      }
    }
    const Item item = list.items[i];
    WheelEntry* const entry = item.entry;
    if (entry == nullptr) continue;
    list.items[i].entry = nullptr;
    if (item.time != now) {
      earliest = std::min(earliest, item.time);
      list.items[kept++] = item;
      continue;
    }
    entry->time_ = never;
    ++fired_;
    entry->action_(entry->owner_, *this);
  }
  list.size = kept;
}

}  // namespace weft
