#include "tlm/engine/wheel.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tlm/engine/clock_edges.hpp"

namespace weft {

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

void Wheel::schedule(WheelEntry& entry, Time time) {
  if (entry.scheduled()) cancel(entry);
  entry.time_ = time;
  insert(entry);
  if (!firing_ && time < earliest_told_) {
    earliest_told_ = time;
    alarm_->earliest(time);
  }
}

void Wheel::insert(WheelEntry& entry) {
  const Time ahead = (entry.time_ >> coarse_shift) - (now_ >> coarse_shift);
  if (ahead == 0) {
    append(fine_, fine_index(entry.time_), entry);
  } else if (ahead < slot_count) {
    append(coarse_, coarse_index(entry.time_), entry);
  } else {
    entry.place_ = far_order_++;
    far_.insert(&entry);
  }
}

void Wheel::append(Ring& ring, unsigned index, WheelEntry& entry) {
  Slot& slot = ring.slots[index];
  auto& list = slot.lists[static_cast<unsigned>(entry.phase_)];
  entry.place_ = list.size();
  list.push_back(&entry);
  slot.earliest = std::min(slot.earliest, entry.time_);
  ring.mark(index);
}

std::vector<WheelEntry*>& Wheel::list_of(const WheelEntry& entry) {
  const bool near = (entry.time_ >> coarse_shift) == (now_ >> coarse_shift);
  Slot& slot =
      near ? fine_.slots[fine_index(entry.time_)] : coarse_.slots[coarse_index(entry.time_)];
  return slot.lists[static_cast<unsigned>(entry.phase_)];
}

void Wheel::cancel(WheelEntry& entry) {
  if (!entry.scheduled()) return;
  if ((entry.time_ >> coarse_shift) - (now_ >> coarse_shift) >= slot_count) {
    far_.erase(&entry);
  } else {
    list_of(entry)[entry.place_] = nullptr;
  }
  entry.time_ = never;
}

Time Wheel::next() const {
  const unsigned fine = fine_.first_from(fine_index(now_));
  if (fine != slot_count) return fine_.slots[fine].earliest;
  const unsigned coarse = coarse_.first_from(coarse_index(now_));
  if (coarse != slot_count) return coarse_.slots[coarse].earliest;
  return far_.empty() ? never : (*far_.begin())->time_;
}

// The coarse slot of the present is spread over the fine ones, and what was far may be near now.
void Wheel::enter_coarse_slot() {
  while (!far_.empty()) {
    WheelEntry& entry = **far_.begin();
    if ((entry.time_ >> coarse_shift) - (now_ >> coarse_shift) >= slot_count) break;
    far_.erase(far_.begin());
    insert(entry);
  }
  const unsigned index = coarse_index(now_);
  Slot& slot = coarse_.slots[index];
  for (auto& list : slot.lists) {
    for (WheelEntry* entry : list) {
      if (entry != nullptr) insert(*entry);
    }
    list.clear();
  }
  slot.earliest = never;
  coarse_.clear(index);
}

void Wheel::fire(Time now) {
  const bool enters = (now >> coarse_shift) != (now_ >> coarse_shift);
  now_ = now;
  firing_ = true;
  if (enters) enter_coarse_slot();
  const unsigned index = fine_index(now);
  Slot& slot = fine_.slots[index];
  slot.earliest = never;
  for (auto& list : slot.lists) fire_list(list);
  if (slot.earliest <= now) {
    // Something was added for the present and fired as well: look what is left.
    slot.earliest = never;
    for (auto& list : slot.lists) {
      for (const WheelEntry* entry : list) {
        if (entry != nullptr) slot.earliest = std::min(slot.earliest, entry->time_);
      }
    }
  }
  if (slot.earliest == never) fine_.clear(index);
  firing_ = false;
  earliest_told_ = never;
}

// Fires what is due, also what is added meanwhile, and closes the ranks of the rest.
void Wheel::fire_list(std::vector<WheelEntry*>& list) {
  constexpr std::size_t ahead = 4;
  Time& earliest = fine_.slots[fine_index(now_)].earliest;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i + ahead < list.size()) {
      // Entries lie all over memory: fetch the next ones, and what lies behind them, in time.
      const auto line = reinterpret_cast<std::uintptr_t>(list[i + ahead]);
      __builtin_prefetch(reinterpret_cast<const void*>(line));
      __builtin_prefetch(reinterpret_cast<const void*>(line + 64));
      __builtin_prefetch(reinterpret_cast<const void*>(line + 128));
    }
    WheelEntry* entry = list[i];
    if (entry == nullptr) continue;
    if (entry->time_ != now_) {
      earliest = std::min(earliest, entry->time_);
      entry->place_ = kept;
      list[kept++] = entry;
      continue;
    }
    entry->time_ = never;
    ++fired_;
    entry->action_(entry->owner_);
  }
  list.resize(kept);
}

}  // namespace weft
