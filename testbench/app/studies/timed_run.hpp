// What benchmarks measure of one run.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "hw/common/time.hpp"
#include "testbench/app/platform_arguments.hpp"

namespace weft::app {

/// One run, start-up and all, in a process of its own.
struct TimedRun {
  double check_seconds = 0;                ///< Reading, resolving and checking the file.
  double elaborate_seconds = 0;            ///< Making the modules, ...
  double elaborate_processor_seconds = 0;  ///< ... and what the processor worked for it.
  double seconds = 0;                      ///< Of the simulation itself, ...
  double processor_seconds = 0;            ///< ... and what the processor worked for it.
  std::uint64_t events = 0;                ///< Entries of the event wheel that have fired.
  std::uint64_t token_hops = 0;            ///< Or words that crossed a bus.
  bool of_words = false;                   ///< There are busses, and no links.
  std::uint64_t nodes = 0;                 ///< Processors, or components where there are none.
  Time simulated = 0;
  long peak_kilobytes = 0;   ///< Of the process, ...
  long begin_kilobytes = 0;  ///< ... and before it read the platform.

  NLOHMANN_DEFINE_TYPE_INTRUSIVE(TimedRun, check_seconds, elaborate_seconds,
                                 elaborate_processor_seconds, seconds, processor_seconds, events,
                                 token_hops, of_words, nodes, simulated, peak_kilobytes,
                                 begin_kilobytes)
};

/// Does it, in this process, and returns it as JSON. Throws as resolving and running do.
std::string timed_run(const PlatformArguments& arguments);

}  // namespace weft::app
