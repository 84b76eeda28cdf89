// Named results, as the command prints them.
#pragma once

#include <string>
#include <vector>

namespace weft {

/// One result: "message latency, mean", 1234.5, "ns". The unit is empty for plain counts.
struct ReportedValue {
  std::string name;
  double value = 0;
  std::string unit;

  friend bool operator==(const ReportedValue&, const ReportedValue&) = default;
};

using ReportedValues = std::vector<ReportedValue>;

}  // namespace weft
