#include "rtl/iwarp/iwarp.hpp"

#include <utility>

namespace weft::rtl {

Iwarp::Iwarp(sc_core::sc_module_name name, const IwarpParameters& parameters,
             std::unique_ptr<IwarpModel> model)
    : sc_module(name), agent_(parameters, std::move(model)) {
  SC_METHOD(phase);
  sensitive << clock.pos();
  dont_initialize();
}

void Iwarp::before_end_of_elaboration() {
  for (const Bus bus : all_busses) {
    if (output(bus).forth.bind_count() == 0) {
      tie_offs_.push_back(std::make_unique<BusWires>());
      output(bus)(*tie_offs_.back());
      agent_.close(bus);
    }
    if (input(bus).forth.bind_count() == 0) {
      tie_offs_.push_back(std::make_unique<BusWires>());
      input(bus)(*tie_offs_.back());
    }
  }
}

void Iwarp::start_of_simulation() { agent_.reset(); }

void Iwarp::phase() {
  IwarpModel& pins = agent_.pins();
  for (const Bus bus : all_busses) {
    pins.set_in(bus, input(bus).forth->read());
    pins.set_out_dequeue(bus, output(bus).back->read());
  }
  if (pins.settle()) {
    const Time now = sc_core::sc_time_stamp().value();
    for (CellClient* client : clients_) client->clock(now);
  }
  pins.edge();
  for (const Bus bus : all_busses) {
    output(bus).forth->write(pins.out(bus));
    input(bus).back->write(pins.in_dequeue(bus));
  }
}

}  // namespace weft::rtl
