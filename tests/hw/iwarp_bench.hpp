// Arrays of iWarp cells at any level, with programs on them and records of their busses.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp/iwarp.hpp"
#include "hw/iwarp/parameter_check.hpp"
#include "rtl/iwarp/iwarp.hpp"
#include "tests/hw/iwarp_program.hpp"
#include "tlm/engine/wheel_process.hpp"
#include "tlm/iwarp/iwarp.hpp"
#include "tlm/protocol/word_transactor.hpp"

namespace weft::test {

enum class Level { signal, word, rtl };

/// For tests that run at several.
inline constexpr auto level_name = [](const auto& test) {
  return std::string(std::array{"signal", "word", "rtl"}[static_cast<unsigned>(test.param)]);
};

/// All that this build has.
inline std::vector<Level> cell_levels() {
  std::vector<Level> levels{Level::signal, Level::word};
  if (rtl::make_iwarp_model() != nullptr) levels.push_back(Level::rtl);
  return levels;
}

template <class Event>
struct Recorder : tlm::tlm_analysis_if<Event> {
  std::vector<Event> events;
  void write(const Event& event) override { events.push_back(event); }
};

/// A cell at one of the levels, and what was seen of its busses.
struct BenchCell {
  Level level = Level::signal;
  IwarpParameters parameters;
  std::unique_ptr<Iwarp> signal;
  std::unique_ptr<word::Iwarp> word;
  std::unique_ptr<rtl::Iwarp> rtl;
  std::array<Recorder<WordEvent>, bus_count> words;
  std::array<Recorder<DequeueEvent>, bus_count> dequeues;
  std::unique_ptr<CoroutineProgram> program;

  CellAgents& core() {
    if (rtl) return rtl->core();
    return signal ? signal->core().agents() : word->core().agents();
  }
  CommunicationInterface& agent() { return core().communication(); }
  MemorySocket& memory() {
    if (rtl) return rtl->memory;
    return signal ? signal->memory : word->memory;
  }
  BusReports& reports() {
    if (rtl) return rtl->reports;
    return signal ? signal->reports : word->reports;
  }
  OutputPins& output(Bus bus) { return signal ? signal->output(bus) : rtl->output(bus); }
  InputPins& input(Bus bus) { return signal ? signal->input(bus) : rtl->input(bus); }
  const std::vector<WordEvent>& sent(Bus bus) const { return words[index_of(bus)].events; }
};

class IwarpBench {
 public:
  /// `phase` of a bus, ps; `records` what the busses carry.
  explicit IwarpBench(std::string name = "array", Time phase = 25 * nanosecond, bool records = true)
      : name_(std::move(name)),
        records_(records),
        engine_((name_ + "_wheel").c_str()),
        clock_((name_ + "_clock").c_str(), sc_core::sc_time::from_value(phase)) {}

  unsigned add(const IwarpParameters& parameters, Level level) {
    const auto number = static_cast<unsigned>(cells_.size());
    const std::string own = fmt::format("{}_cell{}", name_, number);
    BenchCell& cell = cells_.emplace_back();
    cell.level = level;
    cell.parameters = parameters;
    if (level == Level::signal) {
      cell.signal = std::make_unique<Iwarp>(own.c_str(), parameters);
      cell.signal->clock(clock_);
    } else if (level == Level::rtl) {
      cell.rtl = std::make_unique<rtl::Iwarp>(own.c_str(), parameters);
      cell.rtl->clock(clock_);
    } else {
      cell.word = std::make_unique<word::Iwarp>(own.c_str(), parameters, engine_.wheel());
    }
    for (const Bus bus : all_busses) {
      if (!records_) break;
      cell.reports().words(bus).bind(cell.words[index_of(bus)]);
      cell.reports().dequeues(bus).bind(cell.dequeues[index_of(bus)]);
    }
    return number;
  }

