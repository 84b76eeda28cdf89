// Recorded wires between two real SpaceWire codecs (tests/hw/data/spacewire/README.md).
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/common/token.hpp"

namespace weft::test {

/// Levels of D and S after a change.
struct RecordedEdge {
  Time time;
  bool d;
  bool s;
};

struct RecordedWord {
  Time time;
  Token token;
};

inline std::vector<std::vector<std::string>> read_csv(const std::string& name) {
  std::ifstream file(WEFT_SOURCE_DIR "/tests/hw/data/spacewire/" + name);
  if (!file) throw std::runtime_error("no such trace: " + name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);  // heading
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    auto& row = rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
  }
  return rows;
}

/// Of one direction, "AB" or "BA".
inline std::vector<RecordedEdge> recorded_edges(const std::string& run,
                                                const std::string& direction) {
  std::vector<RecordedEdge> edges;
  for (const auto& row : read_csv(run + "_edges.csv")) {
    if (row[1] != direction) continue;
    edges.push_back({std::stoull(row[0]) * nanosecond, row[2] == "1", row[3] == "1"});
  }
  return edges;
}

/// Words that were written or read (`event`) at one end.
inline std::vector<RecordedWord> recorded_words(const std::string& run, const std::string& end,
                                                const std::string& event) {
  std::vector<RecordedWord> words;
  for (const auto& row : read_csv(run + "_events.csv")) {
    if (row[1] != end || row[2] != event) continue;
    Token token = eop_token;
    if (row[3].starts_with("EEP")) {
      token = eom_token;
    } else if (!row[3].starts_with("EOP")) {
      token = data_token(static_cast<std::uint8_t>(std::stoul(row[3])));
    }
    words.push_back({std::stoull(row[0]) * nanosecond, token});
  }
  return words;
}

/// When an output of an end became 1.
inline std::vector<Time> recorded_rises(const std::string& run, const std::string& end,
                                        const std::string& event) {
  std::vector<Time> times;
  for (const auto& row : read_csv(run + "_events.csv")) {
    if (row[1] == end && row[2] == event && row[3].starts_with("1")) {
      times.push_back(std::stoull(row[0]) * nanosecond);
    }
  }
  return times;
}

}  // namespace weft::test
