// Cost of the cores: coding a token bit by bit, and passing one through the switch.
#include <benchmark/benchmark.h>

#include <systemc>

#include "hw/c104/c104_core.hpp"
#include "hw/dslink/bit_codec.hpp"

namespace {

using namespace weft;

void encode_and_decode_token(benchmark::State& state) {
  BitEncoder encoder;
  BitDecoder decoder;
  const auto pass = [&](Token token) {
    const TokenBits bits = encoder.encode(token);
    for (unsigned i = 0; i < bits.count; ++i) benchmark::DoNotOptimize(decoder.bit(bits[i]));
  };
  pass(null_token);
  std::uint8_t value = 0;
  for (auto _ : state) pass(data_token(value++));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(encode_and_decode_token);

struct NoLine : LinkLine {
  void wake(Time) override {}
  void start(Time) override {}
  void restart() override {}
  void listen(Time) override {}
  void stop(Time) override {}
  void changed(LinkState, LinkError, Time) override {}
};

struct NextEvaluation : CycleDriver {
  void evaluate_at(Time time) override {
    if (time < at) at = time;
  }
  Time at = never;
};

void pass_token_through_switch(benchmark::State& state) {
  C104Parameters parameters;
  parameters.links = 2;
  parameters.per_link.resize(2);
  for (auto& link : parameters.per_link) link.intervals = {{256, IntervalAction::route, 1, 1}};
  NextEvaluation driver;
  C104Core core(parameters, 1, driver);
  NoLine line;
  LinkCore link0(DsLinkParameters{}, parameters.input_buffer, core, 0, line);
  LinkCore link1(DsLinkParameters{}, parameters.input_buffer, core, 1, line);
  core.attach(0, link0);
  core.attach(1, link1);

  Time now = 0;
  std::int64_t tokens = 0;
  Token token;
  PacketTag tag;
  for (auto _ : state) {
    for (unsigned i = 0; i < 34; ++i) {
      now += 100 * nanosecond;
      core.receive(0, i == 33 ? eop_token : data_token(0), tag, now);
      if (driver.at <= now + 90 * nanosecond) {
        const Time at = driver.at;
        driver.at = never;
        core.evaluate(at);
      }
      while (core.transmit(1, token, tag, now + 95 * nanosecond)) ++tokens;
    }
  }
  state.SetItemsProcessed(tokens);
}
BENCHMARK(pass_token_through_switch);

}  // namespace

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
