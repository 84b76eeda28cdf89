// Parameters of a pattern of traffic, of any workload that has one.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "platforms/registry/parameter_table.hpp"

namespace weft {

/// Practices of Interconnection Networks, 2004, table 3.1; see traffic_patterns.hpp.
enum class TrafficPattern : std::uint8_t {
  uniform,
  transpose,
  bit_complement,
  bit_reverse,
  shuffle,
  tornado,
  neighbour,
  permutation,
  hot_spot,
  all_to_all,
};

/// Base of the parameters of such a workload.
struct TrafficPatternParameters {
  TrafficPattern pattern = TrafficPattern::uniform;
  std::uint32_t radius = 0;   ///< Of uniform: |dx| and |dy| at most this; 0 for anywhere.
  std::string hot;            ///< Component of hot_spot; empty for the last node.
  double hot_fraction = 0.1;  ///< Of the messages, to `hot`; the others are uniform.
  std::string file;           ///< Of permutation.
};

/// Adds them to the parameters of a workload between components of this type.
template <class Parameters>
void add_traffic_pattern(ParameterTable<Parameters>& table, const std::string& kind) {
  TrafficPattern Parameters::*const pattern = &Parameters::pattern;
  std::uint32_t Parameters::*const radius = &Parameters::radius;
  table
      .choice("pattern", pattern,
              {{"uniform", TrafficPattern::uniform},
               {"transpose", TrafficPattern::transpose},
               {"bit_complement", TrafficPattern::bit_complement},
               {"bit_reverse", TrafficPattern::bit_reverse},
               {"shuffle", TrafficPattern::shuffle},
               {"tornado", TrafficPattern::tornado},
               {"neighbour", TrafficPattern::neighbour},
               {"permutation", TrafficPattern::permutation},
               {"hot_spot", TrafficPattern::hot_spot},
               {"all_to_all", TrafficPattern::all_to_all}})
      .help("Who sends to whom.")
      .source("Dally and Towles 2004, table 3.1");
  table.count("radius", radius)
      .between(0, 65'536)
      .help("Destinations have |dx|, |dy|, ... of at most this; 0 for anywhere.")
      .source("facts.md workload [I]");
  table.text("hot", &Parameters::hot)
      .default_note("the last " + kind)
      .help("Of hot_spot: the " + kind + " that gets more than the others.");
  table.real("hot_fraction", &Parameters::hot_fraction)
      .real_between(0, 1)
      .help("Of hot_spot: part of all messages that goes there; the others are uniform.");
  table.text("file", &Parameters::file)
      .default_note("none")
      .help("Of permutation: lines of source and destination, beside the file that names it.");
}

}  // namespace weft
