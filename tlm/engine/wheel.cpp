#include "tlm/engine/wheel.hpp"

#include <algorithm>
#include <bit>

namespace weft {

void Wheel::schedule(WheelEntry& entry, Time time) {
  if (entry.scheduled()) cancel(entry);
  entry.time_ = time;
  if ((time >> slot_shift) - (now_ >> slot_shift) < slot_count) {
    insert_near(entry);
  } else {
    entry.far_ = true;
    entry.order_ = order_++;
    far_.insert(&entry);
  }
  if (!firing_ && time < earliest_told_) {
    earliest_told_ = time;
    alarm_->earliest(time);
  }
}

void Wheel::insert_near(WheelEntry& entry) {
  List& list = slot_of(entry.time_)[static_cast<unsigned>(entry.phase_)];
  WheelEntry* after = list.tail;
  while (after != nullptr && after->time_ > entry.time_) after = after->previous_;
  entry.previous_ = after;
  entry.next_ = after != nullptr ? after->next_ : list.head;
  (entry.next_ != nullptr ? entry.next_->previous_ : list.tail) = &entry;
  (after != nullptr ? after->next_ : list.head) = &entry;
  mark(entry.time_ >> slot_shift, true);
}

void Wheel::cancel(WheelEntry& entry) {
  if (!entry.scheduled()) return;
  if (entry.far_) {
    far_.erase(&entry);
    entry.far_ = false;
  } else {
    Slot& slot = slot_of(entry.time_);
    List& list = slot[static_cast<unsigned>(entry.phase_)];
    (entry.previous_ != nullptr ? entry.previous_->next_ : list.head) = entry.next_;
    (entry.next_ != nullptr ? entry.next_->previous_ : list.tail) = entry.previous_;
    if (slot[0].head == nullptr && slot[1].head == nullptr) mark(entry.time_ >> slot_shift, false);
  }
  entry.time_ = never;
}

void Wheel::mark(std::uint64_t tick, bool occupied) {
  const std::uint64_t index = tick % slot_count;
  std::uint64_t& word = occupied_[index / 64];
  const std::uint64_t bit = std::uint64_t{1} << (index % 64);
  const std::uint64_t word_bit = std::uint64_t{1} << (index / 64);
  if (occupied) {
    word |= bit;
    occupied_words_ |= word_bit;
  } else {
    word &= ~bit;
    if (word == 0) occupied_words_ &= ~word_bit;
  }
}

// The first occupied slot at or after the present one, in ticks; the wheel is not empty.
std::uint64_t Wheel::next_tick() const {
  const std::uint64_t base = now_ >> slot_shift;
  const std::uint64_t start = base % slot_count;
  const auto word = static_cast<unsigned>(start / 64);
  const std::uint64_t here = occupied_[word] >> (start % 64);
  if (here != 0) return base + static_cast<unsigned>(std::countr_zero(here));
  // The other words in the order of time; the present one comes again, with its earlier slots.
  const std::uint64_t turned = std::rotr(occupied_words_ , static_cast<int>(word) + 1);
  const unsigned ahead = static_cast<unsigned>(std::countr_zero(turned)) + 1;
  const unsigned found = (word + ahead) % 64;
  const std::uint64_t index =
      found * std::uint64_t{64} + static_cast<unsigned>(std::countr_zero(occupied_[found]));
  return base + (index + slot_count - start) % slot_count;
}

Time Wheel::next() const {
  Time time = far_.empty() ? never : (*far_.begin())->time_;
  if (occupied_words_ == 0) return time;
  for (const List& list : slots_[next_tick() % slot_count]) {
    if (list.head != nullptr) time = std::min(time, list.head->time_);
  }
  return time;
}

void Wheel::fetch_far() {
  while (!far_.empty()) {
    WheelEntry& entry = **far_.begin();
    if ((entry.time_ >> slot_shift) - (now_ >> slot_shift) >= slot_count) return;
    far_.erase(far_.begin());
    entry.far_ = false;
    insert_near(entry);
  }
}

void Wheel::fire(Time now) {
  now_ = now;
  firing_ = true;
  if (!far_.empty()) fetch_far();
  Slot& slot = slot_of(now);
  const std::uint64_t tick = now >> slot_shift;
  for (List& list : slot) fire_list(list, tick);
  firing_ = false;
  earliest_told_ = never;
}

void Wheel::fire_list(List& list, std::uint64_t tick) {
  while (list.head != nullptr && list.head->time_ == now_) {
    WheelEntry& entry = *list.head;
    list.head = entry.next_;
    (list.head != nullptr ? list.head->previous_ : list.tail) = nullptr;
    entry.time_ = never;
    ++fired_;
    const Slot& slot = slots_[tick % slot_count];
    if (slot[0].head == nullptr && slot[1].head == nullptr) mark(tick, false);
    entry.action_(entry.owner_);
  }
}

}  // namespace weft
