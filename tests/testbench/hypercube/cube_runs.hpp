// Runs of the traffic of section 6 on hypercubes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "testbench/experiments/forked.hpp"
#include "testbench/experiments/simulation.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::test {

/// A cube of degree 4, or another.
inline std::string cube(const std::string& cell, const std::string& workload,
                        const std::string& run = "40 ms", unsigned degree = 4) {
  return fmt::format(
      "network: {{topology: hypercube, dimensions: {}, cell: {{type: hypercube_node, tick: 10 ns, "
      "{}}}}}\nworkload: {{type: hypercube_traffic, {}}}\nrun: {{for: {}}}\n",
      degree, cell, workload, run);
}

/// Of some results of runs, each in a process of its own; or what one threw.
inline std::vector<std::vector<double>> results(const std::vector<std::string>& platforms,
                                                const std::vector<std::string>& names) {
  std::vector<std::function<std::string()>> jobs;
  for (const std::string& text : platforms) {
    jobs.emplace_back([&text, &names] {
      const Platform platform = resolve(parse_netlist(text));
      Simulation simulation(platform);
      const RunResult result = simulation.run();
      std::string values;
      for (const std::string& name : names) values += fmt::format("{} ", result.find(name).value());
      return values;
    });
  }
  std::vector<std::vector<double>> all;
  for (const std::string& text : run_forked(jobs, 2)) {
    std::vector<double>& values = all.emplace_back();
    for (std::size_t at = 0; at + 1 < text.size();) {
      const std::size_t end = text.find(' ', at);
      values.push_back(std::stod(text.substr(at, end - at)));
      at = end + 1;
    }
  }
  return all;
}

}  // namespace weft::test
