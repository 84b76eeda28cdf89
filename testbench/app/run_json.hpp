// What `weft run --json` writes.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "platforms/platform.hpp"
#include "testbench/experiments/run_result.hpp"

namespace weft::app {

/// All of a run: status, alarms, every value, the slowest messages, each link and processor.
nlohmann::ordered_json json_of_run(const Platform& platform, const RunResult& result);

}  // namespace weft::app
