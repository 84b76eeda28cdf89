// A component with iWarp busses: a long cable. What comes in at one end goes out at the other,
// words forth and dequeue signals back, some clocks later. On lines and with TLM sockets.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/bus_pins.hpp"
#include "hw/iwarp/bus_reports.hpp"
#include "platforms/checks/placed_component.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/protocols/iwarp_bus.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "tlm/protocol/word_protocol.hpp"

namespace {

using namespace weft;

struct CableParameters {
  Time clock = 50 * nanosecond;
  unsigned delay = 4;  // clocks, from the begin of a word to its begin at the far end

  // From the end of a word, which takes two clocks.
  Time from_end() const { return (delay - 2) * clock; }
};

/// What is on its way.
template <class Item>
class UnderWay {
 public:
  void add(Time at, const Item& item) { items_.push_back({at, item}); }
  bool due(Time now) const { return !items_.empty() && items_.front().first <= now; }
  Item take() {
    const Item item = items_.front().second;
    items_.pop_front();
    return item;
  }

 private:
  std::deque<std::pair<Time, Item>> items_;
};

/// One direction of the cable on lines.
class LineWay final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(LineWay);

  sc_core::sc_in<bool> clock{"clock"};  // of the phases: two in a clock of the cells
  InputPins in{"bus"};
  OutputPins out{"bus"};

  LineWay(sc_core::sc_module_name name, const CableParameters& parameters)
      : sc_module(name), parameters_(parameters) {
    SC_METHOD(phase);
    sensitive << clock.pos();
    dont_initialize();
  }

  std::any input() { return LineInput{{{parameters_.clock}, &dequeues_}, &in}; }
  std::any output() { return LineOutput{{{parameters_.clock}, &words_}, &out}; }
  void share(SharedParts& shared) { clock(shared.get<BusClocks>().of(parameters_.clock)); }

 private:
  // What was on the lines in the phase before is sampled, then the next is driven.
  void phase() {
    const Time now = kernel_time();
    const Time later = now + parameters_.from_end();
    if (const auto word = word_in_.sample(in.forth->read())) words_under_way_.add(later, *word);
    if (const auto channel = dequeue_in_.sample(out.back->read())) {
      dequeues_under_way_.add(later, *channel);
    }
    if (words_under_way_.due(now)) {
      const BusWord word = words_under_way_.take();
      word_out_.load(phases_of(word));
      words_.write({now, word.channel, word.word});
    }
    if (dequeues_under_way_.due(now)) {
      const unsigned channel = dequeues_under_way_.take();
      dequeue_out_.load(phases_of_dequeue(channel));
      dequeues_.write({now, channel});
    }
    out.forth->write(word_out_.drive());
    in.back->write(dequeue_out_.drive());
  }

  CableParameters parameters_;
  WordReceiver word_in_;
  PhaseDriver<BusLevels> word_out_;
  DequeueReceiver dequeue_in_;
  PhaseDriver<DequeueLevels> dequeue_out_;
  UnderWay<BusWord> words_under_way_;
  UnderWay<unsigned> dequeues_under_way_;
  WordPort words_;
  ObserverPort<DequeueEvent> dequeues_;
};

/// One direction of the cable in TLM: one call a word, one a dequeue signal.
class WordWay final : public sc_core::sc_module, private WordForward, private WordBackward {
 public:
  SC_HAS_PROCESS(WordWay);

  WordTargetSocket in{"in"};
  WordInitiatorSocket out{"out"};

  WordWay(sc_core::sc_module_name name, const CableParameters& parameters)
      : sc_module(name), parameters_(parameters) {
    in.bind(static_cast<WordForward&>(*this));
    out.bind(static_cast<WordBackward&>(*this));
    SC_METHOD(send);
    sensitive << due_;
    dont_initialize();
  }

  std::any input() { return WordInput{{{parameters_.clock}, &dequeues_}, &in}; }
  std::any output() { return WordOutput{{{parameters_.clock}, &words_}, &out}; }
  void share(SharedParts&) {}

