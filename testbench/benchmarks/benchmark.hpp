// The ready benchmarks of `weft bench`: runs that are timed, and what is asked of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/netlist/place.hpp"

namespace weft {

/// The figure of a benchmark.
enum class BenchmarkFigure : std::uint8_t {
  rate,      ///< Units a second: a long run less a short one.
  start_up,  ///< Seconds of the processor to make the modules.
  run,       ///< Seconds of the processor for the simulation alone.
  memory,    ///< MB of the process at its peak.
};

/// One line of the table.
struct Benchmark {
  std::string name;
  std::string title;
  std::string platform;          ///< File, relative to the ready platforms.
  std::vector<std::string> set;  ///< "key=value"
  BenchmarkFigure figure = BenchmarkFigure::rate;
  std::vector<std::string> times;  ///< Simulated: of the short run and of the long one, or of one.
  std::string unit;                ///< Of a rate: "token-hop".
  double hops = 1;                 ///< A unit has so many token-hops or word-hops.
  Time clock = 0;  ///< A unit is so long, in ps, and hops do not count; 0 if they do.
  /// At least, in millions of units a second; at most, in seconds or MB.
  std::optional<double> asked;
  std::optional<double> asked_megabytes;  ///< At most, at the peak.
  /// As `times`, of the runs whose instructions are counted; empty if none are.
  std::vector<std::string> counted_times;
  std::optional<double> asked_instructions;  ///< At most, of a unit ...
  std::optional<double> asked_misses;        ///< ... and of the last cache.
  /// Another benchmark, and how many events that one takes for one of this, as published.
  std::string events_of;
  std::optional<double> published_events;
  double within = 1;             ///< Times as many or as few at most.
  std::optional<unsigned> runs;  ///< At most: a run takes long.
  Place place;
};

/// `benchmarks:` of a file, in its order. Throws InputError.
std::vector<Benchmark> load_benchmarks(const std::filesystem::path& file);

}  // namespace weft