  /// From an output bus of one cell to an input bus of another.
  void connect(unsigned from, Bus out, unsigned to, Bus in) {
    BenchCell& a = cells_[from];
    BenchCell& b = cells_[to];
    check_bus(a.parameters, out, b.parameters, in);
    if (a.word && b.word) return a.word->output(out).bind(b.word->input(in));
    BusWires& wires = *wires_.emplace_back(std::make_unique<BusWires>());
    const std::string own = fmt::format("{}_transactor{}", name_, wires_.size());
    if (!a.word) {
      a.output(out)(wires);
    } else {
      auto& transactor = *to_pins_.emplace_back(std::make_unique<WordToPins>(own.c_str()));
      transactor.clock(clock_);
      transactor.out(wires);
      a.word->output(out).bind(transactor.in);
    }
    if (!b.word) {
      b.input(in)(wires);
    } else {
      auto& transactor = *to_word_.emplace_back(std::make_unique<PinsToWord>(own.c_str()));
      transactor.clock(clock_);
      transactor.in(wires);
      transactor.out.bind(b.word->input(in));
    }
  }
  /// Both directions between neighbours; `to` is on the side `side` of `from`.
  void join(unsigned from, Bus side, unsigned to) {
    connect(from, side, to, opposite(side));
    connect(to, opposite(side), from, side);
  }

  void program(unsigned cell, CoroutineProgram::Body body) {
    cells_[cell].program = std::make_unique<CoroutineProgram>(std::move(body));
    cells_[cell].core().computation().run(*cells_[cell].program);
  }
  static void run(Time duration) { sc_core::sc_start(sc_core::sc_time::from_value(duration)); }

  BenchCell& operator[](unsigned cell) { return cells_[cell]; }
  std::size_t size() const { return cells_.size(); }
  const Wheel& wheel() { return engine_.wheel(); }
  /// Programs that were stopped by a fault or have not ended; empty if there are none.
  std::string unfinished() {
    std::string text;
    for (unsigned i = 0; i < cells_.size(); ++i) {
      const ComputationPort& port = cells_[i].core().computation();
      if (!cells_[i].program || (port.ended() && port.fault().empty())) continue;
      text += fmt::format("cell {}: {}; ", i, port.fault().empty() ? "runs" : port.fault());
    }
    return text;
  }

 private:
  std::string name_;
  bool records_;
  WheelProcess engine_;
  sc_core::sc_clock clock_;
  std::deque<BenchCell> cells_;
  std::vector<std::unique_ptr<BusWires>> wires_;
  std::vector<std::unique_ptr<WordToPins>> to_pins_;
  std::vector<std::unique_ptr<PinsToWord>> to_word_;
};

inline constexpr Time one_clock = 50 * nanosecond;
inline constexpr Time word_on_bus = 2 * one_clock;

/// Which level each cell has.
using Levels = std::function<Level(unsigned cell)>;

inline Levels all_at(Level level) {
  return [level](unsigned) { return level; };
}
inline Level alternating(unsigned cell) { return cell % 2 == 0 ? Level::signal : Level::word; }
/// All three, each beside each other.
inline Level in_turn(unsigned cell) {
  return std::array{Level::rtl, Level::word, Level::rtl, Level::signal}[cell % 4];
}

/// Cells of a mesh or torus are numbered row by row; their number is their address.
struct ArrayShape {
  unsigned width = 1;
  unsigned height = 1;
  bool torus = false;
};

inline void build_array(IwarpBench& bench, const ArrayShape& shape, const IwarpParameters& cell,
                        const Levels& levels) {
  for (unsigned n = 0; n < shape.width * shape.height; ++n) {
    IwarpParameters parameters = cell;
    parameters.address = n;
    bench.add(parameters, levels(n));
  }
  for (unsigned y = 0; y < shape.height; ++y) {
    for (unsigned x = 0; x < shape.width; ++x) {
      const unsigned n = y * shape.width + x;
      const unsigned right = y * shape.width + (x + 1) % shape.width;
      const unsigned below = (y + 1) % shape.height * shape.width + x;
      if (shape.torus || x + 1 < shape.width) bench.join(n, Bus::x_right, right);
      if (shape.torus || y + 1 < shape.height) bench.join(n, Bus::y_down, below);
    }
  }
}

/// The first channel of a cell's own.
inline unsigned own_channel(BenchCell& cell, unsigned number = 0) {
  unsigned input = static_cast<unsigned>(std::countr_zero(cell.agent().channels().own));
  return input + number;
}

inline Word begin_marker(const HeaderWord& header) {
  return {encode(header), WordTag::pathway_begin};
}

/// The times at which words of a kind began on a bus.
inline std::vector<Time> times_of(const std::vector<WordEvent>& events, WordTag tag) {
  std::vector<Time> times;
  for (const WordEvent& event : events) {
    if (event.word.tag == tag) times.push_back(event.begin);
  }
  return times;
}

}  // namespace weft::test
