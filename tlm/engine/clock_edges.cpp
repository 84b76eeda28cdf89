#include "tlm/engine/clock_edges.hpp"

#include <bit>

namespace weft {
namespace {

// Of an entry that has one of the wheel's.
constexpr std::uint32_t alone = ~std::uint32_t{0};

}  // namespace

EdgeEntry::EdgeEntry(ClockEdges& edges, void* owner, Action action)
    : action_(action),
      owner_(owner),
      needed_(owner),
      edges_(&edges),
      alone_(WheelEntry::calling<&EdgeEntry::fire_alone>(this, Phase::act)) {}

inline void EdgeEntry::fetch_needs() const {
  constexpr std::size_t lines = 4;
  constexpr std::size_t line = 64;
  for (std::size_t i = 0; i < lines; ++i) {
    __builtin_prefetch(static_cast<const char*>(needed_) + i * line);
  }
}

void EdgeEntry::fire_alone() {
  const Time now = time_;
  time_ = never;
  edges_->schedule_no_later(*this, action_(owner_, now));
}

ClockEdges::ClockEdges(Wheel& wheel, Time period)
    : wheel_(&wheel),
      period_(period),
      entry_(WheelEntry::calling<&ClockEdges::fire>(this, Phase::act)) {}

// How many edges after the first one; `slot_count` if there is no slot for that time.
unsigned ClockEdges::edges_until(Time time) {
  if (occupied_ == 0 && !firing_) {
    first_ = wheel_->now() / period_ * period_;  // nothing holds on to the old one
  }
  if (time == first_ + period_) return 1;  // as most are
  if (time < first_) return slot_count;
  const Time edges = (time - first_) / period_;
  if (first_ + edges * period_ != time || edges >= slot_count) return slot_count;
  return static_cast<unsigned>(edges);
}

inline void EdgeEntry::put_into(std::vector<EdgeEntry*>& slot, unsigned number, Time time) {
  time_ = time;
  slot_ = number;
  place_ = static_cast<std::uint32_t>(slot.size());
  slot.push_back(this);
}

void ClockEdges::schedule(EdgeEntry& entry, Time time) {
  if (entry.time_ != never) cancel(entry);
  const unsigned edges = edges_until(time);
  if (edges >= slot_count) {
    entry.time_ = time;
    entry.slot_ = alone;
    wheel_->schedule(entry.alone_, time);
    return;
  }
  const unsigned slot = (slot_ + edges) % slot_count;
  entry.put_into(slots_[slot], slot, time);
  occupied_ |= std::uint64_t{1} << edges;
  if (!firing_ && time < entry_.time()) wheel_->schedule(entry_, time);
}

void ClockEdges::cancel(EdgeEntry& entry) {
  if (entry.slot_ == alone) {
    wheel_->cancel(entry.alone_);
  } else {
    slots_[entry.slot_][entry.place_] = nullptr;
  }
}

// At the first edge that is occupied.
void ClockEdges::fire() {
  const Time now = wheel_->now();
  const auto passed = static_cast<unsigned>(std::countr_zero(occupied_));
  first_ = now;
  slot_ = (slot_ + passed) % slot_count;
  occupied_ >>= passed;
  firing_ = true;
  const Time soon = now + period_;
  const unsigned slot_after = (slot_ + 1) % slot_count;
  auto& after = slots_[slot_after];
  auto& slot = slots_[slot_];
  bool any_go_on = false;
  for (std::size_t i = 0; i < slot.size(); ++i) {  // it may grow
    EdgeEntry* entry = slot[i];
    if (entry == nullptr) continue;
    if (i + 1 < slot.size() && slot[i + 1] != nullptr) slot[i + 1]->fetch_needs();
    entry->time_ = never;
    const Time next = entry->action_(entry->owner_, now);
    if (next == soon && entry->time_ == never) {  // most go on at the next edge
      any_go_on = true;
      entry->put_into(after, slot_after, next);
    } else {
      schedule_no_later(*entry, next);
    }
  }
  if (any_go_on) occupied_ |= 2;
  slot.clear();
  occupied_ &= ~std::uint64_t{1};
  firing_ = false;
  wake_for_next();
}

void ClockEdges::wake_for_next() {
  if (occupied_ == 0) return;
  wheel_->schedule(entry_, first_ + static_cast<Time>(std::countr_zero(occupied_)) * period_);
}

}  // namespace weft
