#include "testbench/app/studies/copy_transfer_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string_view>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/copy_transfer/transfer_text.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/app/platform_arguments.hpp"
#include "testbench/experiments/run_result.hpp"
#include "testbench/experiments/simulation.hpp"

namespace weft::app {
namespace {

using copy_transfer::MeasuredTransfer;

constexpr std::string_view clocks_prefix = "t_";

Time clock_of(const Platform& platform, const ProgramResult& result) {
  return iwarp_parameters(platform, *platform.find(result.component)).clock;
}

MeasuredTransfer measured_by(const ProgramResult& result, const Platform& platform,
                             std::uint64_t words) {
  const std::string text = result.label.substr(clocks_prefix.size());
  MeasuredTransfer measured;
  measured.transfer = copy_transfer::read_basic_transfer(
      text, place_of(fmt::format("{} of {}", result.label, result.component)));
  // between two cells nothing else is on the way
  if (measured.transfer.crosses_network() && measured.transfer.congestion == 0)
    measured.transfer.congestion = 1;
  measured.clocks = static_cast<std::uint64_t>(result.values.front());
  measured.rate = copy_transfer::rate_in(measured.clocks, words, clock_of(platform, result));
  return measured;
}

// A transfer that several cells have done is as fast as in the slowest of them.
void add(std::vector<MeasuredTransfer>& all, const MeasuredTransfer& one) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const MeasuredTransfer& other) {
    return other.transfer == one.transfer;
  });
  if (found == all.end()) {
    all.push_back(one);
  } else if (one.rate < found->rate) {
    *found = one;
  }
}

}  // namespace

MeasuredPlatform measure_platform(const std::string& file) {
  PlatformArguments arguments;
  arguments.platform = file;
  const Platform platform = arguments.resolved();
  Simulation simulation(platform);
  const RunResult result = simulation.run();
  MeasuredPlatform measured;
  measured.name = platform.name;
  for (const ProgramResult& one : result.programs) {
    if (one.label == "words") measured.words = static_cast<std::uint64_t>(one.values.front());
    if (one.label != "wrong" || one.values.front() == 0) continue;
    throw std::runtime_error(fmt::format("{}: {} words are not what was copied or sent",
                                         one.component, one.values.front()));
  }
  std::map<std::string, bool> told;  // by label, whether a cell has the clocks
  for (const ProgramResult& one : result.programs) {
    if (!one.label.starts_with(clocks_prefix)) continue;
    bool& has = told[one.label];
    if (one.values.front() == 0 || measured.words == 0) continue;
    has = true;
    add(measured.measured, measured_by(one, platform, measured.words));
  }
  if (told.empty() || measured.words == 0) {
    throw InputError(place_of(file), "a platform whose programs tell no clocks of transfers",
                     "expected cells with `results:` such as {words: integer, wrong: integer, "
                     "t_1C64: integer}");
  }
  for (const auto& [label, has] : told) {
    if (has) continue;
    throw std::runtime_error(
        fmt::format("{} is 0 in every cell at the end of the run; expected its clocks, perhaps of "
                    "a longer `run: {{for: ...}}`",
                    label));
  }
  return measured;
}

}  // namespace weft::app
