// What a run gave for each link, bus and processor, by name.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "platforms/platform.hpp"
#include "testbench/experiments/run_result.hpp"

namespace weft::app {

/// "node[0,0].t9000"
const std::string& name_of_processor(const Platform& platform, std::size_t processor);

/// The component in which a message waited longest, or "its source".
std::string place_of_wait(const Platform& platform, const SlowMessage& message);

/// One direction of a link, or a bus.
struct NamedLoad {
  std::string from;  ///< "node[0,0].router.link3"
  std::string to;
  double percent = 0;  ///< Of its time, since the warm-up.
};

/// Both directions of each link, then each bus; empty for a run that did not come that far.
std::vector<NamedLoad> named_loads(const Platform& platform, const RunResult& result);

/// "busiest: node[0,0].router.link3 to node[1,0].router.link2, 98.006 %"; empty without any load.
std::string busiest_text(const Platform& platform, const RunResult& result);

/// Adds "links" and "processors", and "cells" with the results of programs if there are any.
void add_details(nlohmann::ordered_json& json, const Platform& platform, const RunResult& result);

/// All values of a run: of the whole, of each link, processor and cell, a line each:
/// place,to,quantity,value,half width,unit.
std::string csv_of(const Platform& platform, const RunResult& result);

}  // namespace weft::app
