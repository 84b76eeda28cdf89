// The edges of one clock at which cores have something to do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/cycle_driver.hpp"
#include "hw/common/time.hpp"
#include "tlm/engine/wheel.hpp"

namespace weft {

class ClockEdges;

/// A core's place among those of a clock, at one edge at a time; lives in its owner.
class EdgeEntry {
 public:
  /// What is done at an edge; gives the one at which it is to be done next, or `never` if that was
  /// scheduled, or is not to be.
  using Action = Time (*)(void* owner, Time now);

  EdgeEntry(ClockEdges& edges, void* owner, Action action);
  EdgeEntry(const EdgeEntry&) = delete;
  EdgeEntry& operator=(const EdgeEntry&) = delete;

  /// When it fires; `never` if it is not scheduled.
  Time time() const { return time_; }

  /// What it needs first: four lines of the host's cache from there on, of the owner if nothing is
  /// said. They are fetched while the one before it fires.
  void needs_lines(const void* place) { needed_ = place; }

 private:
  friend class ClockEdges;

  void put_into(std::vector<EdgeEntry*>& slot, unsigned number, Time time);
  void fire_alone();
  void fetch_needs() const;

  Time time_ = never;
  Action action_;
  void* owner_;
  const void* needed_;
  ClockEdges* edges_;
  std::uint32_t slot_ = 0;   // `alone` if the wheel has it
  std::uint32_t place_ = 0;  // in its slot
  WheelEntry alone_;
};

/// Many cores of one clock that are busy at most of its edges: they share one entry of the wheel,
/// for the next edge at which any of them has something to do. A ring of 64 slots holds the edges
/// to come; what is due later, or at no multiple of the period, has an entry of the wheel of its
/// own. What is due at one edge fires in the order in which it was scheduled, as in the wheel.
class ClockEdges {
 public:
  /// `period` in ps. The wheel must outlive it.
  ClockEdges(Wheel& wheel, Time period);
  ClockEdges(const ClockEdges&) = delete;
  ClockEdges& operator=(const ClockEdges&) = delete;

  Time period() const { return period_; }
  /// Schedules or moves an entry; `time` is not before the present.
  void schedule(EdgeEntry& entry, Time time);
  /// The same, unless it is scheduled for an earlier time.
  void schedule_no_later(EdgeEntry& entry, Time time) {
    if (time < entry.time_) schedule(entry, time);
  }

 private:
  friend class EdgeEntry;

  static constexpr unsigned slot_count = 64;

  void cancel(EdgeEntry& entry);
  unsigned edges_until(Time time);
  void fire();
  void wake_for_next();

  Wheel* wheel_;
  Time period_;
  Time first_ = 0;              // the edge of slot `slot_`, not after any other that is occupied
  unsigned slot_ = 0;           // in the ring
  std::uint64_t occupied_ = 0;  // slots, from `slot_` on
  bool firing_ = false;
  WheelEntry entry_;
  std::array<std::vector<EdgeEntry*>, slot_count> slots_;  // cancelled entries are null
};

/// The CycleDriver of a clocked core. `Core` has `Time evaluate(Time)`, which gives the edge at
/// which it is to be called next; `never` if it has asked for it, or for none.
template <class Core>
class EdgeCycles final : public CycleDriver {
 public:
  /// `core` need not be constructed yet.
  EdgeCycles(ClockEdges& edges, Core& core)
      : edges_(&edges), entry_(edges, &core, [](void* owner, Time now) {
          return static_cast<Core*>(owner)->evaluate(now);
        }) {}

  void evaluate_at(Time time) override { edges_->schedule_no_later(entry_, time); }
  void needs_lines(const void* place) { entry_.needs_lines(place); }

 private:
  ClockEdges* edges_;
  EdgeEntry entry_;
};

}  // namespace weft
