// What a mutation of a ready platform is accepted for, it can do: it runs.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"
#include "tests/platforms/mutation.hpp"

namespace weft::test {
namespace {

constexpr int samples = 20;
constexpr std::size_t most_components = 1'000;  // more take long to elaborate

// "" for a run to its end, for one that the watchdog or an error in the input ended, for work that
// takes longer than the short run, and for switches that nobody has started.
std::string run_briefly(Platform platform) {
  platform.run.duration = std::min(platform.run.duration, 20 * microsecond);
  platform.run.warm_up = std::min(platform.run.warm_up, platform.run.duration / 2);
  try {
    run_forked({[&platform] {
                 Simulation(platform).run();
                 return std::string();
               }},
               1);
  } catch (const InputError&) {
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    const bool deadlock = message.rfind("deadlock at", 0) == 0;
    const bool cut_short = message.find(" has not ended at ") != std::string::npos;
    const bool not_booted = message.find(" has passed nothing: ") != std::string::npos;
    return deadlock || cut_short || not_booted ? "" : message;
  }
  return {};
}

class SampledMutations : public ReadyPlatform {};

INSTANTIATE_TEST_SUITE_P(Ready, SampledMutations, testing::ValuesIn(ready_platforms()),
                         name_of_test);

TEST_P(SampledMutations, run_or_end_with_an_error) {
  int run = 0;
  check_mutations(GetParam(), 1'000, [&run](Platform platform, const std::string& text) {
    if (run == samples || platform.components.size() > most_components) return;
    ++run;
    EXPECT_EQ(run_briefly(std::move(platform)), "") << text;
  });
  EXPECT_EQ(run, samples);
}

}  // namespace
}  // namespace weft::test
