// A reproduction of one series, written to a file of its own and run.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "platforms/netlist/input_error.hpp"
#include "testbench/studies/reproduction.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft::test {

class OneSeries : public testing::Test {
 protected:
  // What the rows of the series are of, as "machine: machines/t3d.yaml".
  explicit OneSeries(const std::string& of)
      : head_("title: t\nsource: s\nseries:\n  - title: a\n    " + of +
              "\n    unit: MB/s\n    tolerance: {each: 2}\n    rows:\n      - [") {}

  ReproductionResult run(const std::string& row) {
    reproduction_ = load_reproduction(folder_.write("r.yaml", head_ + row + "]\n"));
    return reproduce(reproduction_, WEFT_SOURCE_DIR "/platforms");
  }
  // Without the folder; empty where the row is a good one.
  std::string error(const std::string& row) {
    try {
      run(row);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(folder_.path().string().size() + 1);
    }
    return {};
  }

 private:
  std::string head_;
  TemporaryFolder folder_;
  Reproduction reproduction_;
};

}  // namespace weft::test