 private:
  tlm::tlm_sync_enum nb_transport_fw(WordPayload& payload, tlm::tlm_phase&,
                                     sc_core::sc_time&) override {
    words_under_way_.add(begin_of(payload), {payload.channel, payload.word});
    return tlm::TLM_ACCEPTED;
  }
  tlm::tlm_sync_enum nb_transport_bw(WordPayload& payload, tlm::tlm_phase&,
                                     sc_core::sc_time&) override {
    dequeues_under_way_.add(begin_of(payload), payload.channel);
    return tlm::TLM_ACCEPTED;
  }

  // At the far end. A call comes when the word begins, or when it is in.
  Time begin_of(const WordPayload& payload) {
    const Time begin = payload.in + parameters_.from_end();
    due_.notify(sc_core::sc_time::from_value(begin - kernel_time()));
    return begin;
  }

  void send() {
    const Time now = kernel_time();
    const Time in_at = now + 2 * parameters_.clock;
    sc_core::sc_time delay;
    if (words_under_way_.due(now)) {
      const BusWord word = words_under_way_.take();
      WordPayload payload{word.word, word.channel, now, in_at};
      tlm::tlm_phase phase = word_transfer;
      out->nb_transport_fw(payload, phase, delay);
      words_.write({now, word.channel, word.word});
    }
    if (dequeues_under_way_.due(now)) {
      WordPayload payload{{}, dequeues_under_way_.take(), now, in_at};
      tlm::tlm_phase phase = dequeue_signal;
      in->nb_transport_bw(payload, phase, delay);
      dequeues_.write({now, payload.channel});
    }
  }

  CableParameters parameters_;
  sc_core::sc_event_queue due_{"due"};
  UnderWay<BusWord> words_under_way_;
  UnderWay<unsigned> dequeues_under_way_;
  WordPort words_;
  ObserverPort<DequeueEvent> dequeues_;
};

/// Both directions: from the left end to the right one, and back.
template <class Way>
class Cable final : public sc_core::sc_module {
 public:
  Cable(sc_core::sc_module_name name, const CableParameters& parameters)
      : sc_module(name), forth("forth", parameters), back("back", parameters) {}

  Way forth;
  Way back;
};

template <class Way>
class CableInstance final : public ComponentInstance {
 public:
  explicit CableInstance(const MakeContext& context)
      : cable_(context.name, context.component().parameters->to_struct<CableParameters>()) {}

  // Of either end (0 is `left`): the bus that leads out of it, and the one into it.
  std::any port(unsigned number, Side side) override {
    if (side == Side::to) return number == 0 ? cable_.forth.input() : cable_.back.input();
    return number == 0 ? cable_.back.output() : cable_.forth.output();
  }
  void share(SharedParts& shared) override {
    cable_.forth.share(shared);
    cable_.back.share(shared);
  }

 private:
  Cable<Way> cable_;
};

template <class Way>
std::unique_ptr<ComponentInstance> make_cable(const MakeContext& context) {
  return std::make_unique<CableInstance<Way>>(context);
}

void check_cable(const PlacedComponent& placed) {
  std::size_t busses = 0;
  for (const BusSpec& bus : placed.platform.busses) {
    busses += bus.from.component == placed.index ? 1 : 0;
    busses += bus.to.component == placed.index ? 1 : 0;
  }
  if (busses == 4) return;
  throw InputError(placed.component().place,
                   fmt::format("{} busses of '{}'", busses, placed.component().name),
                   "expected four: from and to both ends");
}

}  // namespace

ComponentType cable_type() {
  ComponentType type =
      make_type(TypeRole::component, "cable", "A long cable between two iWarp cells, both ways.");
  type.ports = {{"left", "", "iwarp_bus", "One end.", true},
                {"right", "", "iwarp_bus", "The other end.", true}};
  type.add_level(Level::signal, make_cable<LineWay>);
  type.add_level(Level::word, make_cable<WordWay>);
  type.check_placed = check_cable;

  using P = CableParameters;
  ParameterTable<P> table;
  table.time("clock", &P::clock)
      .between(2, microsecond)
      .help("Period of the clock of the cells; a bus phase is half of it.");
  table.count("delay", &P::delay)
      .between(2, 1000)
      .help("Clocks from the begin of a word to its begin at the far end.");
  return table.into(std::move(type));
}
