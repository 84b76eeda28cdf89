// What is known of a platform's routing before it runs, as text and as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "platforms/checks/deadlock.hpp"
#include "platforms/platform.hpp"

namespace weft::app {

/// Free of deadlock or not, and how long the ways are.
struct RoutingReport {
  RoutingBound bound;
  ChannelCycle cycle;                ///< By which it can deadlock; empty if it cannot.
  std::size_t adaptive_routers = 0;  ///< Chaos and forced routers, which no table leads through.
};

RoutingReport report_routing(const Platform& platform);

/// "routing: free of deadlock (48 channels, 96 dependencies, no cycle); ..."
void print_routing(const Platform& platform, const RoutingReport& report);
/// Pairs that faults part, in lines, the first of them; empty if there are none.
std::string unreachable_text(const Platform& platform);
/// The headers of each processor, as a table.
void print_headers(const Platform& platform);
/// "intervals: 3 to 5 a table, 36 held", and a table of the routers.
void print_intervals(const Platform& platform);

nlohmann::ordered_json json_of_routing(const RoutingReport& report);
nlohmann::ordered_json json_of_headers(const Platform& platform);
nlohmann::ordered_json json_of_unreachable(const Platform& platform);
nlohmann::ordered_json json_of_intervals(const Platform& platform);

}  // namespace weft::app
