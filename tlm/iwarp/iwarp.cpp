#include "tlm/iwarp/iwarp.hpp"

namespace weft::word {

Iwarp::Iwarp(sc_core::sc_module_name name, const IwarpParameters& parameters, Wheel& wheel)
    : sc_module(name),
      memory(parameters),
      cycles_(wheel.edges(parameters.clock), core_),
      core_(parameters, *this, reports, memory, cycles_),
      word_time_(word_time(parameters)) {
  cycles_.needs_lines(core_.communication().first_needed());
  for (const Bus bus : all_busses) {
    Side& side = sides_[index_of(bus)];
    side.agent = &core_.communication();
    side.bus = bus;
    output(bus).bind(static_cast<WordBackward&>(side));
    input(bus).bind(static_cast<WordForward&>(side));
  }
}

void Iwarp::end_of_elaboration() {
  const Time own_clock = core_.communication().parameters().clock;
  for (const Bus bus : all_busses) {
    if (output(bus).get_base_port().size() == 0) {
      core_.communication().close(bus);
    } else if (auto* far = dynamic_cast<Side*>(output(bus).operator->());
               far != nullptr && far->agent->parameters().clock == own_clock) {
      core_.communication().connect(bus, *far->agent, far->bus);
    }
  }
}

void Iwarp::start_of_simulation() { cycles_.evaluate_at(0); }

tlm::tlm_sync_enum Iwarp::Side::nb_transport_fw(WordPayload& payload, tlm::tlm_phase&,
                                                sc_core::sc_time&) {
  agent->word_arrives(bus, payload.channel, payload.word, payload.in);
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum Iwarp::Side::nb_transport_bw(WordPayload& payload, tlm::tlm_phase&,
                                                sc_core::sc_time&) {
  agent->dequeue_arrives(bus, payload.channel, payload.in);
  return tlm::TLM_ACCEPTED;
}

void Iwarp::word_begins(Bus bus, unsigned channel, Word word, Time begin) {
  WordPayload payload{word, channel, begin, begin + word_time_};
  tlm::tlm_phase phase = word_transfer;
  sc_core::sc_time delay;
  output(bus)->nb_transport_fw(payload, phase, delay);
}

// A channel may be put on a bus that leads nowhere in the very clock in which a word comes in by
// its old one: the signal for that word goes nowhere.
void Iwarp::dequeue_begins(Bus bus, unsigned channel, Time begin) {
  if (input(bus).get_base_port().size() == 0) return;
  WordPayload payload{{}, channel, begin, begin + word_time_};
  tlm::tlm_phase phase = dequeue_signal;
  sc_core::sc_time delay;
  input(bus)->nb_transport_bw(payload, phase, delay);
}

}  // namespace weft::word
