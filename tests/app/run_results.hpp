// What `weft run` prints as JSON, and a platform to run.
#pragma once

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"

namespace weft::test {

/// The results of a run that prints them as JSON.
inline nlohmann::json results_of(const Shell& shell, const std::string& arguments) {
  const Result result = shell.run("weft run " + arguments + " --json -");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return nlohmann::json::parse(result.out);
}

inline const std::string pair_of_t9000s =
    "components: {left: {type: t9000}, right: {type: t9000}}\n"
    "links: [{from: left.link0, to: right.link0}]\n"
    "workload: {type: stream, message_bytes: 100, messages: 3}\n"
    "run: {for: 100 us}\n";

}  // namespace weft::test
