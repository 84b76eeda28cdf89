#include "testbench/app/studies/bench_rtl.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testbench/app/progress_bar.hpp"
#include "testbench/app/table.hpp"
#include "testbench/experiments/forked.hpp"
#include "testbench/families/transputers/rtl_cost.hpp"

namespace weft::app {

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Timed {
  double seconds = 0;
  std::uint64_t checksum = 0;

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(Timed, seconds, checksum)
};

std::string to_text(const RtlTiming& timing) {
  return nlohmann::json(Timed{timing.seconds, timing.checksum}).dump();
}

}  // namespace

void bench_rtl(const PlatformArguments& arguments, unsigned runs, JsonFile& json) {
  const auto recorded =
      run_forked({[&] { return record_pins(arguments.resolved()).to_bytes(); }}, 1);
  const PinRecord record = PinRecord::of_bytes(recorded.front());
  // the two take turns, so that a machine that slows down slows both
  std::vector<std::function<std::string()>> jobs;
  for (unsigned run = 0; run < runs; ++run) {
    jobs.emplace_back([&] { return to_text(time_bare(arguments.resolved(), record)); });
    jobs.emplace_back([&] { return to_text(time_cosimulation(arguments.resolved(), record)); });
  }
  ProgressBar bar;
  const auto texts = run_forked(jobs, 1, [&](std::size_t done) {
    bar.show(static_cast<double>(done) / static_cast<double>(jobs.size()),
             fmt::format("{} of {} runs", done, jobs.size()));
  });
  std::vector<double> bare;
  std::vector<double> cosimulated;
  for (std::size_t job = 0; job < texts.size(); ++job) {
    const Timed timed = nlohmann::json::parse(texts[job]).get<Timed>();
    if (timed.checksum != record.checksum) {
      throw std::runtime_error("the RTL has not done again what it did in the platform");
    }
    (job % 2 == 0 ? bare : cosimulated).push_back(timed.seconds);
  }
  const double clocks = static_cast<double>(record.clocks());
  const double ratio = median(cosimulated) / median(bare);
  json.write({{"clocks", record.clocks()},
              {"bare_seconds", median(bare)},
              {"cosimulation_seconds", median(cosimulated)},
              {"times", ratio}});
  if (json.is_standard_output()) return;
  Table table(
      {"the same RTL", "ns a clock", "median s", "fastest s", "slowest s", "times the first"});
  const auto add = [&](const std::string& name, const std::vector<double>& seconds, double times) {
    table.add({name, fmt::format("{:.0f}", 1e9 * median(seconds) / clocks),
               fmt::format("{:.3f}", median(seconds)),
               fmt::format("{:.3f}", *std::min_element(seconds.begin(), seconds.end())),
               fmt::format("{:.3f}", *std::max_element(seconds.begin(), seconds.end())),
               fmt::format("{:.2f}", times)});
  };
  add("in a bare loop", bare, 1);
  add("in SystemC", cosimulated, ratio);
  table.print();
  fmt::print("{} clocks; both drove the pins as in the platform\n", record.clocks());
}

}  // namespace weft::app
