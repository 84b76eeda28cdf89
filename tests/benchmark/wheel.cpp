// Cost of the event wheel: an entry that is scheduled and fired, at several numbers of entries.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include <systemc>

#include "tlm/engine/wheel.hpp"

namespace {

using weft::Phase;
using weft::Time;
using weft::Wheel;
using weft::WheelEntry;

struct NoAlarm : Wheel::Alarm {
  void earliest(Time) override {}
};

/// Fires again one token later, as a busy transmitter does.
class Token {
 public:
  explicit Token(Wheel& wheel)
      : wheel_(&wheel), entry_(WheelEntry::calling<&Token::fire>(this, Phase::select)) {}
  void start(Time time) { wheel_->schedule(entry_, time); }

 private:
  void fire() { wheel_->schedule(entry_, wheel_->now() + 100 * weft::nanosecond); }

  Wheel* wheel_;
  WheelEntry entry_;
};

void fire_and_schedule(benchmark::State& state) {
  NoAlarm alarm;
  const auto wheel = std::make_unique<Wheel>(alarm);
  std::vector<std::unique_ptr<Token>> tokens;
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    tokens.push_back(std::make_unique<Token>(*wheel));
    tokens.back()->start(static_cast<Time>(i % 10 + 1) * 10 * weft::nanosecond);
  }
  const auto before = wheel->fired();
  for (auto _ : state) wheel->fire(wheel->next());
  state.SetItemsProcessed(static_cast<std::int64_t>(wheel->fired() - before));
}
BENCHMARK(fire_and_schedule)->RangeMultiplier(8)->Range(16, 65536);

}  // namespace

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
