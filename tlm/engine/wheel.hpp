// The event wheel: what happens when, in all TLM models of a platform.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/common/time.hpp"
#include "tlm/engine/bank.hpp"

namespace weft {

/// Order within one time: every transmitter first takes the token that begins (`select`), then all
/// else happens (`act`). What acts may schedule further acts, but no selects, for the same time.
enum class Phase : std::uint8_t { select, act };

/// See WheelEntry::fetched_by.
enum class FetchStep : std::uint8_t { early, late };

class Wheel;

/// One thing that can be scheduled, at one time at a time; lives in its owner, which should keep
/// what the action needs first right behind it in memory. Nothing is allocated to schedule it.
class WheelEntry {
 public:
  using Action = void (*)(void* owner, Wheel& wheel);

  WheelEntry(void* owner, Action action, Phase phase)
      : action_(action), owner_(owner), phase_(phase) {}
  /// With a lambda that takes the owner alone.
  template <class Stateless>
  requires std::is_empty_v<Stateless> && std::is_invocable_v<Stateless, void*> WheelEntry(
      void* owner, Stateless, Phase phase)
      : WheelEntry(owner, Action{[](void* object, Wheel&) { Stateless{}(object); }}, phase) {}
  WheelEntry(const WheelEntry&) = delete;
  WheelEntry& operator=(const WheelEntry&) = delete;

  /// An action that calls `method` of the owner, which may take the wheel that fires the entry.
  template <auto method, class Owner>
  static void call(void* owner, [[maybe_unused]] Wheel& wheel) {
    if constexpr (std::is_invocable_v<decltype(method), Owner*, Wheel&>) {
      (static_cast<Owner*>(owner)->*method)(wheel);
    } else {
      (static_cast<Owner*>(owner)->*method)();
    }
  }
  /// An entry with that action.
  template <auto method, class Owner>
  static WheelEntry calling(Owner* owner, Phase phase) {
    return {owner, &call<method, Owner>, phase};
  }

  /// What its action touches first beside the 128 bytes from the entry on: it is fetched from
  /// memory shortly before. Lines of the host's cache, of which the first must be there for any;
  /// may be null.
  void needs_line(unsigned which, const void* place) { needed_[which] = lines_to(place); }
  /// As many lines as it may need, from there on.
  void needs_lines(const void* place) {
    const auto at = reinterpret_cast<std::uintptr_t>(place);
    for (unsigned which = 0; which < most_needed; ++which) {
      needs_line(which, reinterpret_cast<const void*>(at + std::uintptr_t{line} * which));
    }
  }

  /// Fetches what an action needs, in two steps: the early one is to fetch only, the late one may
  /// look at what the early one has fetched and fetch what that names.
  using Fetch = void (*)(const void* owner, const void* place, FetchStep step);
  /// In place of lines, for an entry of phase `act`. What is looked at, 192 bytes from the entry on
  /// and `place`, must be there as long as the entry waits.
  void fetched_by(Fetch fetch, const void* place) {
    own_fetch_ = {fetch, place};
    fetches_ = true;
  }

  /// Of entries of one time and phase that of the lower rank fires first: 0 unless it is set, below
  /// 128. For one that is not scheduled.
  void set_rank(unsigned rank) { rank_ = static_cast<std::uint8_t>(rank); }

  bool scheduled() const { return time_ != never; }
  /// When it fires; `never` if it is not scheduled.
  Time time() const { return time_; }

 private:
  friend class Wheel;

  static constexpr unsigned line = 64;
  static constexpr unsigned most_needed = 4;

  struct OwnFetch {
    Fetch fetch;
    const void* place;
  };

  // Of what is too far away to be told in so few bits another line is fetched, which does no harm.
  std::int32_t lines_to(const void* place) const {
    const auto from = reinterpret_cast<std::uintptr_t>(this) / line;
    const auto to = reinterpret_cast<std::uintptr_t>(place) / line;
    return place == nullptr ? 0 : static_cast<std::int32_t>(to - from);
  }
  const void* needed(unsigned which) const {
    return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(this) +
                                         std::uintptr_t{line} *
                                             static_cast<std::uintptr_t>(needed_[which]));
  }

