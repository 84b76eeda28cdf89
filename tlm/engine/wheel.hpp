// The event wheel: what happens when, in all TLM models of a platform.
#pragma once

#include <array>
#include <cstdint>
#include <set>

#include "hw/common/time.hpp"

namespace weft {

/// Order within one time: every transmitter first takes the token that begins (`select`), then all
/// else happens (`act`). What acts may schedule further acts, but no selects, for the same time.
enum class Phase : std::uint8_t { select, act };

/// One thing that can be scheduled, at one time at a time; lives in its owner. Nothing is
/// allocated to schedule it.
class WheelEntry {
 public:
  using Action = void (*)(void* owner);

  WheelEntry(void* owner, Action action, Phase phase)
      : owner_(owner), action_(action), phase_(phase) {}
  WheelEntry(const WheelEntry&) = delete;
  WheelEntry& operator=(const WheelEntry&) = delete;

  /// An entry that calls `method` of `owner`.
  template <auto method, class Owner>
  static WheelEntry calling(Owner* owner, Phase phase) {
    return {owner, [](void* object) { (static_cast<Owner*>(object)->*method)(); }, phase};
  }

  bool scheduled() const { return time_ != never; }
  /// When it fires; `never` if it is not scheduled.
  Time time() const { return time_; }

 private:
  friend class Wheel;

  WheelEntry* next_ = nullptr;
  WheelEntry* previous_ = nullptr;
  Time time_ = never;
  std::uint64_t order_ = 0;  // among far entries of the same time
  void* owner_;
  Action action_;
  Phase phase_;
  bool far_ = false;
};

/// Timing wheel of 4,096 slots of 8,192 ps; what lies beyond its horizon of 33 us waits in an
/// ordered set. Entries of one time and phase fire in the order in which they were scheduled.
/// Scheduling, cancelling and firing cost a few list operations each, at any number of entries, as
/// long as few distinct times share a slot.
class Wheel {
 public:
  /// Told when something becomes due earlier than all else, unless that happens within `fire`.
  class Alarm {
   public:
    virtual void earliest(Time time) = 0;

   protected:
    ~Alarm() = default;
  };

  explicit Wheel(Alarm& alarm) : alarm_(&alarm) {}
  Wheel(const Wheel&) = delete;
  Wheel& operator=(const Wheel&) = delete;

  /// Schedules or moves an entry; `time` is not before the present.
  void schedule(WheelEntry& entry, Time time);
  void cancel(WheelEntry& entry);

  /// Time of the next entry; `never` when there is none.
  Time next() const;
  /// Fires all that is due at `now`, which is `next()` or earlier than it.
  void fire(Time now);

  /// The time that is being fired, or was fired last.
  Time now() const { return now_; }
  /// Entries fired so far.
  std::uint64_t fired() const { return fired_; }

 private:
  static constexpr unsigned slot_shift = 13;
  static constexpr unsigned slot_count = 4096;

  struct List {
    WheelEntry* head = nullptr;
    WheelEntry* tail = nullptr;
  };
  using Slot = std::array<List, 2>;

  struct Earlier {
    bool operator()(const WheelEntry* a, const WheelEntry* b) const {
      return a->time_ != b->time_ ? a->time_ < b->time_ : a->order_ < b->order_;
    }
  };

  void insert_near(WheelEntry& entry);
  void fetch_far();
  void fire_list(List& list, std::uint64_t tick);
  Slot& slot_of(Time time) { return slots_[(time >> slot_shift) % slot_count]; }
  void mark(std::uint64_t tick, bool occupied);
  std::uint64_t next_tick() const;

  std::array<Slot, slot_count> slots_{};
  std::array<std::uint64_t, slot_count / 64> occupied_{};
  std::uint64_t occupied_words_ = 0;
  std::set<WheelEntry*, Earlier> far_;
  std::uint64_t order_ = 0;
  Alarm* alarm_;
  Time now_ = 0;
  Time earliest_told_ = never;
  std::uint64_t fired_ = 0;
  bool firing_ = false;
};

}  // namespace weft
