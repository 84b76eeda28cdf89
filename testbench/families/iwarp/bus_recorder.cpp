#define SC_INCLUDE_DYNAMIC_PROCESSES
#include "testbench/families/iwarp/bus_recorder.hpp"

#include <variant>

#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "hw/iwarp/bus_reports.hpp"
#include "testbench/families/iwarp/traced_cell.hpp"

namespace weft {

BusRecorder::BusRecorder(WaveWriter& writer, const Variables& variables, Time word_time, Time start,
                         Time now)
    : writer_(&writer), variables_(variables), word_time_(word_time), start_(start) {
  show_idle(now);
}

void BusRecorder::Variables::choose(CellWave kind, WaveWriter::Variable variable) {
  (kind == CellWave::word ? word : kind == CellWave::tag ? tag : channel) = variable;
}

void BusRecorder::show_idle(Time now) {
  if (variables_.tag) writer_->change(*variables_.tag, wave_code::idle_bus, now);
  shown_ = wave_code::idle_bus;
}

void BusRecorder::write(const Event& of_bus) {
  const WordEvent& event = *std::get<const WordEvent*>(of_bus.report);
  // it did not rest after all: that a word begins can be told later at the same time
  if (event.begin == rested_at_) shown_ = before_rest_;
  const auto code = static_cast<std::uint64_t>(event.word.tag);
  shown_ = shown_ == code ? code | wave_code::repeated_tag : code;
  if (variables_.tag) writer_->change(*variables_.tag, shown_, event.begin);
  if (variables_.word) writer_->change(*variables_.word, event.word.value, event.begin);
  if (variables_.channel) writer_->change(*variables_.channel, event.channel, event.begin);
  end_ = event.begin + word_time_;
  if (first_word_ == never && event.begin >= start_) first_word_ = event.begin;
}

void BusRecorder::rest(Time now) {
  if (now < end_) return;
  end_ = never;
  before_rest_ = shown_;
  rested_at_ = now;
  show_idle(now);
}

struct LoneBusRecorder::Alarm {
  BusRecorder* bus;  // null once the recorder is gone
  sc_core::sc_event word{sc_core::sc_gen_unique_name("word")};

  void ring() {
    if (bus == nullptr) return;
    const Time now = kernel_time();
    bus->rest(now);
    if (bus->end() != never) {
      sc_core::next_trigger(sc_core::sc_time::from_value(bus->end() - now));
    }
  }
};

LoneBusRecorder::LoneBusRecorder(WaveWriter& writer, const BusRecorder::Variables& variables,
                                 Time word_time, Time start, const EventSource& source,
                                 EventStream& events)
    : bus_(writer, variables, word_time, start, kernel_time()), alarm_(new Alarm{&bus_}) {
  events.attach(*this, source, {EventKind::word}, EventOrder::by_time);
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&alarm_->word);
  sc_core::sc_spawn([alarm = alarm_] { alarm->ring(); }, sc_core::sc_gen_unique_name("rest"),
                    &options);
}

LoneBusRecorder::~LoneBusRecorder() { alarm_->bus = nullptr; }

void LoneBusRecorder::write(const Event& event) {
  bus_.write(event);
  alarm_->word.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace weft
