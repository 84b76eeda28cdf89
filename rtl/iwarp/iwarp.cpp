#include "rtl/iwarp/iwarp.hpp"

#include <utility>

#include "hw/common/kernel_time.hpp"

namespace weft::rtl {

Iwarp::Iwarp(sc_core::sc_module_name name, const IwarpParameters& parameters,
             std::unique_ptr<IwarpModel> model)
    : sc_module(name),
      memory(parameters),
      agent_(parameters, std::move(model)),
      core_(parameters, agent_, memory),
      inside_(agent_.pins(), parameters.clock / 2),
      word_time_(word_time(parameters)) {
  SC_METHOD(phase);
  sensitive << clock.pos();
  dont_initialize();
}

void Iwarp::before_end_of_elaboration() {
  tie_off([this](Bus bus) { agent_.close(bus); });
}

void Iwarp::start_of_simulation() { agent_.reset(); }

void Iwarp::phase() {
  const Time now = kernel_time();
  inside_.run_rtl(now, name(), [this, now] { clock_model(now); });
  for (const Bus bus : all_busses) drive(bus, now);
  inside_.edge_done();
}

void Iwarp::clock_model(Time now) {
  IwarpModel& pins = agent_.pins();
  for (const Bus bus : all_busses) {
    pins.set_in(bus, input(bus).forth->read());
    pins.set_out_dequeue(bus, output(bus).back->read());
  }
  if (pins.settle(now)) {
    tell_words(now);
    agent_.clock(now);
  }
  pins.edge();
}

void Iwarp::tell_words(Time now) {
  for (const Bus bus : all_busses) {
    const std::optional<BusWord> word = agent_.pins().begins(bus);
    if (!word) continue;
    bool& lost = sides_[index_of(bus)].word_lost;
    lost = now + word_time_ > agent_.output_cut(bus);
    if (!lost) reports.words(bus).write({now, word->channel, word->word});
  }
}

void Iwarp::drive(Bus bus, Time now) {
  IwarpModel& pins = agent_.pins();
  Side& side = sides_[index_of(bus)];
  output(bus).forth->write(side.word_lost ? BusLevels{} : pins.out(bus));
  const DequeueLevels lines = pins.in_dequeue(bus);
  if (!side.signals.active()) side.signal_lost = now + word_time_ > agent_.input_cut(bus);
  input(bus).back->write(side.signal_lost ? DequeueLevels{} : lines);
  const std::optional<unsigned> channel = side.signals.sample(lines);
  if (!channel || side.signal_lost) return;
  ObserverPort<DequeueEvent>& observers = reports.dequeues(bus);
  const Time three_phases = word_time_ / phases_per_word * (phases_per_word - 1);
  if (observers.bound()) observers.write({now - three_phases, *channel});
}

}  // namespace weft::rtl
