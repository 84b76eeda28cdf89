#include "testbench/statistics/summary.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace weft {
namespace {

// As users know them, see `name_of`.
constexpr std::array<std::string_view, 14> read_first{
    "latency mean",       "latency 95 % half width",
    "latency median",     "latency 99th percentile",
    "latency maximum",    "messages offered",
    "messages accepted",  "messages delivered",
    "backlog at the end", "pathways thrown away",
    "words thrown away",  "begin markers on open pathways",
    "throughput",         "link utilisation highest"};

}  // namespace

ReportedValues summary_of(const ReportedValues& values, std::size_t most) {
  constexpr std::size_t not_worth_a_line = 2;
  if (values.size() <= most + not_worth_a_line) return values;
  std::vector<bool> shown(values.size(), false);
  std::size_t count = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string name = name_of(values[i]);
    shown[i] = std::find(read_first.begin(), read_first.end(), name) != read_first.end();
    if (shown[i]) ++count;
  }
  for (std::size_t i = 0; i < values.size() && count < most; ++i) {
    if (shown[i] || values[i].quantity == "latency") continue;
    shown[i] = true;
    ++count;
  }
  ReportedValues summary;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (shown[i]) summary.push_back(values[i]);
  }
  return summary;
}

}  // namespace weft