  // Small, so that its owner has room on the same line of the cache.
  Time time_ = never;
  Action action_;
  void* owner_;
  union {
    std::array<std::int32_t, most_needed> needed_{};  // how many lines from here; 0: nothing
    OwnFetch own_fetch_;                              // if it `fetches_`
  };
  std::uint32_t place_ = 0;  // index in its slot, at most; of a far one's order the low half
  Phase phase_;
  std::uint8_t rank_ = 0;
  bool fetches_ = false;
};

class ClockEdges;

/// Two timing wheels, the fine one of 2,048 slots of 4,096 ps (8.4 us), the coarse one of 1,024
/// slots of 4.2 us (4.3 ms); what lies beyond waits in an ordered set. A slot is an array of
/// entries, which is put in the order of their times when it is the next one. Entries of one time
/// and phase fire in the order of their ranks, and of one rank in that in which they were
/// scheduled. Scheduling and firing cost the same at any number of entries, as long as those of a
/// fine slot are few or come in the order of their times, and cancelling but for a look at those
/// before it in the slot; memory is allocated only until the slots have grown to their use.
class Wheel {
 public:
  /// Told when something becomes due earlier than all else, unless that happens within `fire`.
  class Alarm {
   public:
    virtual void earliest(Time time) = 0;

   protected:
    ~Alarm() = default;
  };

  explicit Wheel(Alarm& alarm);
  ~Wheel();
  Wheel(const Wheel&) = delete;
  Wheel& operator=(const Wheel&) = delete;

  /// Schedules or moves an entry; `time` is not before the present.
  void schedule(WheelEntry& entry, Time time);
  /// The same, within `fire` and for an entry of phase `select`, in less time.
  void schedule_again(WheelEntry& entry, Time time);
  void cancel(WheelEntry& entry);

  /// A time at which `fire` is to be called, not later than the next entry; `never` when there is
  /// none. It may find nothing to do there, after a cancellation.
  Time next();
  /// Fires all that is due at `now`, which is not later than `next()`; the next time.
  Time fire(Time now);

  /// For all cores of a clock of this period, ps.
  ClockEdges& edges(Time period);

  /// Memory for what its models need for each token.
  Bank& bank() { return bank_; }

  /// The time that is being fired, or was fired last.
  Time now() const { return now_; }
  /// Entries fired so far.
  std::uint64_t fired() const { return fired_; }

 private:
  static constexpr unsigned fine_shift = 12;
  static constexpr unsigned block_bits = 10;
  static constexpr unsigned block_shift = fine_shift + block_bits;
  static constexpr unsigned fine_count = 2U << block_bits;  // the block of the present and the next
  static constexpr unsigned coarse_count = 1024;

  static constexpr std::uint32_t least_room = 8;  // items of a list: two lines of the host's cache

  static constexpr unsigned rank_bits = 7;

  // An entry and its place in the order of a slot, its time and behind that its rank: to see when
  // it is due is not to touch it. The highest bits of the time have no room; those in a slot have
  // the same. Null where it was cancelled, or has gone to another place.
  struct Item {
    std::uint64_t order;
    WheelEntry* entry;
  };
  static Item item_of(WheelEntry& entry, Time time) {
    return {time << rank_bits | entry.rank_, &entry};
  }
  Time time_of(const Item& item) const {
    return now_ + ((item.order - (now_ << rank_bits)) >> rank_bits);
  }

  // Entries of one phase in the order in which they were scheduled, or in that of their times.
  struct List {
    bool exhausted() const { return first == size; }
    void empty() {
      size = 0;
      most = capacity;
      first = 0;
    }

    Item* items = nullptr;
    std::uint32_t size = 0;
    std::uint32_t most = 0;   // to be appended to up to there: its room, or none if it is in order
    std::uint32_t first = 0;  // that has not fired
    std::uint32_t capacity = 0;
  };

  struct alignas(64) Slot {
    static constexpr unsigned phases = 2;

    List& list_of(Phase phase) { return lists[static_cast<unsigned>(phase)]; }
    List& list_of(const WheelEntry& entry) { return list_of(entry.phase_); }

    std::array<List, phases> lists;  // by phase
    bool in_order = false;           // of their times
  };

  // A ring of slots and which of them hold anything.
  template <unsigned count>
  struct Ring {
    std::array<Slot, count> slots;
    std::array<std::uint64_t, count / 64> occupied{};

    void mark(unsigned index) { occupied[index / 64] |= std::uint64_t{1} << (index % 64); }
    void clear(unsigned index) { occupied[index / 64] &= ~(std::uint64_t{1} << (index % 64)); }
    // Index of the first occupied slot from `start` on, going round; `count` if there is none.
    unsigned first_from(unsigned start) const;
  };

