// An experiment in a folder of its own, and what its sweep leaves.
#pragma once

#include <string>

#include <fmt/format.h>

#include "testbench/sweeps/database.hpp"
#include "tests/app/command.hpp"

namespace weft::test {

inline const std::string network =
    "network: {topology: mesh, shape: 2x2}\n"
    "workload: {type: random_traffic, message_bytes: 32, interval: 20 us}\n"
    "run: {for: 100 us}\n";

inline const std::string small =
    "title: Small\n"
    "platform: net.yaml\n"
    "vary:\n"
    "  load: {from: 0.1, to: 0.7, step: 0.2}\n"
    "  limit: {key: workload.max_outstanding, values: [1, 8]}\n"
    "compute:\n"
    "  interval: {key: workload.interval, value: 3.84 / load, unit: us}\n"
    "seeds: 2\n"
    "measures: [throughput, packet latency mean]\n";

// A folder with a network and an experiment on it.
struct ExperimentShell : Shell {
  explicit ExperimentShell(const std::string& experiment = small) {
    write("net.yaml", network);
    write("small.yaml", experiment);
  }
};

// Everything that is in a file of results, as text.
inline std::string content_of(const Shell& shell, const std::string& file) {
  Database database(shell.path(file), Database::Mode::read);
  std::string text;
  for (const std::string table :
       {"experiment", "runs", "results", "distributions", "histograms", "processors", "links"}) {
    std::vector<std::string> columns;
    Statement names =
        database.prepare(fmt::format("SELECT name FROM pragma_table_info('{}')", table));
    while (names.next()) columns.push_back(names.text(0));
    std::string list;
    for (const std::string& column : columns) {
      list += fmt::format("{}quote({})", list.empty() ? "" : " || '|' || ", quoted_name(column));
    }
    Statement rows = database.prepare(fmt::format("SELECT {} FROM {} ORDER BY 1", list, table));
    text += table + "\n";
    while (rows.next()) text += rows.text(0) + "\n";
  }
  return text;
}

}  // namespace weft::test
