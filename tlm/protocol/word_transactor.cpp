#include "tlm/protocol/word_transactor.hpp"

#include "hw/common/kernel_time.hpp"

namespace weft {

WordToPins::WordToPins(sc_core::sc_module_name name) : sc_module(name) {
  in.bind(static_cast<WordForward&>(*this));
  SC_METHOD(phase);
  sensitive << clock.pos();
  dont_initialize();
}

// The wheel turns before the edge of the clock at the same time: the edge drives the first phase.
tlm::tlm_sync_enum WordToPins::nb_transport_fw(WordPayload& payload, tlm::tlm_phase&,
                                               sc_core::sc_time&) {
  words_.load(phases_of({payload.channel, payload.word}));
  return tlm::TLM_ACCEPTED;
}

void WordToPins::phase() {
  out.forth->write(words_.drive());
  const auto channel = dequeues_.sample(out.back->read());
  if (!channel) return;
  WordPayload payload;
  payload.channel = *channel;
  payload.in = kernel_time();
  tlm::tlm_phase which = dequeue_signal;
  sc_core::sc_time delay;
  in->nb_transport_bw(payload, which, delay);
}

PinsToWord::PinsToWord(sc_core::sc_module_name name) : sc_module(name) {
  out.bind(static_cast<WordBackward&>(*this));
  SC_METHOD(phase);
  sensitive << clock.pos();
  dont_initialize();
}

tlm::tlm_sync_enum PinsToWord::nb_transport_bw(WordPayload& payload, tlm::tlm_phase&,
                                               sc_core::sc_time&) {
  dequeues_.load(phases_of_dequeue(payload.channel));
  return tlm::TLM_ACCEPTED;
}

void PinsToWord::phase() {
  in.back->write(dequeues_.drive());
  const auto word = words_.sample(in.forth->read());
  if (!word) return;
  WordPayload payload;
  payload.channel = word->channel;
  payload.word = word->word;
  payload.in = kernel_time();
  tlm::tlm_phase which = word_transfer;
  sc_core::sc_time delay;
  out->nb_transport_fw(payload, which, delay);
}

}  // namespace weft
