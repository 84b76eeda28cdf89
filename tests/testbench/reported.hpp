// What a workload or a statistic reports, by name.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "testbench/statistics/reported_value.hpp"

namespace weft::test {

/// A failure and 0 if there is none of this name.
inline double value_of(const ReportedValues& values, const std::string& name) {
  if (const ReportedValue* found = find(values, name)) return found->value;
  ADD_FAILURE() << "no value " << name;
  return 0;
}

}  // namespace weft::test
