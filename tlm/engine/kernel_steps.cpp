#include "tlm/engine/kernel_steps.hpp"

#include <systemc>

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
struct TimedEvents {
  friend constexpr auto member_of(TimedEvents);
};
struct EventOfNotification {
  friend constexpr auto member_of(EventOfNotification);
};
struct TimeOfNotification {
  friend constexpr auto member_of(TimeOfNotification);
};
struct TraceFiles {
  friend constexpr auto member_of(TraceFiles);
};
template struct Named<DoTimestep, &Kernel::do_timestep>;
template struct Named<NextTime, &Kernel::next_time>;
template struct Named<Picoseconds, &sc_core::sc_time::m_value>;
template struct Named<Paused, &Kernel::m_paused>;
template struct Named<TimedEvents, &Kernel::m_timed_events>;
template struct Named<EventOfNotification, &sc_core::sc_event_timed::m_event>;
template struct Named<TimeOfNotification, &sc_core::sc_event_timed::m_notify_time>;
template struct Named<TraceFiles, &Kernel::m_trace_files>;

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
         !(kernel.*member_of(TraceFiles())).empty() ||
         sc_core::sc_pending_activity_at_current_time(&kernel);
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
