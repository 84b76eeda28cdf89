#include "hw/iwarp/iwarp.hpp"

#include <bit>

#include "hw/common/kernel_time.hpp"

namespace weft {

using sc_core::sc_time;

Iwarp::Iwarp(sc_core::sc_module_name name, const IwarpParameters& parameters)
    : sc_module(name),
      memory(parameters),
      phase_time_(parameters.clock / 2),
      core_(parameters, *this, reports, memory, *this) {
  SC_METHOD(phase);
  process_ = sc_core::sc_get_last_created_process_handle().get_process_object();
  sensitive << clock.pos();
  dont_initialize();
}

void Iwarp::before_end_of_elaboration() {
  tie_off([this](Bus bus) { core_.communication().close(bus); });
}

void Iwarp::start_of_simulation() {
  due_ = 0;
  activity_ |= alarm_;
  activity_ |= sampled_.sleeper().wake;
  sampled_.bind(*this, activity_);
  driven_.bind(*this, process_);
}

// One rising edge: what was on the lines in the phase before is sampled, then the next is driven.
void Iwarp::phase() {
  if (sampled_.sleeper().asleep) {
    sampled_.sleeper().asleep = false;
    return;  // the next edge of the clock follows
  }
  const Time now = kernel_time();
  sample(now);
  if (now >= due_) {
    due_ = never;
    evaluate_at(core_.evaluate(now));
  }
  if (!drive() && due_ > now + 2 * phase_time_) sleep(now);
}

void Iwarp::sample(Time now) {
  const CellLevels& levels = sampled_.sample();
  for (unsigned ended = words_in_.sample(levels.forth); ended != 0; ended &= ended - 1) {
    const auto bus = static_cast<unsigned>(std::countr_zero(ended));
    const BusWord word = word_of(words_in_.phases(bus));
    core_.communication().word_arrives(static_cast<Bus>(bus), word.channel, word.word, now);
  }
  for (unsigned ended = dequeues_in_.sample(levels.back); ended != 0; ended &= ended - 1) {
    const auto bus = static_cast<unsigned>(std::countr_zero(ended));
    const unsigned channel = dequeue_of(dequeues_in_.phases(bus));
    core_.communication().dequeue_arrives(static_cast<Bus>(bus), channel, now);
  }
}

// True while anything moves on the lines.
bool Iwarp::drive() {
  const bool busy = words_out_.active() || dequeues_out_.active();
  driven_.drive({words_out_.drive(), dequeues_out_.drive()});
  return busy || words_in_.active() || dequeues_in_.active();
}

// What asks for an edge while nothing moves is no part of the cell.
void Iwarp::evaluate_at(Time time) {
  if (time >= due_) return;
  due_ = time;
  if (sampled_.sleeper().asleep) set_alarm(kernel_time());
}

// Just before the edge at which the core has something to do.
void Iwarp::set_alarm(Time now) {
  const Time before = due_ - phase_time_ / 2;
  alarm_.notify(sc_time::from_value(before > now ? before - now : 0));
}

// Until lines change, or just before the edge at which the core has something to do.
void Iwarp::sleep(Time now) {
  sampled_.sleeper().asleep = true;
  alarm_.cancel();
  if (due_ != never) set_alarm(now);
  next_trigger(activity_);
}

void Iwarp::word_begins(Bus bus, unsigned channel, Word word, Time) {
  words_out_.load(index_of(bus), phases_of({channel, word}));
}

void Iwarp::dequeue_begins(Bus bus, unsigned channel, Time) {
  dequeues_out_.load(index_of(bus), phases_of_dequeue(channel));
}

}  // namespace weft
