#include "hw/iwarp/iwarp.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

using sc_core::sc_time;

Iwarp::Iwarp(sc_core::sc_module_name name, const IwarpParameters& parameters)
    : sc_module(name),
      memory(parameters),
      core_(parameters, *this, reports, memory, *this),
      phase_time_(parameters.clock / 2) {
  SC_METHOD(phase);
  sensitive << clock.pos();
  dont_initialize();
}

void Iwarp::before_end_of_elaboration() {
  tie_off([this](Bus bus) { core_.communication().close(bus); });
}

void Iwarp::start_of_simulation() {
  due_ = 0;
  activity_ |= alarm_;
  activity_ |= lines_.wake;
  for (const Bus bus : all_busses) {
    wake_by(input(bus).forth);
    wake_by(output(bus).back);
  }
}

// Any signal can be bound to its pins, and a line may be sampled by two.
template <class Levels>
void Iwarp::wake_by(sc_core::sc_in<Levels>& line) {
  auto* const own = dynamic_cast<LineSignal<Levels>*>(line.get_interface());
  if (own == nullptr || !own->wakes(lines_)) activity_ |= line->value_changed_event();
}

// One rising edge: what was on the lines in the phase before is sampled, then the next is driven.
void Iwarp::phase() {
  if (lines_.asleep) {
    lines_.asleep = false;
    return;  // the next edge of the clock follows
  }
  const Time now = kernel_time();
  for (unsigned bus = 0; bus < bus_count; ++bus) sample(bus, now);
  if (now >= due_) {
    due_ = never;
    evaluate_at(core_.evaluate(now));
  }
  bool busy = false;
  for (unsigned bus = 0; bus < bus_count; ++bus) busy |= drive(bus);
  if (!busy && due_ > now + 2 * phase_time_) sleep(now);
}

void Iwarp::sample(unsigned bus, Time now) {
  Side& side = sides_[bus];
  if (const auto word = side.words_in.sample(in[bus].forth->read())) {
    core_.communication().word_arrives(static_cast<Bus>(bus), word->channel, word->word, now);
  }
  if (const auto channel = side.dequeues_in.sample(out[bus].back->read())) {
    core_.communication().dequeue_arrives(static_cast<Bus>(bus), *channel, now);
  }
}

// True while anything moves on the lines of a side.
bool Iwarp::drive(unsigned bus) {
  Side& side = sides_[bus];
  if (side.sends || side.words_out.active()) {
    side.sends = side.words_out.active();
    out[bus].forth->write(side.words_out.drive());
  }
  if (side.signals || side.dequeues_out.active()) {
    side.signals = side.dequeues_out.active();
    in[bus].back->write(side.dequeues_out.drive());
  }
  return side.sends || side.signals || side.words_in.active() || side.dequeues_in.active();
}

// What asks for an edge while nothing moves is no part of the cell.
void Iwarp::evaluate_at(Time time) {
  if (time >= due_) return;
  due_ = time;
  if (lines_.asleep) set_alarm(kernel_time());
}

// Just before the edge at which the core has something to do.
void Iwarp::set_alarm(Time now) {
  const Time before = due_ - phase_time_ / 2;
  alarm_.notify(sc_time::from_value(before > now ? before - now : 0));
}

// Until lines change, or just before the edge at which the core has something to do.
void Iwarp::sleep(Time now) {
  lines_.asleep = true;
  alarm_.cancel();
  if (due_ != never) set_alarm(now);
  next_trigger(activity_);
}

void Iwarp::word_begins(Bus bus, unsigned channel, Word word, Time) {
  sides_[index_of(bus)].words_out.load(phases_of({channel, word}));
}

void Iwarp::dequeue_begins(Bus bus, unsigned channel, Time) {
  sides_[index_of(bus)].dequeues_out.load(phases_of_dequeue(channel));
}

}  // namespace weft
