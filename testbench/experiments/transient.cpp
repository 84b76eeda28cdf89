#include "testbench/experiments/transient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/lasting_simulation.hpp"

namespace weft {

namespace {

constexpr std::string_view not_found = "not found";

std::string find(Platform platform) {
  platform.run.warm_up = 0;
  const auto transient = lasting_simulation(platform).find_transient();
  return transient ? fmt::format("{}", *transient) : std::string(not_found);
}

}  // namespace

Platform with_warm_up_found(Platform platform) {
  RunSpec& run = platform.run;
  if (!run.until || run.until->transient != Transient::find) return platform;
  const std::string found = run_forked({[&platform] { return find(platform); }}, 1).front();
  run.until->transient = Transient::warm_up;
  run.until->transient_lost = found == not_found;
  const Time transient = run.until->transient_lost ? run.until->at_most / 2 : std::stoull(found);
  run.warm_up = std::max(run.warm_up, transient);
  return platform;
}

}  // namespace weft
