#include "testbench/software/t9000/time_spent.hpp"

#include <algorithm>

namespace weft {

void report_work(ReportedValues& values, const std::vector<TimeSpent>& times, double operations) {
  Time end = 0;
  double shares = 0;
  for (const TimeSpent& time : times) {
    end = std::max(end, time.end);
    shares += static_cast<double>(time.communication) / static_cast<double>(time.end);
  }
  values.push_back(reported::single(
      "time", static_cast<double>(end) / static_cast<double>(microsecond), Unit::microseconds));
  values.push_back(reported::single("speed", operations * second / static_cast<double>(end) / 1e6,
                                    Unit::megaflops));
  values.push_back(reported::figure("time in communication", Statistic::mean,
                                    100 * shares / static_cast<double>(times.size()),
                                    Unit::percent));
}

}  // namespace weft
