#include "tlm/engine/kernel_steps.hpp"

#include <optional>

#include <systemc>

#if SC_VERSION_MAJOR == 2 && SC_VERSION_MINOR == 3
#include <sysc/kernel/sc_runnable.h>
#endif

#include "hw/common/kernel_time.hpp"

namespace weft {
namespace {

// Where the run ends that run_kernel has begun; 0 outside.
Time end_of_run = 0;

#if SC_VERSION_MAJOR == 2 && SC_VERSION_MINOR == 3
using Kernel = sc_core::sc_simcontext;

// SystemC has no public way to take a step in time from within a process, nor to see that it was
// asked to pause. The kernel's own members do it: C++ lets an explicit instantiation name them.
template <class Name, auto member>
struct Named {
  friend constexpr auto member_of(Name) { return member; }
};
struct DoTimestep {
  friend constexpr auto member_of(DoTimestep);
};
struct NextTime {
  friend constexpr auto member_of(NextTime);
};
struct Picoseconds {
  friend constexpr auto member_of(Picoseconds);
};
struct Paused {
  friend constexpr auto member_of(Paused);
};
struct Ready {
  friend constexpr auto member_of(Ready);
};
struct Methods {
  friend constexpr auto member_of(Methods);
};
struct NewMethods {
  friend constexpr auto member_of(NewMethods);
};
struct Threads {
  friend constexpr auto member_of(Threads);
};
struct NewThreads {
  friend constexpr auto member_of(NewThreads);
};
struct TimedEvents {
  friend constexpr auto member_of(TimedEvents);
};
struct EventOfNotification {
  friend constexpr auto member_of(EventOfNotification);
};
struct TimeOfNotification {
  friend constexpr auto member_of(TimeOfNotification);
};
struct DeltaEvents {
  friend constexpr auto member_of(DeltaEvents);
};
struct Channels {
  friend constexpr auto member_of(Channels);
};
struct TraceFiles {
  friend constexpr auto member_of(TraceFiles);
};
template struct Named<DoTimestep, &Kernel::do_timestep>;
template struct Named<NextTime, &Kernel::next_time>;
template struct Named<Picoseconds, &sc_core::sc_time::m_value>;
template struct Named<Paused, &Kernel::m_paused>;
template struct Named<Ready, &Kernel::m_runnable>;
template struct Named<Methods, &sc_core::sc_runnable::m_methods_pop>;
template struct Named<NewMethods, &sc_core::sc_runnable::m_methods_push_head>;
template struct Named<Threads, &sc_core::sc_runnable::m_threads_pop>;
template struct Named<NewThreads, &sc_core::sc_runnable::m_threads_push_head>;
template struct Named<TimedEvents, &Kernel::m_timed_events>;
template struct Named<EventOfNotification, &sc_core::sc_event_timed::m_event>;
template struct Named<TimeOfNotification, &sc_core::sc_event_timed::m_notify_time>;
template struct Named<DeltaEvents, &Kernel::m_delta_events>;
template struct Named<Channels, &Kernel::m_prim_channel_registry>;
template struct Named<TraceFiles, &Kernel::m_trace_files>;

// The processes that are ready, by the first of each of the kernel's lists.
struct ReadyProcesses {
  explicit ReadyProcesses(const Kernel& kernel) : ReadyProcesses(*(kernel.*member_of(Ready()))) {}
  explicit ReadyProcesses(const sc_core::sc_runnable& ready)
      : methods(ready.*member_of(Methods())),
        new_methods(ready.*member_of(NewMethods())),
        threads(ready.*member_of(Threads())),
        new_threads(ready.*member_of(NewThreads())) {}
  bool operator==(const ReadyProcesses&) const = default;

  const void* methods;
  const void* new_methods;
  const void* threads;
  const void* new_threads;
};

// As the kernel has it, in a third of its instructions: it is asked until it has once said that
// nobody is ready, and then its lists are compared with what they were.
bool anything_pending_now(const Kernel& kernel) {
  static std::optional<ReadyProcesses> nobody;
  const ReadyProcesses ready(kernel);
  if (nobody && ready == *nobody) {
    return !(kernel.*member_of(DeltaEvents())).empty() ||
           (kernel.*member_of(Channels()))->pending_updates();
  }
  if (sc_core::sc_pending_activity_at_current_time(&kernel)) return true;
  nobody = ready;
  return false;
}

// The next time for which the kernel has a notification; it is looked up here unless the first one
// in its queue was cancelled.
Time next_notification(const Kernel& kernel) {
  const auto& queue = *(kernel.*member_of(TimedEvents()));
  if (queue.empty()) return never;
  const sc_core::sc_event_timed& first = *queue.top();
  if (first.*member_of(EventOfNotification()) != nullptr) {
    return (first.*member_of(TimeOfNotification())).value();
  }
  sc_core::sc_time next;
  return (kernel.*member_of(NextTime()))(next) ? next.value() : never;
}

bool is_asked_to_return(const Kernel& kernel) {
  return kernel.*member_of(Paused()) || kernel.sim_status() != sc_core::SC_SIM_OK ||
         !(kernel.*member_of(TraceFiles())).empty() || anything_pending_now(kernel);
}

// Takes the step, if nobody is left who would have to be asked.
bool take_step(Time time) {
  Kernel& kernel = *sc_core::sc_get_curr_simcontext();
  if (is_asked_to_return(kernel) || next_notification(kernel) <= time) return false;
  sc_core::sc_time next;
  next.*member_of(Picoseconds()) = time;
  (kernel.*member_of(DoTimestep()))(next);
  return true;
}
#else  // of others these members are not known
bool take_step(Time /*time*/) { return false; }
#endif

}  // namespace

void run_kernel(Time until) {
  struct Run {
    explicit Run(Time end) { end_of_run = end; }
    ~Run() { end_of_run = 0; }
  } const run(until);
  sc_core::sc_start(sc_core::sc_time::from_value(until - kernel_time()));
}

bool step_kernel(Time time) { return time < end_of_run && take_step(time); }

}  // namespace weft
