// Speed of an 8x8 torus of iWarp cells whose 256 busses all carry words at full rate:
// iwarp_benchmark signal|word [CLOCKS], in processor time. SystemC elaborates once in a process, so
// this runs one level.
#include <cstdlib>
#include <ctime>
#include <deque>
#include <string>

#include <fmt/format.h>
#include <systemc>

#include "tests/hw/iwarp_bench.hpp"

namespace weft::test {
namespace {

constexpr unsigned side = 8;
constexpr unsigned hops = 4;

/// Opens two pathways of four hops, then writes and reads both gates for ever. Cells of even parity
/// send right and down, the others left and up: on every bus two streams share the full rate.
class Stream final : public CellProgram {
 public:
  Stream(BenchCell& cell, unsigned x, unsigned y) : cell_(&cell), x_(x), y_(y) {}

  std::optional<port::Operation> next(const port::Result&, Time) override {
    const bool even = (x_ + y_) % 2 == 0;
    const Bus along_x = even ? Bus::x_right : Bus::x_left;
    const Bus along_y = even ? Bus::y_down : Bus::y_up;
    const unsigned own = own_channel(*cell_);
    const ChannelMap& channels = cell_->agent().channels();
    switch (step_++) {
      case 0: return port::Acquire{own, along_x, 0};
      case 1: return open(own, (x_ + hops) % side, y_);
      case 2: return port::Acquire{own + 1, along_y, 0};
      case 3: return open(own + 1, x_, (y_ + hops) % side);
      case 4: return port::BindOutput{0, own};
      case 5: return port::BindOutput{1, own + 1};
      case 6: return port::AwaitEvent{events(AgentEvent::pathway_begin)};
      case 7: return port::AwaitEvent{events(AgentEvent::pathway_begin)};
      case 8: return port::BindInput{0, arriving(channels, opposite(along_x))};
      case 9: return port::BindInput{1, arriving(channels, opposite(along_y))};
      default: return port::LongWord{{step_ > 16, step_ > 16}, {step_, ~step_}};
    }
  }

 private:
  static port::Operation open(unsigned own, unsigned x, unsigned y) {
    return port::SendMarker{own, begin_marker({.address = y * side + x})};
  }
  // The pathway that is for this cell: the others on the bus pass through.
  unsigned arriving(const ChannelMap& channels, Bus bus) const {
    const unsigned first = channels.first_input[index_of(bus)];
    const unsigned count = cell_->parameters.input_channels[index_of(bus)];
    for (unsigned input = first; input < first + count; ++input) {
      if (cell_->agent().mode(input) == ChannelMode::here) return input;
    }
    return first;
  }

  BenchCell* cell_;
  unsigned x_;
  unsigned y_;
  std::uint32_t step_ = 0;
};

struct WordCount : tlm::tlm_analysis_if<WordEvent> {
  std::uint64_t words = 0;
  void write(const WordEvent&) override { ++words; }
};

int measure(const std::string& level_name, std::uint64_t clocks) {
  IwarpParameters parameters;
  parameters.output_pools = {{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}};
  const Level level = level_name == "word" ? Level::word : Level::signal;
  IwarpBench bench("torus", 25 * nanosecond, /*records=*/false);
  build_array(bench, {side, side, true}, parameters, all_at(level));
  std::deque<Stream> programs;
  for (unsigned n = 0; n < side * side; ++n) {
    programs.emplace_back(bench[n], n % side, n / side);
    bench[n].core().computation().run(programs.back());
  }
  WordCount count;
  bench[0].reports().words(Bus::x_right).bind(count);
  IwarpBench::run(1000 * parameters.clock);
  const std::uint64_t before = count.words;
  const std::clock_t begin = std::clock();
  IwarpBench::run(clocks * parameters.clock);
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  fmt::print("{}: {:.0f} clocks/s, {:.1f} million words/s; a bus carried {:.3f} words a clock\n",
             level_name, static_cast<double>(clocks) / took,
             static_cast<double>(count.words - before) * 256 / took / 1e6,
             static_cast<double>(count.words - before) / static_cast<double>(clocks));
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace weft::test

int main(int argc, char** argv) {
  const std::string level = argc > 1 ? argv[1] : "word";
  return weft::test::measure(level, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 20'000);
}

int sc_main(int, char**) { return EXIT_FAILURE; }
