#include "testbench/app/studies/timed_run.hpp"

#include <sys/resource.h>

#include <chrono>
#include <ctime>

#include "platforms/processors.hpp"
#include "testbench/experiments/lasting_simulation.hpp"

namespace weft::app {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Children of one process begin with its peak: it must not have read a platform.
long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

std::string timed_run(const PlatformArguments& arguments) {
  TimedRun run;
  run.begin_kilobytes = peak_kilobytes();
  auto start = std::chrono::steady_clock::now();
  const Platform platform = arguments.resolved();
  run.check_seconds = seconds_since(start);
  start = std::chrono::steady_clock::now();
  double worked = processor_seconds();
  weft::Simulation& simulation = lasting_simulation(platform);
  run.elaborate_seconds = seconds_since(start);
  run.elaborate_processor_seconds = processor_seconds() - worked;
  worked = processor_seconds();
  const RunResult result = simulation.run();
  run.processor_seconds = processor_seconds() - worked;
  run.seconds = result.wall_seconds;
  run.events = simulation.system().wheel().fired();
  run.token_hops = result.token_hops;
  run.of_words = platform.links.empty() && !platform.busses.empty();
  const std::size_t processors = processors_of(platform).size();
  run.nodes = processors != 0 ? processors : platform.components.size();
  run.simulated = result.simulated;
  run.peak_kilobytes = peak_kilobytes();
  return nlohmann::json(run).dump();
}

}  // namespace weft::app