  static unsigned fine_index(Time time) { return (time >> fine_shift) % fine_count; }
  static unsigned coarse_index(Time time) { return (time >> block_shift) % coarse_count; }
  // Within the blocks of the fine ring.
  bool is_near(Time time) const { return time < near_end_; }
  // From that of the present on.
  Time blocks_ahead(Time time) const { return (time >> block_shift) - (now_ >> block_shift); }

  [[gnu::noinline]] void schedule_with_care(WheelEntry& entry, Time time);
  void insert(WheelEntry& entry);
  void insert(Slot& slot, unsigned phase, Item item);
  static std::uint32_t append(List& list, Item item) {
    list.items[list.size] = item;
    return list.size++;
  }
  void give_rooms();
  void grow(List& list);
  // The rooms of the lists by their numbers: phase after phase, so that those of one phase, which
  // are in use together, do not share places in the host's cache.
  static std::size_t fine_room(unsigned index, unsigned phase) {
    return std::size_t{phase} * fine_count + index;
  }
  static std::size_t coarse_room(unsigned index, unsigned phase) {
    return std::size_t{fine_count} * Slot::phases + std::size_t{phase} * coarse_count + index;
  }
  Item* room(std::size_t number) { return rooms_.get() + number * least_room; }
  void give_back(List& list, std::size_t number);
  // One that was not in use, and its room, will not be in the nearer caches: it was last a whole
  // turn of the ring ago.
  void fetch_slot(unsigned index, Phase phase) const {
    const Item* const items =
        rooms_.get() + fine_room(index, static_cast<unsigned>(phase)) * least_room;
    __builtin_prefetch(&fine_.slots[index]);
    __builtin_prefetch(items);
    __builtin_prefetch(items + least_room / 2);
  }
  std::vector<Item*>& spare_of(std::uint32_t capacity) {
    return spare_[static_cast<unsigned>(std::countr_zero(capacity))];
  }
  void enter_block(Time before);
  void spread_coarse_slot(unsigned index);
  void open(unsigned index);
  static void sort(List& list);
  static void sort_by_counting(List& list);
  Time due(List& list) const;
  Time due(Slot& slot) const { return std::min(due(slot.lists[0]), due(slot.lists[1])); }
  void retire(unsigned index);
  Time next_of_fine();
  Time next_of_coarse() const;
  template <Phase phase>
  void fire_due(List& list);
  template <Phase phase>
  static void fetch_ahead(const List& list, std::uint32_t i);
  static void fetch_lines(const WheelEntry& entry);
  void insert_far(WheelEntry& entry);
  void erase_far(const WheelEntry& entry);

  Ring<fine_count> fine_;      // times in the block of the present and in the next one
  Ring<coarse_count> coarse_;  // a slot for each of the blocks after these
  // By time, and the order in which they were scheduled.
  std::map<std::pair<Time, std::uint64_t>, WheelEntry*> far_;
  std::uint64_t far_order_ = 0;
  std::unique_ptr<Item[]> rooms_;  // of all lists, `least_room` each
  // What some have had in place of theirs, and what of it is not in use, by the logarithm of its
  // size.
  std::vector<std::unique_ptr<Item[]>> larger_;
  std::array<std::vector<Item*>, 32> spare_;
  Alarm* alarm_;
  Time now_ = 0;
  Time near_end_ = Time{fine_count} << fine_shift;
  Time earliest_told_ = never;  // 0 within `fire`: nothing is told then
  std::uint64_t fired_ = 0;
  std::map<Time, std::unique_ptr<ClockEdges>> clocks_;  // by period
  Bank bank_;
};

[[gnu::always_inline]] inline void Wheel::schedule_again(WheelEntry& entry, Time time) {
  const unsigned index = fine_index(time);
  List& list = fine_.slots[index].lists[static_cast<unsigned>(Phase::select)];
  if (entry.scheduled() || !is_near(time) || list.size >= list.most) {
    return schedule_with_care(entry, time);
  }
  entry.time_ = time;
  if (list.size == 0) {
    fine_.mark(index);
    fetch_slot((index + 1) % fine_count, Phase::select);  // what comes next goes there as a rule
  }
  entry.place_ = append(list, item_of(entry, time));
}

}  // namespace weft
